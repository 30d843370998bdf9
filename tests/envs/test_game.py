"""One game by numbers: what it plays, keeps, copies and refuses."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from support.position_builder import after, seat, table

from spyrium_ai.envs import Game
from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.state_class import State

ANY_GAME: Any = Game


def play(game: Game, seed: int, moves: int = 10_000) -> Game:
    """Make random moves, so many at most, and draws by the game's generator."""
    choose = random.Random(seed)
    while not game.is_over and moves:
        if game.is_chance:
            game.sample_chance()
        else:
            game.apply(choose.choice(game.legal_actions()))
            moves -= 1
    return game


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_is_played_to_its_end_and_rewarded(players: int) -> None:
    game = Game(players, seed=1)
    assert game.rewards() == (0.0,) * players
    play(game, 1)
    position = game.position()
    assert game.scores() == position.scores()
    assert sum(game.rewards()) == pytest.approx(0, abs=1e-6)
    for reward, share in zip(game.rewards(), position.shares(), strict=True):
        assert reward == pytest.approx((players * share - 1) / (players - 1))


def test_joint_winners_share_the_reward() -> None:
    game = Game.from_position(after(table(seat(), seat(phase="P"), turn=6), "pass"))
    assert game.rewards() == (0.0, 0.0)
    three = after(table(seat(), seat(phase="P"), seat(phase="P", points=1), turn=6), "pass")
    assert Game.from_position(three).rewards() == (-0.5, -0.5, 1.0)


def test_a_game_depends_on_its_seed_and_its_actions_alone() -> None:
    one, same, other = play(Game(3, 5), 1), play(Game(3, 5), 1), play(Game(3, 6), 1)
    assert one.position() == same.position() != other.position()
    assert one.generator == same.generator


def test_the_generator_can_be_read_and_set() -> None:
    game = play(Game(2, 1), 1, moves=3)
    kept, position = game.generator, game.position()
    first = play(game.copy(), 2).position()
    game.generator = (1, 2)
    assert game.generator == (1, 2)
    assert play(game.copy(), 2).position() != first
    game.generator = kept
    assert game.position() == position
    assert play(game, 2).position() == first


@pytest.mark.parametrize(
    "words", [(0, 0), (1,), (1, 2, 3), (-1, 0), (2**64, 0), ("1", 2), (1.0, 2)]
)
def test_a_generator_that_cannot_be_is_refused(words: Any) -> None:
    game = Game(2)
    before = game.generator
    with pytest.raises((ValueError, TypeError), match="generator"):
        game.generator = words
    assert game.generator == before


@pytest.mark.parametrize("moves", [0, 1, 20, 10_000])
@pytest.mark.parametrize("explicit", [False, True])
def test_copies_and_pickles_go_on_alike(moves: int, explicit: bool) -> None:
    game = play(Game(3, 9, explicit_chance=explicit), 9, moves)
    for _ in range(4):  # into the middle of a deal, where chance decides
        if game.is_chance:
            game.sample_chance()
    copies = [game.copy(), pickle.loads(pickle.dumps(game))]  # noqa: S301 (its own)
    ends = [play(g, 3).position() for g in (*copies, game)]
    assert ends[0] == ends[1] == ends[2]


def test_a_copy_is_independent() -> None:
    game = Game(2, 1)
    other = game.copy()
    look = game.observe().copy()
    other.apply(other.legal_actions()[-1])
    other.observe()
    assert other.position() != game.position()
    assert (game.observation == look).all()


def test_a_game_goes_on_from_a_position() -> None:
    position = table(seat(), seat())
    assert Game.from_position(position).position() == position
    started = Game.from_position(Position.start(4), seed=3)
    assert started.position() == Game(4, seed=3).position()
    assert (started.turn, started.players, started.seat) == (1, 4, started.position().to_move - 1)


def test_positions_that_no_game_comes_to_are_refused() -> None:
    data = table(seat("M1*"), seat()).state.data()
    in_phase_one = data.seats[0]._replace(phase=0)
    without_use = data.seats[0]._replace(buildings=((10, True),))
    for changed, why in ((in_phase_one, "Phase I"), (without_use, "without a use")):
        state = State.from_data(data._replace(seats=(changed, *data.seats[1:])))
        with pytest.raises(ValueError, match=why):
            Game.from_position(Position(state))


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((1,), "players"),
        ((6,), "players"),
        (("2",), "players"),
        ((2, -1), "seed"),
        ((2, 0.5), "seed"),
    ],
)
def test_a_game_that_cannot_be_is_refused(arguments: tuple[Any, ...], named: str) -> None:
    with pytest.raises((ValueError, TypeError), match=named):
        ANY_GAME(*arguments)


@pytest.mark.parametrize("thing", [None, 1, "2 0", State.start(2)])
def test_what_is_no_position_is_refused(thing: Any) -> None:
    with pytest.raises((AttributeError, TypeError)):
        ANY_GAME.from_position(thing)
