"""The regret of moves in turn 6: decisions of recorded games, solved exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from spyrium_ai.analysis.intervals import ROUNDING, half_width, mean_interval, ratio_variance
from spyrium_ai.game.move_notation import parse_move
from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.cards import LAST_TURN
from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.player import Turn
from spyrium_ai.match.process.faults import PlayerFault, fault_words, protocol_lines
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.record_file import read_records
from spyrium_ai.match.records.replay import ReplayError, replay
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.search.endgame.solver import Solver
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_weights
from spyrium_ai.util.errors import HaltError, UsageError
from spyrium_ai.util.json_types import Whole
from spyrium_ai.util.seeds import derive
from spyrium_ai.util.text import so_many


@dataclass(frozen=True)
class Decision:
    """A decision in turn 6 with more than one legal move.

    `moves` are all moves and deals before it, `left` the decisions from it to the game's end, as
    the game was played.
    """

    game: str
    moves: tuple[str, ...]
    left: int

    @property
    def key(self) -> str:
        """Its name in the journal: the game, the ply, and a digest of all moves before it."""
        return f"{self.game}/{len(self.moves)}/{derive('decision', *self.moves):016x}"

    def position(self) -> Position:
        """Return the position to decide in."""
        position = Position.start(2)
        for move in self.moves:
            position.apply(move)
        return position


@dataclass(frozen=True)
class DecisionRegret:
    """The regret of a decision: the points of margin that each player's move loses.

    A loss is None where the decision was not solved.
    """

    key: str
    left: Whole
    losses: Mapping[str, Whole | None]

    @property
    def deal(self) -> str:
        """The deal, in whose games decisions are like each other."""
        return self.key.partition("/")[0].rpartition(".")[0]

    @property
    def is_solved(self) -> bool:
        """Whether all losses are known."""
        return None not in self.losses.values()


def decisions(path: Path, most: int) -> Iterator[list[Decision]]:
    """Yield the decisions of the recorded games of two, game by game, the last one first.

    Args:
        path: a journal that `match --out` has written.
        most: so many decisions at most.

    Raises:
        UsageError: the file cannot be read, or a game in it cannot be replayed.
    """
    for record in read_records(path):
        if len(record.seats) != 2 or record.outcome != "played":
            continue
        try:
            found = _decisions(record)[::-1][:most]
        except ReplayError as error:
            raise UsageError(f"'{path}': game {record.id}: {error}") from None
        most -= len(found)
        yield found
        if most == 0:
            return


def _decisions(record: GameRecord) -> list[Decision]:
    plies = [ply.move for ply in record.plies]
    seats = [ply.seat for ply in record.plies]
    return [
        Decision(record.id, tuple(plies[:made]), sum(seat > 0 for seat in seats[made:]))
        for made, (_, before, _, _) in enumerate(replay(record))
        if before.turn == LAST_TURN and len(before.legal()) > 1
    ]


class MarginSolver:
    """Solves decisions one after the other; the later decisions of a game help with the earlier.

    Args:
        seconds: for each position, at most.
        memory: bytes for what has been found out.
        stop: a flag that ends the solving when it is set.
    """

    def __init__(self, seconds: float, memory: int, stop: StopFlag | None = None) -> None:
        self.seconds = seconds
        self._solver = Solver(load_weights(2), memory)
        self._stop = stop or StopFlag()
        self._last = 0  # margin: positions of one game come to much the same

    def margin(self, position: Position) -> int | None:
        """Return the first seat's final margin with best play, None if the time was too short."""
        if position.is_over:
            first, second = position.scores()
            return first - second
        lower, upper, _ = self._solver.solve(
            position.state, self._last, 0, self.seconds, self._stop
        )
        if lower != upper:
            return None
        self._last = lower
        return lower

    def losses(self, position: Position, moves: Mapping[str, str]) -> dict[str, int | None]:
        """Return the points of margin that moves give away, by the names that they go by.

        A loss is None where time was too short.
        """
        best = self.margin(position)
        if best is None:
            return dict.fromkeys(moves)
        lost = {move: self._loss(position, best, move) for move in dict.fromkeys(moves.values())}
        return {name: lost[move] for name, move in moves.items()}

    def _loss(self, position: Position, best: int, move: str) -> int | None:
        after = position.copy()
        after.state.apply(parse_move(move))
        played = self.margin(after)
        if played is None:
            return None
        return best - played if position.to_move == 1 else played - best


def ask(player: EnginePlayer, decision: Decision, limits: TimeControl, seed: int) -> str:
    """Return the move that a player chooses, as if it had just joined the game.

    The limits are for a player that has none of its own.

    Raises:
        HaltError: it fails, or its move is not legal.
    """
    position = decision.position()
    seat, legal = position.to_move, position.legal()
    try:
        player.begin(2, seat, derive("regret", seed, decision.key))
        turn = Turn(position, decision.moves, seat, legal, player.limits(limits))
        move = player.choose(turn).move
    except PlayerFault as fault:
        lines = [f"{player.spec.name}: {fault_words(fault)}", *protocol_lines(fault)]
        raise HaltError("\n".join(lines)) from None
    if move not in legal:
        raise HaltError(f"{player.spec.name} chose '{move}', which is not legal in {position}")
    return move


def summary(findings: Sequence[DecisionRegret], players: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the result: one for each player, then the unsolved decisions.

    The intervals are over deals, since the decisions of one are not independent.
    """
    solved = [finding for finding in findings if finding.is_solved]
    deals = len({finding.deal for finding in findings})
    looked_at = f"{so_many(len(findings), 'decision')} from {so_many(deals, 'deal')}"
    yield f"{looked_at}, {len(solved)} solved"
    for player in players if solved else ():
        yield f"{player}: {_regret([(f.deal, f.losses[player] or 0) for f in solved])}"
    counts = [(f.left, f.is_solved) for f in findings]
    unsolved = {n: counts.count((n, False)) for n, is_solved in sorted(counts) if not is_solved}
    for left, count in unsolved.items():
        total = count + counts.count((left, True))
        yield f"{left} decisions left: {count} of {total} not solved"


def _regret(losses: Sequence[tuple[str, int]]) -> str:
    """Return a player's regret in words, from its losses with their deals."""
    blocks: defaultdict[str, list[int]] = defaultdict(list)
    for deal, loss in losses:
        blocks[deal].append(loss)
    lost = [(sum(block), len(block)) for block in blocks.values()]
    exact = [(block.count(0), len(block)) for block in blocks.values()]
    mean = fmean(loss for _, loss in losses)
    spread = ratio_variance(lost)
    # Deals that agree, or a single one, tell no width.
    sure = f" +- {half_width(len(lost), spread):.3f}" if spread > ROUNDING else ""
    share = sum(n for n, _ in exact) / len(losses)
    low, high = mean_interval(len(exact), share, ratio_variance(exact))
    worst = max(loss for _, loss in losses)
    return (
        f"mean regret {mean:.3f}{sure} points, "
        f"exact {share:.1%} ({low:.1%} to {high:.1%}), worst {worst}"
    )
