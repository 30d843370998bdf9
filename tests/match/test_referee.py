from __future__ import annotations

import pytest
from support.scripted_players import (
    Scripted,
    at_move,
    crash,
    first_move,
    game,
    illegal,
    plan,
    spread,
)

from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.match.player import Choice, Turn
from spyrium_ai.match.process.faults import EngineCrash, FlagFall, IllegalChoice
from spyrium_ai.match.records.record import Fault, GameRecord, Ply, winners
from spyrium_ai.match.records.replay import verify
from spyrium_ai.match.referee import Game, Observer
from spyrium_ai.match.schedule import blocks_for, game_plan, schedule, seating
from spyrium_ai.match.time_control import TimeControl


class Unready(Scripted):
    """Fails before the game."""

    def begin(self, players: int, seat: int, seed: int) -> None:  # noqa: ARG002
        raise EngineCrash("never woke up")


class Notes(Observer):
    """Keeps everything that is seen."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.plies: list[Ply] = []
        self.faults: list[Fault] = []
        self.record: GameRecord | None = None

    def before_game(self, game: Game) -> None:
        self.seen.append(f"game {game.plan.id}")

    def before_move(self, turn: Turn) -> None:
        self.seen.append(f"turn {turn.seat}")

    def after_ply(self, position: Position, ply: Ply) -> None:
        assert isinstance(position, Position)
        self.plies.append(ply)

    def on_fault(self, fault: Fault) -> None:
        self.faults.append(fault)

    def after_game(self, record: GameRecord) -> None:
        self.record = record


def test_a_game_is_played_to_the_end_and_can_be_verified() -> None:
    players = Scripted(), Scripted(spread)
    record = game(*players, limits=TimeControl(nodes=7)).play()
    assert record.outcome == "played"
    assert verify(record) == []
    assert players[0].begun == [(2, 1, 101)]
    assert players[1].begun == [(2, 2, 102)]
    assert [seat.limits for seat in record.seats] == ["nodes 7", "nodes 7"]
    own = [ply for ply in record.plies if ply.seat == 1]
    assert own[0] == Ply(1, own[0].move, 10.0, 3, (600, 400))
    assert all(ply.time is None for ply in record.plies if ply.seat == 0)


def test_players_see_everything_since_the_setup_and_the_end() -> None:
    players = Scripted(), Scripted(spread)
    record = game(*players).play()
    moves = tuple(ply.move for ply in record.plies)
    for turn in players[0].turns:
        assert turn.moves == moves[: len(turn.moves)]
        assert turn.text == f"start 2 moves {' '.join(turn.moves)}"
    for player in players:
        assert player.last is not None
        assert player.last.moves == moves
        assert player.last.legal == ()


def test_deals_are_those_of_the_dealer() -> None:
    record = game(Scripted(), Scripted()).play()
    assert record.plies[0].move == Dealer(2, plan().seed).deal(Position.start(2))


def test_with_two_players_a_fault_ends_the_game() -> None:
    notes = Notes()
    players = Scripted(spread), Scripted(at_move(3, crash))
    record = game(*players, observer=notes).play()
    assert (record.outcome, record.scores, record.winners) == ("forfeit", None, (1,))
    (fault,) = record.faults
    assert (fault.seat, fault.kind, fault.reason) == (2, "crash", "fell over")
    assert (fault.command, fault.log) == ("go", ("! oh",))
    assert fault.position == record.final
    assert fault.ply == len(record.plies)
    assert notes.faults == [fault]
    assert verify(record) == []


def test_an_illegal_move_is_the_referees_to_see() -> None:
    record = game(Scripted(at_move(2, illegal)), Scripted(spread)).play()
    (fault,) = record.faults
    assert fault.kind == IllegalChoice.kind
    assert fault.reason == "'place:z9z9' is not a legal move"
    assert record.winners == (2,)


def test_among_three_a_stand_in_goes_on_and_the_seat_has_no_share() -> None:
    players = Scripted(spread), Scripted(at_move(3, crash)), Scripted(spread)
    record = game(*players).play()
    assert record.outcome == "forfeit"
    assert record.scores is not None
    assert 2 not in record.winners
    assert len(record.faults) == 1
    assert len(players[1].turns) == 3
    later = [ply for ply in record.plies if ply.seat == 2 and ply.time is None]
    assert len(later) > 5
    assert players[1].last is None
    assert verify(record) == []
    again = Scripted(spread), Scripted(at_move(3, crash)), Scripted(spread)
    assert game(*again).play().plies == record.plies


def test_when_all_but_one_have_failed_the_last_one_wins_at_once() -> None:
    players = Scripted(at_move(1, crash)), Scripted(spread), Scripted(at_move(2, illegal))
    record = game(*players).play()
    assert (record.scores, record.winners) == (None, (2,))
    assert [fault.seat for fault in record.faults] == [1, 3] or len(record.faults) == 2
    assert verify(record) == []


def test_a_void_game() -> None:
    players = Scripted(spread), Scripted(at_move(3, crash)), Scripted(spread)
    record = game(*players, policy="void").play()
    assert (record.outcome, record.scores, record.winners) == ("void", None, ())
    assert verify(record) == []


def test_void_means_nothing_with_two() -> None:
    record = game(Scripted(crash), Scripted(), policy="void").play()
    assert (record.outcome, record.winners) == ("forfeit", (2,))


def test_a_player_that_does_not_get_ready() -> None:
    record = game(Scripted(), Unready()).play()
    assert (record.plies, record.winners) == ((), (1,))
    assert record.faults[0].ply == 0
    assert verify(record) == []
    assert game(Scripted(), Unready(), Scripted()).play().scores is not None


def test_clocks_run_down_and_gain_the_increment() -> None:
    players = Scripted(first_move), Scripted(spread)
    game(*players, limits=TimeControl(clock=1000, inc=4)).play()
    first, second = players[0].turns[:2]
    assert first.limits.clock is not None
    assert second.limits.clock is not None
    assert first.limits.clock[0] == 1000
    assert second.limits.clock[0] == 1000 - 10 + 4
    assert second.limits.inc == 4


def test_a_clock_that_grows_stays_within_the_protocol() -> None:
    player = Scripted(first_move)
    game(player, Scripted(spread), limits=TimeControl(clock=10**9, inc=1000)).play()
    assert {turn.limits.clock for turn in player.turns} == {(10**9, 10**9)}


def test_a_flag_falls() -> None:
    slow = Scripted(lambda turn: Choice(turn.legal[0], 0.06))
    record = game(slow, Scripted(), limits=TimeControl(clock=100)).play()
    assert record.faults[0].kind == FlagFall.kind
    assert len(slow.turns) == 2
    assert record.winners == (2,)


@pytest.mark.parametrize(("margin", "turns"), [(0.05, 3), (0.1, 4)])
def test_the_time_margin_is_granted_once_a_game(margin: float, turns: int) -> None:
    slow = Scripted(lambda turn: Choice(turn.legal[0], 0.06))
    limits = TimeControl(clock=100)
    record = game(slow, Scripted(), limits=limits, margin=margin).play()
    assert record.faults[0].kind == FlagFall.kind
    assert len(slow.turns) == turns
    told = [turn.limits.clock[0] for turn in slow.turns if turn.limits.clock]
    assert told == [100, 40, 0, 0][:turns]


def test_a_game_is_taken_up_where_it_was_left() -> None:
    limits = TimeControl(clock=10_000, inc=1)
    whole = game(Scripted(first_move), Scripted(spread), limits=limits).play()
    players = Scripted(first_move), Scripted(spread)
    half = whole.plies[: len(whole.plies) // 2]
    rest = game(*players, limits=limits, history=half).play()
    assert rest.plies == whole.plies
    clock = players[0].turns[0].limits.clock
    assert clock is not None
    assert clock[0] < 10_000


def test_a_game_is_taken_up_with_its_faults() -> None:
    whole = game(Scripted(spread), Scripted(at_move(3, crash)), Scripted(spread)).play()
    lost = Scripted(spread)
    half = whole.plies[: len(whole.plies) // 2]
    rest = game(Scripted(spread), lost, Scripted(spread), history=half, faults=whole.faults).play()
    assert (rest.plies, rest.faults, rest.winners) == (whole.plies, whole.faults, whole.winners)
    assert not lost.begun
    assert not lost.turns


def test_an_exception_of_another_kind_leaves_the_game_to_look_at() -> None:
    class LeftError(Exception):
        """Somebody has left the table."""

    def leave(_turn: Turn) -> Choice:
        raise LeftError

    table = game(Scripted(at_move(2, leave)), Scripted(spread))
    with pytest.raises(LeftError):
        table.play()
    assert len(table.plies) > 2
    assert not table.faults


def test_observers_see_everything() -> None:
    notes = Notes()
    record = game(Scripted(), Scripted(spread), observer=notes).play()
    assert notes.seen[0] == "game 1.1"
    assert len(notes.seen) - 1 == sum(ply.seat > 0 for ply in record.plies)
    assert tuple(notes.plies) == record.plies
    assert notes.record == record


def test_winners() -> None:
    assert winners(2, (40, 40), set()) == (1, 2)
    assert winners(3, (40, 50, 40), {2}) == (1, 3)
    assert winners(4, None, {2, 3}) == (1, 4)
    assert winners(2, (40, 30), {1, 2}) == ()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_sits_everywhere_once_in_a_block(players: int) -> None:
    for block in (1, 2):
        rotations = [seating(players, block, rotation) for rotation in range(players)]
        for seat in range(players):
            assert sorted(rotation[seat] for rotation in rotations) == list(range(players))


def test_a_game_of_a_schedule_by_its_number() -> None:
    games = list(schedule(3, 4, seed=7))
    assert [game_plan(3, number, seed=7) for number in range(1, 13)] == games


def test_every_other_block_goes_round_the_other_way() -> None:
    def after(block: int) -> int:
        order = seating(4, block, 0)
        return order[(order.index(0) + 1) % 4]

    assert (after(1), after(2), after(3)) == (1, 3, 1)


def test_seeds_of_a_schedule() -> None:
    games = list(schedule(3, 4, seed=9))
    assert [game.id for game in games[:4]] == ["1.1", "1.2", "1.3", "2.1"]
    assert [game.game for game in games] == list(range(1, 13))
    assert len({game.seed for game in games}) == 4
    assert len({seed for game in games for seed in game.player_seeds}) == 36
    assert not {game.seed for game in games} & {s for game in games for s in game.player_seeds}
    assert games[:6] == list(schedule(3, 2, seed=9))
    assert games[0].seed != next(schedule(3, 1, seed=10)).seed
    assert (blocks_for(1, 3), blocks_for(3, 3), blocks_for(4, 3)) == (1, 1, 2)
