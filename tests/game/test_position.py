"""`Position`, the way in for Python programs."""

from __future__ import annotations

import copy
import pickle
import re

import pytest
from support.chi_square import assert_chances
from support.position_builder import PASSED, after, played_out, seat, table
from support.position_lines import BETWEEN, BONUS, IN_TURN, OVER, START, with_fields, with_part

from spyrium_ai.game.card_table import DECKS, EVENTS
from spyrium_ai.game.position import IllegalMoveError, Position

LINES = (START, BETWEEN, IN_TURN, BONUS, OVER)


def test_what_decides_is_told_for_every_kind_of_position() -> None:
    seen = {}
    for name, line in zip(("start", "between", "turn", "bonus", "over"), LINES, strict=True):
        p = Position.parse(line)
        seen[name] = (p.players, p.turn, p.to_move, p.is_chance, p.bonus_open, p.is_over)
    assert seen == {
        "start": (2, 0, 0, True, False, False),
        "between": (2, 2, 0, True, False, False),
        "turn": (2, 1, 1, False, False, False),
        "bonus": (2, 5, 2, False, True, False),
        "over": (2, 6, 0, False, False, True),
    }


def test_a_game_is_for_2_to_5() -> None:
    assert [str(Position.start(n))[0] for n in (2, 3, 4, 5)] == ["2", "3", "4", "5"]
    for players in (0, 1, 6, -2):
        with pytest.raises(ValueError, match="is not 2 to 5"):
            Position.start(players)


def test_the_start_is_the_line_of_the_notation() -> None:
    assert str(Position.start(2)) == START


def test_a_copy_goes_its_own_way() -> None:
    game = Position.parse(IN_TURN)
    other = game.copy()
    assert (other == game, other is game) == (True, False)
    other.apply(other.legal()[0])
    assert other != game
    assert str(game) == IN_TURN


@pytest.mark.parametrize("line", LINES)
def test_pickling_and_copying_keep_everything(line: str) -> None:
    game = Position.parse(line)
    for other in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):  # noqa: S301
        assert other == game
        assert (str(other), other.key, hash(other)) == (line, game.key, hash(game))
        assert other.legal() == game.legal()


def test_a_copy_by_the_copy_module_is_independent() -> None:
    game = Position.parse(IN_TURN)
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):  # noqa: S301
        other.apply(other.legal()[0])
    assert str(game) == IN_TURN


def test_equal_positions_are_equal_by_key_hash_and_in_sets() -> None:
    one, other = Position.parse(IN_TURN), Position.parse(IN_TURN)
    assert one == other
    assert (one.key, hash(one)) == (other.key, hash(other))
    assert len({one, other, Position.parse(BONUS)}) == 2
    assert 0 <= one.key < 2**64


OTHER_FIELDS: tuple[dict[int, str], ...] = (
    {3: "1"},
    {5: "W2,Co,-,-,Ar.2,Lo,M2,Ca,-"},
    {6: "-,-,-,-,-,-,-,11,-,-,-,-"},
    {7: "E7", 8: "E2"},
    {7: "E3", 11: "E1,E2,E4,E5,E6"},
    {8: "E1.3", 10: "7.7.7/1.0.0", 11: "E3,E4,E5,E6,E7"},
    {8: "E1.1", 10: "6.7.8/1.0.0", 11: "E3,E4,E5,E6,E7"},
    {8: "E6", 11: "E1,E3,E4,E5,E7"},
    {9: "M1,M2,W2,U1,Ar,Co,Lo,Ca,Cr", 13: "P/e/3/2/1/2/1/3/-/U1/-/-"},
    {10: "8.7.8/0.0.0"},
    {10: "7.6.8/1.1.0"},
    {5: "Co,W2,-,-,Ar.1,Lo,M2,Ca,-", 10: "6.8.8/1.0.0"},
    {5: "Co,W2,-,-,Ar,Lo,M2,Ca,-", 10: "7.8.8/1.0.0"},
)
OTHER_PARTS = {2: "-", 3: "4", 4: "3", 5: "2", 6: "3", 7: "2", 8: "4", 10: "U1*", 11: "-"}


