"""The engine `level`: wrong opinions that last, and searches that end by nodes."""

from __future__ import annotations

from statistics import fmean, stdev

import pytest
from support.engine_cases import choose, positions, without_time

from spyrium_ai.engine.base import Engine
from spyrium_ai.engine.builtin.level_engine import CALIBRATED, error_of
from spyrium_ai.engine.levels import Level, level_player, levels, play_of
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.move_notation import parse_move
from spyrium_ai.search.line_value import line_value
from spyrium_ai.search.weights import FIRST_NETS_FILE, load_net, load_weights

OPEN = SearchLimits()
WEAK = [level for level in levels() if level.play.noise]
SEARCHING = [level for level in levels() if not level.play.noise]


def player(level: float, seed: int = 1, players: int = 2) -> Engine:
    engine = make_engine("level", [f"level={level}", f"seed={seed}"])
    engine.new_game(players, 1)
    return engine


@pytest.mark.parametrize("level", [1, 4.5, SEARCHING[0].number, SEARCHING[0].number + 0.5])
def test_the_same_seed_gives_the_same_moves(level: float) -> None:
    found = positions(2, seed=3, every=4)
    games = []
    for _ in range(2):
        engine = player(level)
        games.append([without_time(choose(engine, p, OPEN)[1]) for p in found])
    assert games[0] == games[1]


def test_another_seed_gives_other_opinions() -> None:
    found = positions(2, seed=3, every=4)
    games = [[choose(player(2, seed), p, OPEN)[0] for p in found] for seed in range(3)]
    assert len(set(map(tuple, games))) == 3


def test_an_opinion_lasts() -> None:
    """Neither what was asked before nor a new game changes it: the seed and the position do."""
    found = positions(2, seed=3, every=4)
    engine = player(3)
    forwards = [choose(engine, position, OPEN)[0] for position in found]
    engine.new_game(2, 2)
    backwards = [choose(engine, position, OPEN)[0] for position in reversed(found)]
    assert forwards == backwards[::-1]


def test_errors_are_standard_normal_and_differ_between_positions_and_seeds() -> None:
    errors = [error_of(key, seed) for key in range(400) for seed in range(5)]
    assert fmean(errors) == pytest.approx(0, abs=0.1)
    assert stdev(errors) == pytest.approx(1, abs=0.1)
    assert sum(abs(error) < 1 for error in errors) / len(errors) == pytest.approx(0.683, abs=0.05)
    assert len(set(errors)) == len(errors)


def lead_lost(level: float) -> float:
    """Return the mean lead in points that the level's moves lose by its own judge without error."""
    lost = []
    for position in positions(2, seed=3, every=2):
        seat = position.to_move - 1
        leads = {}
        for move in map(parse_move, position.legal()):
            _, points = line_value(
                position.state, (move,), load_weights(2), load_net(2, file=FIRST_NETS_FILE), 1
            )
            leads[move] = points[seat] - points[1 - seat]
        chosen = parse_move(choose(player(level), position, OPEN)[0])
        lost.append(max(leads.values()) - leads[chosen])
    return fmean(lost)


def test_a_higher_level_errs_less() -> None:
    by_level = [lead_lost(level) for level in (1, 2.5, 4, 6)]
    assert by_level == sorted(by_level, reverse=True)
    assert len(set(by_level)) == 4


@pytest.mark.parametrize(
    "level", [WEAK[0].number, WEAK[-1].number, *(x.number for x in SEARCHING[:3])]
)
def test_what_it_says_of_its_move_is_without_error(level: float) -> None:
    for position in positions(3, seed=3, every=20):
        move, reports = choose(player(level, players=3), position, OPEN)
        assert reports[-1].pv[0] == move
        if level <= WEAK[-1].number:
            shares, points = line_value(
                position.state,
                (parse_move(move),),
                load_weights(3),
                load_net(3, file=FIRST_NETS_FILE),
                1,
            )
            assert reports[-1].points == pytest.approx(points, abs=0.06)
            assert [value / 1000 for value in reports[-1].values] == pytest.approx(shares, abs=1e-3)


@pytest.mark.parametrize("level", SEARCHING[:4])
def test_a_searching_level_plays_what_the_search_does_with_its_nodes(level: Level) -> None:
    search = make_engine(level.play.search, ["seed=1", "memory=64", *CALIBRATED])
    search.new_game(2, 1)
    engine = player(level.number)
    for position in positions(2, seed=3, every=9):
        limits = SearchLimits(nodes=level.play.nodes_for(2))
        for asked in (OPEN, SearchLimits(infinite=True), SearchLimits(nodes=10**9)):
            assert choose(engine, position, asked)[0] == choose(search, position, limits)[0]


def test_lower_limits_of_go_hold() -> None:
    position = positions(2, seed=3, every=1)[2]
    _, reports = choose(player(SEARCHING[2].number), position, SearchLimits(nodes=7))
    assert reports[-1].nodes == 7


@pytest.mark.parametrize(("players", "name"), [(2, "expectimax"), (3, "mcts")])
def test_the_highest_level_plays_as_it_was_calibrated(players: int, name: str) -> None:
    highest = levels()[-1]
    search = make_engine(name, ["seed=1", "memory=64", *CALIBRATED])
    search.new_game(players, 1)
    position = positions(players, seed=3, every=1)[90]
    limits = SearchLimits(nodes=highest.play.nodes_for(players))
    move, _ = choose(player(highest.number, players=players), position, OPEN)
    assert move == choose(search, position, limits)[0]


def test_it_goes_from_one_number_of_players_to_another() -> None:
    engine = player(SEARCHING[0].number)
    for players in (2, 4, 3):
        position = positions(players, seed=3, every=1)[5]
        assert choose(engine, position, OPEN)[0] in position.legal()


@pytest.mark.parametrize("text", ["0", "0.99", str(len(levels()) + 0.01), "nan", "four"])
def test_other_levels_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"is not a number from 1 to {len(levels())}"):
        make_engine("level").set_option("level", text)


def test_every_numbered_level_has_its_play() -> None:
    for level in levels():
        assert play_of(level.number) == level.play
        assert level_player(level.number) == f"level:level={level.number}"
