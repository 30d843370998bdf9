"""Start the spying engine, and do with its notes what an engine that cheats could do."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.util.seeds import SeriesSeed, derive

SCRIPT = Path(__file__).with_name("spying_engine.py")
MOST_SEED = 2000  # series seeds that are tried without any hint
MOST_GAME = 20
HINTS = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])|(?<!\d)\d{1,19}(?!\d)")


def spy(notes: Path) -> str:
    """Return the spec of an engine that notes in this file all that it gets."""
    return shlex.join([sys.executable, str(SCRIPT), str(notes)])


@dataclass
class SpiedGame:
    """What a process has seen of a game: its seed, its seat, and all moves and deals."""

    process: int
    players: int
    seat: int
    seed: int
    moves: list[str]

    @property
    def cards(self) -> list[str]:
        """The deals by turn, without the tokens, which depend a little on the moves."""
        return [re.sub(r"\.\d", "", move) for move in self.moves if move.startswith("deal:")]


def spied_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each text that was noted, with the process."""
    for line in path.read_text().splitlines():
        process, text = json.loads(line)
        yield process, text


def spied_games(notes: Path) -> list[SpiedGame]:
    """Return the games that the notes are about, in the order in which they began."""
    games: list[SpiedGame] = []
    current: dict[int, SpiedGame] = {}
    seeds: dict[int, int] = {}
    for process, text in spied_texts(notes):
        match text.split():
            case ["setoption", "name", "seed", "value", seed]:
                seeds[process] = int(seed)
            case ["newgame", "players", players, "seat", seat]:
                game = SpiedGame(process, int(players), int(seat), seeds[process], [])
                current[process] = game
                games.append(game)
            case ["position", "start", _, "moves", *moves]:
                current[process].moves = moves
    return games


def predicted_deals(notes: Path, *more: str) -> tuple[int, int]:
    """Return how many setups and deals can be predicted, and how many there were.

    Tried as the series' seed is every small number, and whatever stands in the notes, or in the
    other texts, and looks like a seed or a secret. It is right if the engine's own seed follows
    from it.
    """
    texts = [*more, *(text for _, text in spied_texts(notes))]
    candidates: set[SeriesSeed] = set(range(MOST_SEED + 1))
    for hint in {found for text in texts for found in HINTS.findall(text)}:
        candidates.add(hint)  # `derive` takes a number's digits for the number
    predicted = total = 0
    games = spied_games(notes)
    known = {seat: _player_seeds(candidates, seat) for seat in {game.seat for game in games}}
    for game in games:
        series, number = known[game.seat].get(game.seed, ("", 1))
        block = (number - 1) // game.players + 1
        dealer = Dealer(game.players, derive("block", series, block))
        position = Position.start(game.players)
        for move in game.moves:
            if position.is_chance:
                total += 1
                predicted += series != "" and dealer.deal(position) == move
            position.apply(move)
    return predicted, total


def remembered_deals(notes: Path) -> list[int]:
    """Return for each game how many deals the same process had seen in an earlier one."""
    seen: dict[int, set[str]] = defaultdict(set)
    counts = []
    for game in spied_games(notes):
        counts.append(len(seen[game.process].intersection(game.cards)))
        seen[game.process].update(game.cards)
    return counts


def _player_seeds(candidates: Iterable[SeriesSeed], seat: int) -> dict[int, tuple[SeriesSeed, int]]:
    """Return the series' seed and the game that give a player of this seat its seed."""
    return {
        derive("player", series, game, seat): (series, game)
        for series in candidates
        for game in range(1, MOST_GAME + 1)
    }