def test_positions_that_differ_in_one_thing_differ_by_key_too() -> None:
    lines = [with_fields(IN_TURN, texts) for texts in OTHER_FIELDS]
    lines += [with_part(IN_TURN, 2, part, text) for part, text in OTHER_PARTS.items()]
    everything = [Position.parse(line) for line in (*LINES, *lines)]
    assert len({game.key for game in everything}) == len(everything)
    for number, game in enumerate(everything):
        assert everything.index(game) == number, str(game)


def test_a_position_is_equal_to_positions_only() -> None:
    assert Position.parse(IN_TURN) != IN_TURN
    assert Position.parse(IN_TURN) is not None


def test_the_repr_makes_the_position_again() -> None:
    game = Position.parse(IN_TURN)
    assert repr(game) == f"Position.parse('{IN_TURN}')"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (IN_TURN, "pass"),  # a worker is in the market
        (IN_TURN, "use:U1:1"),  # another player's
        (IN_TURN, "activate:a2a3:a3"),  # too dear
        (IN_TURN, "II:money:b1b2:b1"),  # already in Phase II
        (IN_TURN, "place:b1b2"),
        (IN_TURN, "nonsense"),
        (IN_TURN, ""),
        (IN_TURN, "setup:1:E3"),
        (IN_TURN, "deal:Co,W2,U1.1,Au,Ar.2,Lo,M2,Ca,Cr:E3"),
        (IN_TURN, "deal:nonsense"),
        (BETWEEN, "pass"),
        (BETWEEN, "setup:1:E3"),
        (BETWEEN, "deal:Co,W2,U1.1,Au,Ar.2,Lo,M2,Ca,Cr:E3"),
        (BONUS, "pass"),
        (OVER, "pass"),
        (OVER, "bonus:money"),
    ],
)
def test_a_move_that_is_refused_changes_nothing_and_is_quoted(line: str, text: str) -> None:
    game = Position.parse(line)
    with pytest.raises(IllegalMoveError, match=re.escape(f"'{text}'")):
        game.apply(text)
    assert game == Position.parse(line)
    assert game.legal() == Position.parse(line).legal()


def test_the_refusal_is_a_value_error() -> None:
    with pytest.raises(ValueError, match=re.escape("'place:b1b2' is not legal here")):
        Position.parse(IN_TURN).apply("place:b1b2")


def test_at_chance_nodes_and_at_the_end_no_move_is_legal() -> None:
    for line in (START, BETWEEN, OVER):
        assert Position.parse(line).legal() == []


def test_winners_and_shares_are_known_at_the_end_only() -> None:
    for line in (START, BETWEEN, IN_TURN, BONUS):
        with pytest.raises(ValueError, match="not over"):
            Position.parse(line).winners()
        with pytest.raises(ValueError, match="not over"):
            Position.parse(line).shares()
    assert Position.parse(OVER).winners() == (1,)
    assert Position.parse(OVER).shares() == (1.0, 0.0)


def test_scores_are_known_at_any_time_as_if_the_game_ended() -> None:
    assert Position.parse(START).scores() == (0, 0)
    assert Position.parse(IN_TURN).scores() == (0, 3 + 1)  # Automation and a Spyrium
    assert Position.parse(BONUS).scores() == (10 + 2 + 4 + 1, 22 + 5)


# What chance decides


def test_a_sampled_deal_is_accepted_and_the_same_for_a_seed() -> None:
    for position, _ in played_out(5, seed=4):
        if position.is_chance:
            for seed in range(20):
                deal = position.sample_deal(seed)
                assert position.sample_deal(seed) == deal
                after(position, deal)


def test_chance_is_sampled_only_where_it_decides() -> None:
    for line in (IN_TURN, BONUS, OVER):
        with pytest.raises(ValueError, match="chance has nothing to decide here"):
            Position.parse(line).sample_deal(1)


