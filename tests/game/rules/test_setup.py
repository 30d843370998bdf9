"""The setup, the beginning of a turn, and where tokens come from (R6 to R12)."""

from __future__ import annotations

import pytest
from support.position_builder import PASSED, after, moves, one, seat, table

from spyrium_ai.game.card_table import DECKS, EVENTS
from spyrium_ai.game.position import IllegalMoveError, Position

FIRST_DEAL = "deal:M1,W1,M2,M2,R1,Ap,Lo,W1,N1:E3"


def piles(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tokens in the reserve and in the discard pile."""
    board = position.board()
    return board.reserve, board.discard


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_starts_with_8_pounds_2_spyrium_and_3_of_7_workers(players: int) -> None:
    board = Position.start(players).board()
    assert board.reserve == (8, 8, 8)
    assert len(board.seats) == players
    for start in board.seats:
        assert (start.points, start.money, start.spyrium) == (0, 8, 2)
        assert (start.residence, start.active, start.workers) == (2, 3, 3)
        assert (start.buildings, start.techniques, start.bonuses) == ((), (), "")


def test_r6_the_residence_track_goes_from_2_to_7_and_at_7_one_only_scores() -> None:
    for space in (2, 3, 4, 5, 6):
        game = table(seat(residence=space), event="E2")
        assert one(after(game, "event:advance")).residence == space + 1
        assert one(after(game, "event:score")).points == space
    top = table(seat(residence=7), event="E2")
    assert moves(top, "event:") == ["event:score"]
    assert one(after(top, "event:score")).points == 7
    architect = table(seat(residence=7), market={"a1": "Ar.1"}, slots={"a1b1": "1"})
    assert moves(architect, "activate") == ["activate:a1b1:a1:token=1:score"]
    residence = table(seat(residence=7), market={"a1": "R1"}, slots={"a1b1": "1"})
    assert moves(residence, "activate") == ["activate:a1b1:a1:score"]


def test_r7_income_comes_in_the_first_turn_too() -> None:
    game = after(Position.start(2), "setup:1:E4")
    assert [s.money for s in game.board().seats] == [8, 8]
    game.apply(FIRST_DEAL)
    assert [s.money for s in game.board().seats] == [10, 10]


def test_r7_income_is_the_residence_space_and_comes_with_the_deal() -> None:
    game = after(table(seat(money=1, residence=5), turn=1), "pass")
    assert one(game).money == 1
    game.apply("deal:R1,R1,N1,N1,N1,Ap,Ap,L1,W2:E1.1")
    assert one(game).money == 6


def test_r8_the_setup_draws_the_first_player_the_event_and_its_token() -> None:
    game = after(Position.start(3), "setup:2:E1.3")
    board = game.board()
    assert (board.first, board.event, board.next_event, board.turn) == (2, "E1.3", "", 1)
    assert board.reserve == (8, 8, 7)
    assert board.unseen_events == ("E2", "E3", "E4", "E5", "E6", "E7")
    game.apply(FIRST_DEAL)
    assert game.to_move == 2


def test_r8_the_next_event_becomes_the_turns_event_and_keeps_its_token() -> None:
    game = after(table(seat(), turn=1, event="E4", next_event="E1.2"), "pass")
    board = game.board()
    assert (board.event, board.next_event) == ("E1.2", "")
    assert piles(game) == ((8, 7, 8), (0, 0, 0))


def test_r8_the_token_of_the_next_event_is_drawn_before_those_of_the_market() -> None:
    """One token is left in the reserve: it must be the event's."""
    game = after(table(seat(), turn=1, discard=(7, 8, 8)), "pass")
    assert piles(game) == ((1, 0, 0), (7, 8, 8))
    dealt = after(game, "deal:Mi.2,R1,N1,N1,N1,Ap,Ap,L1,W2:E1.1")
    assert piles(dealt) == ((7, 7, 8), (0, 0, 0))
    with pytest.raises(IllegalMoveError, match="token 2 for E1"):
        game.apply("deal:Mi.1,R1,N1,N1,N1,Ap,Ap,L1,W2:E1.2")


def test_r8_tokens_of_the_market_are_drawn_card_by_card_in_reading_order() -> None:
    game = after(table(seat(), turn=1, discard=(7, 8, 8)), "pass")
    dealt = after(game, "deal:R1,Mi.1,N1,N1,N1,Mi.3,Ap,L1,W2:E2")
    assert piles(dealt) == ((7, 8, 7), (0, 0, 0))
    with pytest.raises(IllegalMoveError, match="the tokens of Mi"):
        game.apply("deal:R1,Mi.3,N1,N1,N1,Mi.1,Ap,L1,W2:E2")


def test_r8_the_seventh_event_is_revealed_in_turn_6_and_never_used() -> None:
    game = after(table(seat(), turn=5, event="E4", next_event="E7"), "pass")
    assert game.board().unseen_events == ("E6",)
    game.apply("deal:F2,L3,H1,H2,H3,En,Ge,Fi.1,Ad:E6")
    assert game.board().unseen_events == ()
    assert game.board().event == "E7"
    over = after(game, "II:pass", "II:pass")
    assert over.is_over
    assert over.board().event == "E7"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("card", ["Bu", "Mi", "Ar", "Ba", "Fi", "M3", "U1", "U2"])
def test_r9_a_building_gets_one_token_a_character_one_fewer_than_players(
    players: int, card: str
) -> None:
    turn = 1 if card in DECKS[0] else 4 if card in DECKS[1] else 6
    rest = [c for c in DECKS[{1: 0, 4: 1, 6: 2}[turn]].elements() if c not in {"Bu", "Mi", "Ar"}]
    rest = [c for c in rest if c not in {"Ba", "Fi", "M3", "U1", "U2"}][:8]
    due = 1 if card in {"M3", "U1", "U2"} else players - 1
    game = Position.start(players)
    if turn == 1:
        game.apply("setup:1:E3")
        event = "E2"
    else:
        passed = [PASSED] * (players - 1)
        game = after(table(seat(), *passed, turn=turn - 1, event="E3", next_event="E4"), "pass")
        event = game.board().unseen_events[-1]
    for count in range(5):
        deal = f"deal:{','.join([card + '.2' * count, *rest])}:{event}"
        if count == due:
            cell = after(game, deal).board().market[0]
            assert cell is not None
            assert cell.tokens == (2,) * due
        else:
            with pytest.raises(IllegalMoveError, match=f"{count} tokens on {card}, not {due}"):
                game.apply(deal)


def test_r10_the_discard_pile_is_refilled_in_the_middle_of_a_card() -> None:
    """Three tokens of four due are left: all are on the card, the fourth is from the discards."""
    five = after(table(seat(), *[PASSED] * 4, turn=3, discard=(8, 7, 6)), "pass")
    assert piles(five) == ((0, 1, 2), (8, 7, 6))
    rest = "F1,F1,F2,L2,L3,N2,N2,R1"
    dealt = after(five, f"deal:Bu.1.2.3.3,{rest}:E3")
    assert piles(dealt) == ((7, 7, 6), (0, 0, 0))
    for impossible in ("1.1.2.3", "1.3.3.3", "2.2.2.2"):
        with pytest.raises(IllegalMoveError, match="the tokens of Bu cannot be drawn"):
            five.apply(f"deal:Bu.{impossible},{rest}:E3")


def test_r10_the_discard_pile_is_not_touched_before_a_token_is_needed() -> None:
    """The last tokens of the reserve are just enough."""
    three = after(table(seat(), PASSED, PASSED, turn=3, discard=(7, 7, 8)), "pass")
    dealt = after(three, "deal:Bu.1.2,F1,F1,F2,L2,L3,N2,N2,R1:E3")
    assert piles(dealt) == ((0, 0, 0), (7, 7, 8))


def nearly_all_tokens_gone() -> Position:
    """Before turn 4 with five players, 17 tokens for 19 places: the example of the notation."""
    keeper = seat(techniques="Co", phase="P", tokens=(1, 2, 2, 3, 3, 3))
    game = table(
        *(keeper, PASSED, PASSED, PASSED, seat()),
        turn=3,
        decides="5",
        event="E4",
        next_event="E1.2",
        discard=(6, 5, 4),
    )
    return after(game, "pass")


def test_r10_what_cannot_be_drawn_is_not_placed() -> None:
    game = nearly_all_tokens_gone()
    assert piles(game) == ((1, 0, 1), (6, 5, 4))
    head = "deal:Ba.1.1.3.3,Bu.1.2.2.3,Ar.1.2.2.2,M3.3,Mi.1.1.1.3"
    dealt = after(game, f"{head},U2,M3,F1,Ge:E5")
    assert piles(dealt) == ((0, 0, 0), (0, 0, 0))
    with pytest.raises(IllegalMoveError, match="1 tokens on U2, not 0"):
        game.apply(f"{head},U2.2,M3,F1,Ge:E5")
    with pytest.raises(IllegalMoveError, match="3 tokens on Mi, not 4"):
        game.apply(f"{head[:-2]},U2.1,M3,F1,Ge:E5")


def test_r10_the_last_card_gets_what_can_be_drawn_of_its_tokens() -> None:
    game = nearly_all_tokens_gone()
    dealt = after(game, "deal:U2.1,M3.3,M3.3,Ba.1.1.1.1,Bu.1.1.2.3,Ar.2.2.2.2,Mi.3.3,F1,Ge:E5")
    cell = dealt.board().market[6]
    assert cell is not None
    assert cell.tokens == (3, 3)


def test_r10_a_building_without_its_token_gives_nothing_for_it() -> None:
    for card in ("M3", "U2"):
        game = table(seat(money=20, spyrium=0), market={"a1": card}, slots={"a1b1": "1"})
        built = one(after(game, "activate:a1b1:a1"))
        assert (built.spyrium, built.points, built.buildings) == (0, 0, (card,))


def test_r10_tokens_left_on_the_market_and_the_event_are_discarded_after_the_turn() -> None:
    market = {"a1": "Mi.2.3", "b2": "U1.1"}
    game = table(seat(), PASSED, PASSED, market=market, event="E1.3", turn=2, discard=(0, 1, 0))
    assert piles(after(game, "pass")) == ((7, 6, 6), (1, 2, 2))


def test_r11_the_first_player_card_moves_to_the_next_seat_and_from_the_last_to_the_first() -> None:
    for first, following in ((1, 2), (2, 3), (3, 1)):
        game = table(seat(), PASSED, PASSED, first=first, turn=1)
        assert after(game, "pass").board().first == following


def test_r11_players_act_in_seat_order_and_who_has_passed_is_skipped() -> None:
    game = table(*[seat(phase="I")] * 4, first=3, decides="3", market={"a1": "M1"})
    order = []
    for move in ("place:a1b1", "II:pass", "place:a1a2", "place:a1b1", "place:a1b1", "place:a1b1"):
        order.append(game.to_move)
        game.apply(move)
    assert order == [3, 4, 1, 2, 3, 1]


def test_r11_the_only_player_left_acts_again_and_again() -> None:
    game = table(seat("M1", "M2", active=3))
    for move in ("use:M2:1", "use:M1:1", "event:pay1"):
        game.apply(move)
        assert game.to_move == 1


def test_r12_what_can_come_is_known_as_a_set_and_only_that() -> None:
    game = after(table(seat(), turn=2, event="E4", next_event="E1.1"), "pass")
    unseen_cards = (DECKS[0] - type(DECKS[0])(game.board().dealt)).elements()
    cards, events = set(), set()
    for seed in range(200):
        _, market, event = game.sample_deal(seed).split(":")
        cards |= {cell[:2] for cell in market.split(",")}
        events.add(event[:2])
    assert cards == set(unseen_cards)
    assert events == set(game.board().unseen_events)
    assert events < set(EVENTS)
