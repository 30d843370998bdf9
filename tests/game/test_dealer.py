"""The dealer: the same luck for all, by seed, and fair (docs/rules.md R8, R9, R10, R12)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from support.chi_square import assert_chances
from support.position_builder import PASSED, after, seat, table

from spyrium_ai.game.card_table import DECKS, EVENTS, tokens_laid_on
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.util.seeds import derive, stream


def deals(players: int, dealer_seed: int, play_seed: int) -> Iterator[tuple[Position, str]]:
    """Play a random game with a dealer; give every chance node (a copy) and what it decided."""
    dealer, choose = Dealer(players, dealer_seed), random.Random(play_seed)
    position = Position.start(players)
    while not position.is_over:
        if position.is_chance:
            deal = dealer.deal(position)
            yield position.copy(), deal
            position.apply(deal)
        else:
            position.apply(choose.choice(position.legal()))


def without_tokens(deal: str) -> str:
    kind, what, event = deal.split(":")
    return f"{kind}:{','.join(cell[:2] for cell in what.split(','))}:{event[:2]}"


def before_turn_2(money: int = 10, discard: tuple[int, int, int] = (0, 0, 0)) -> Position:
    return after(table(seat(money=money), turn=1, event="E4", discard=discard), "pass")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_deal_is_one_that_the_rules_can_draw(players: int) -> None:
    """`apply` refuses any other one."""
    for seed in range(6):
        assert len(list(deals(players, seed, play_seed=seed))) == 1 + 6


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_same_seed_deals_the_same_cards_whatever_is_played(players: int) -> None:
    games = [
        [without_tokens(deal) for _, deal in deals(players, 11, play_seed=p)] for p in (1, 2, 3)
    ]
    assert games[0] == games[1] == games[2]


def test_each_deck_is_dealt_without_putting_back() -> None:
    dealt = [deal.split(":")[1] for _, deal in deals(3, 5, play_seed=5)][1:]
    for turns, deck in (((0, 1, 2), DECKS[0]), ((3, 4), DECKS[1]), ((5,), DECKS[2])):
        cards = [cell[:2] for turn in turns for cell in dealt[turn].split(",")]
        assert len(cards) == 9 * len(turns)
        assert all(cards.count(card) <= deck[card] for card in cards)


def test_all_seven_events_come_once() -> None:
    events = [deal.split(":")[2][:2] for _, deal in deals(2, 5, play_seed=5)]
    assert sorted(events) == list(EVENTS)


def test_a_deal_depends_on_the_position_and_the_seed_alone() -> None:
    """Not on what the dealer was asked before."""
    nodes = list(deals(4, 3, play_seed=1))
    fresh = Dealer(4, 3)
    for position, deal in reversed(nodes):
        assert fresh.deal(position) == deal
        assert Dealer(4, 3).deal(position) == deal


def test_other_seeds_deal_otherwise() -> None:
    position = before_turn_2()
    assert len({Dealer(2, seed).deal(position) for seed in range(50)}) == 50
    assert Dealer(2, 2**63 - 1).deal(position) != Dealer(2, -1).deal(position)


def test_tokens_are_the_same_where_the_same_is_left_and_mostly_where_little_differs() -> None:
    one, like, other = before_turn_2(), before_turn_2(money=3), before_turn_2(discard=(0, 1, 0))
    drawn = same = 0
    for seed in range(200):
        dealer = Dealer(2, seed)
        deal = dealer.deal(one)
        assert dealer.deal(like) == deal
        nearly = dealer.deal(other)
        assert without_tokens(nearly) == without_tokens(deal)
        pairs = list(zip(deal.split(","), nearly.split(","), strict=True))
        drawn += sum("." in cell for cell, _ in pairs)
        same += sum("." in cell and cell == twin for cell, twin in pairs)
    assert drawn > 200
    assert 0.7 * drawn < same < drawn


def test_tokens_depend_on_the_reserve_and_not_on_where_the_other_tokens_are() -> None:
    """Kept or discarded: as long as the reserve lasts, that makes no difference."""
    keeper = seat(techniques="Co", phase="P", tokens=(1, 2, 3))
    discarded = after(table(seat(), PASSED, turn=5, discard=(3, 3, 3)), "pass")
    kept = after(table(seat(), keeper, turn=5, discard=(2, 2, 2)), "pass")
    assert discarded.board().reserve == kept.board().reserve == (5, 5, 5)
    for seed in range(50):
        assert Dealer(2, seed).deal(discarded) == Dealer(2, seed).deal(kept)


def test_each_turn_draws_its_own_tokens() -> None:
    """In the same cell from the same reserve, two turns agree by chance only, in one third."""
    fourth, fifth = (after(table(seat(), turn=turn), "pass") for turn in (3, 4))
    pairs = Counter[bool]()
    for seed in range(200):
        cells = [Dealer(2, seed).deal(node).split(":")[1].split(",")[0] for node in (fourth, fifth)]
        if all("." in cell for cell in cells):
            pairs[cells[0][-1] == cells[1][-1]] += 1
    assert pairs[False] > pairs[True] > 0


def test_the_first_player_and_the_first_event_are_drawn_fairly() -> None:
    start = Position.start(3)
    setups = [Dealer(3, seed).deal(start).split(":") for seed in range(1500)]
    assert_chances((first for _, first, _ in setups), dict.fromkeys("123", 1))
    assert_chances((event[:2] for _, _, event in setups), dict.fromkeys(EVENTS, 1))
    e1 = [event[-1] for _, _, event in setups if event.startswith("E1")]
    assert_chances(e1, dict.fromkeys("123", 1))


def test_every_card_of_the_deck_has_its_chance_in_every_cell() -> None:
    position = after(table(seat(), turn=3), "pass")
    markets = [Dealer(2, seed).deal(position).split(":")[1].split(",") for seed in range(800)]
    for cell in (0, 4, 8):
        assert_chances((market[cell][:2] for market in markets), DECKS[1])


def test_a_token_is_drawn_uniformly_from_what_is_left_in_the_reserve() -> None:
    """One 1, two 2 and five 3 are left; the event is never E1, and turn 6 has one token card."""
    position = after(table(seat(), turn=5, discard=(7, 6, 3)), "pass")
    assert " 1.2.5/7.6.3 " in str(position)
    assert "E1" not in position.board().unseen_events
    deals_made = [Dealer(2, seed).deal(position) for seed in range(1500)]
    tokens = [deal[deal.index("Fi.") + 3] for deal in deals_made]
    assert_chances(tokens, {"1": 1, "2": 2, "3": 5})


def test_the_tokens_of_one_card_are_drawn_independently() -> None:
    """For three players the Financier has two; from 8.8.8 the pairs have these chances."""
    position = after(table(seat(), PASSED, PASSED, turn=5), "pass")
    deals_made = [Dealer(3, seed).deal(position) for seed in range(1500)]
    pairs = [deal[deal.index("Fi.") + 3 :][:3] for deal in deals_made]
    like, unlike = 8 * 7 // 2, 8 * 8
    twos = dict.fromkeys(("1.1", "2.2", "3.3"), like)
    assert_chances(pairs, twos | dict.fromkeys(("1.2", "1.3", "2.3"), unlike))


def test_it_deals_what_there_is_when_the_tokens_run_out() -> None:
    """Five players, Commerce, 16 tokens left: four characters take them all."""
    keeper = seat(techniques="Co", phase="P", tokens=(1, 2, 2, 2, 3, 3, 3))
    seats = (keeper, PASSED, PASSED, PASSED, seat())
    game = table(*seats, decides="5", turn=3, next_event="E1.2", discard=(6, 4, 4))
    position = after(game, "pass")
    assert sum(position.board().reserve + position.board().discard) == 16
    short = 0
    for seed in range(600):
        deal = Dealer(5, seed).deal(position)
        if deal[-2:] in position.board().unseen_events:
            due = sum(tokens_laid_on(cell[:2], 5) for cell in deal[5:-3].split(","))
            dealt = after(position, deal).board()
            assert sum(dealt.reserve + dealt.discard) == max(0, 16 - due)
            short += due > 16
    assert short > 0


def test_only_chance_nodes_of_its_own_game_are_dealt() -> None:
    with pytest.raises(ValueError, match="not a chance node of a game for 3"):
        Dealer(3, 1).deal(Position.start(2))
    playing = after(Position.start(2), "setup:1:E2", "deal:Co,W2,U1.1,Au,Ar.2,Lo,M2,Ca,Cr:E7")
    with pytest.raises(ValueError, match="not a chance node"):
        Dealer(2, 1).deal(playing)


def test_seeds_of_different_domains_and_parts_have_nothing_in_common() -> None:
    seeds = {derive(d, a, b) for d in ("dealer", "player") for a in range(30) for b in range(30)}
    assert len(seeds) == 2 * 30 * 30
    assert derive("dealer", 1, 23) != derive("dealer", 12, 3)
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert max(seeds) > 2**62


def test_a_derived_seed_is_the_same_everywhere() -> None:
    """Results are made again by seed: these numbers may never change."""
    assert derive("dealer", 1) == 7706989661834552482
    assert derive("player", 7, "x") == 9093892176914467130
    assert stream(4, "dealer", 1) == stream(8, "dealer", 1)[:4]


def test_it_deals_on_where_another_dealer_has_dealt() -> None:
    for seed in range(20):
        for position, _ in deals(3, dealer_seed=seed, play_seed=seed):
            position.apply(Dealer(3, seed + 1000).deal(position))