def test_a_sampled_setup_is_fair() -> None:
    start = Position.start(4)
    setups = [start.sample_deal(seed).split(":") for seed in range(3000)]
    assert_chances((first for _, first, _ in setups), dict.fromkeys("1234", 1))
    assert_chances((event[:2] for _, _, event in setups), dict.fromkeys(EVENTS, 1))
    e1 = [event[-1] for _, _, event in setups if event.startswith("E1")]
    assert_chances(e1, dict.fromkeys("123", 1))


def test_sampled_markets_are_fair_in_every_cell() -> None:
    position = after(table(seat(), turn=3), "pass")
    markets = [position.sample_deal(seed).split(":")[1].split(",") for seed in range(3000)]
    for cell in range(9):
        assert_chances((market[cell][:2] for market in markets), DECKS[1])


def test_sampled_tokens_come_from_the_reserve_first_and_then_from_the_discards() -> None:
    """Two tokens for the Financier, one in the reserve: a 3 and one of 8 ones, 7 twos, 4 threes."""
    keeper = seat(techniques="Co", phase="P", tokens=(2, 3, 3, 3))
    position = after(table(seat(), keeper, PASSED, turn=5, discard=(8, 7, 4)), "pass")
    assert " 0.0.1/8.7.4 " in str(position)
    deals = [position.sample_deal(seed) for seed in range(3000)]
    tokens = [deal[deal.index("Fi.") + 3 :][:3] for deal in deals]
    assert_chances(tokens, {"1.3": 8, "2.3": 7, "3.3": 4})


# Random play and counting


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_random_game_ends_and_is_the_same_for_a_seed(players: int) -> None:
    ends = []
    for seed in (1, 1, 2):
        game = Position.start(players)
        made = game.play_out(seed)
        assert game.is_over
        assert made >= 6 * players
        assert sum(game.shares()) == pytest.approx(1)
        ends.append((made, str(game)))
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


def test_a_random_game_goes_on_from_anywhere_and_from_the_end_nowhere() -> None:
    for line in LINES:
        game = Position.parse(line)
        made = game.play_out(3)
        assert game.is_over
        assert (made == 0) == (line == OVER)
        assert str(Position.parse(str(game))) == str(game)


def test_perft_counts_sequences_of_moves() -> None:
    game = table(seat(phase="I"), seat(phase="I"), market={"a1": "M1"}, event="E3")
    legal = game.legal()
    assert game.perft(0) == 1
    assert game.perft(1) == len(legal)
    assert game.perft(2) == sum(len(after(game, move).legal()) for move in legal)
    assert game.perft(3) == sum(after(game, move).perft(2) for move in legal)


def test_perft_counts_a_sequence_once_that_ends_before_its_depth() -> None:
    assert table(seat(), turn=2, event="E3").perft(1) == 3
    passing = table(seat(event_used=True), turn=2)
    assert [passing.perft(depth) for depth in (1, 2, 5)] == [1, 1, 1]
    for line in (START, BETWEEN, OVER):
        assert [Position.parse(line).perft(depth) for depth in (0, 1, 3)] == [1, 1, 1]


def test_perft_of_a_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="depth: -1 is not 0 to"):
        Position.parse(IN_TURN).perft(-1)


def test_divide_is_perft_by_first_move() -> None:
    game = Position.parse(IN_TURN)
    divided = game.divide(3)
    assert list(divided) == game.legal()
    assert sum(divided.values()) == game.perft(3)
    assert divided == {move: after(game, move).perft(2) for move in game.legal()}
    assert set(game.divide(1).values()) == {1}
    assert game.divide(0) == {}
    assert Position.parse(OVER).divide(2) == {}
    with pytest.raises(ValueError, match="below 0"):
        game.divide(-1)


def test_counting_leaves_the_position_as_it_is() -> None:
    game = Position.parse(IN_TURN)
    game.perft(3)
    game.divide(2)
    game.legal()
    game.scores()
    assert str(game) == IN_TURN
