"""Actions and moves are one to one, in all positions and for all numbers of players."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import pytest
from support.environment_walk import Met, compare_actions, walk
from support.position_builder import after, seat, table, vectors

from spyrium_ai.envs import (
    ACTION_COUNT,
    MOST_LEGAL_ACTIONS,
    Game,
    action_blocks,
    action_names,
    parse_action,
)
from spyrium_ai.envs.action_space import effect_names, thing_names
from spyrium_ai.envs.actions import action_of_move, move_of_action
from spyrium_ai.game.notation import NotationError
from spyrium_ai.game.position import Position


@pytest.mark.parametrize("name", [f"games-{players}-players" for players in (2, 3, 4, 5)])
def test_every_legal_move_of_the_recorded_games_has_its_own_number(name: str) -> None:
    met = Met()
    for game in vectors(name):
        position = Position.start(game["players"])
        for step in game["steps"]:
            compare_actions(position, met)
            position.apply(step["move"])
    assert met.moves == sum(len(s["legal"] or []) for g in vectors(name) for s in g["steps"])


def test_every_legal_move_of_random_play_has_its_own_number() -> None:
    met = walk(2_000, observations=False)
    assert met.positions >= 2_000
    assert met.most_moves <= MOST_LEGAL_ACTIONS


def test_the_table_and_the_names_cover_the_space() -> None:
    blocks, names = action_blocks(), action_names()
    assert blocks[-1].first + blocks[-1].size == ACTION_COUNT == len(names) == len(set(names))
    for block in blocks:
        word = block.name.partition(",")[0]
        assert all(name.startswith(word) for name in names[block.first : block.first + block.size])


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("place:a1b1", 0),
        ("place:c2c3", 11),
        ("money:a1b1:a1", 12),
        ("money:c2c3", 47),
        ("activate:a1b1:a1", 48),
        ("II:activate:a1b1:a1", 48),
        ("activate:a1b1:b1:lobby", 240),
        ("activate:b1c1:c1:over=U1*", 484),
        ("activate:b1b2:b2:token=2:advance", 1972),
        ("activate:a1b1:a1:token=3:commerce:lobby:score", 123),
        ("use:M1:1", 3120),
        ("reuse:U2:2", 3153),
        ("event:M2:2", 3156),
        ("II:event:c2c3", 3182),
        ("event:money:commerce", 3184),
        ("event:pay3", 3192),
        ("II:event:pay3", 3204),
        ("event:hire", 3194),
        ("pass", 3207),
        ("bonus:money", 3209),
    ],
)
def test_numbers_are_frozen(text: str, action: int) -> None:
    """A change here needs another ACTION_FORMAT."""
    assert parse_action(text) == action


def test_all_names_are_frozen() -> None:
    """A change here needs another ACTION_FORMAT."""
    names = "\n".join((*action_names(), *thing_names()))
    assert blake2b(names.encode(), digest_size=8).hexdigest() == "366e973b61dafe3e"


def test_effects_are_those_of_the_card_table() -> None:
    assert len(effect_names()) == 17
    assert effect_names()[:3] == ("M1:1", "M2:1", "M2:2")


@pytest.mark.parametrize("text", ["", "place", "use:N1:1", "II:place:a1b1", "pass:"])
def test_what_is_no_move_has_no_number(text: str) -> None:
    with pytest.raises(NotationError):
        parse_action(text)


@pytest.mark.parametrize("move", [-1, 2**32, 3, 4, 0xC0 | 15 << 4, 63 << 10, 31 << 22, 3 << 27])
def test_a_number_that_no_move_has_is_refused(move: int) -> None:
    with pytest.raises(ValueError, match="move: "):
        action_of_move(move)


def test_every_number_below_the_count_can_be_asked_about_anywhere() -> None:
    """Those that are not legal give some move, and `apply` refuses all of them."""
    owner = seat("M1", "U2*", techniques="Co Lo Ta")
    position = table(owner, seat(), slots={"a1b1": "1", "b2c2": "12"})
    game = Game.from_position(position)
    legal = set(game.legal_actions())
    for action in range(ACTION_COUNT):
        move_of_action(position.state, action)
        if action not in legal:
            with pytest.raises(ValueError, match=f"action {action} is not legal here"):
                game.apply(action)
    assert game.position() == position


@pytest.mark.parametrize("action", [-1, ACTION_COUNT, 2**70, 1.0, "1", None])
def test_what_is_no_action_is_refused(action: Any) -> None:
    game = Game(2)
    before = game.position()
    for method in (game.apply, game.action_text):
        with pytest.raises((ValueError, TypeError), match="action"):
            method(action)
    with pytest.raises((ValueError, TypeError), match="action"):
        move_of_action(before.state, action)
    assert game.position() == before


def test_a_position_with_many_ways_to_build_fits_the_bound() -> None:
    owner = seat(
        *("M1", "M2", "M3", "W1", "F1", "L1", "N1", "R1", "U1"),
        money=99,
        workers=7,
        techniques="Lo Co",
    )
    market = {"a1": "R2", "b1": "R2", "c1": "M3.1", "a2": "N2", "b2": "R1", "c2": "U2.1"}
    slots = {"a1b1": "12", "b1c1": "12", "a2b2": "12", "b2c2": "12", "b1b2": "12", "c1c2": "1"}
    met = Met()
    rival = seat(workers=7)
    compare_actions(table(owner, rival, market=market, slots=slots, turn=5), met)
    assert 200 < met.most_moves <= MOST_LEGAL_ACTIONS


def test_what_chance_decides_and_the_end_have_no_actions() -> None:
    over = after(table(seat(), turn=6), "pass")
    for position in (Position.start(3), over):
        game = Game.from_position(position, explicit_chance=True)
        assert game.legal_actions() == []
        assert not game.legal_mask().any()
        assert game.seat == -1
