"""What is foreseen is what the dealer deals."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt
import pytest
from helpers import after, seat, table

from spyrium_ai.cardtable import DECKS, EVENTS
from spyrium_ai.clairvoyance import foresight_of
from spyrium_ai.core.foresight import FORESIGHT_SHAPE, Foresight
from spyrium_ai.dealer import Dealer
from spyrium_ai.position import Position


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_deal_of_random_games_is_foreseen(players: int) -> None:
    for seed in range(25):
        dealer, choose = Dealer(players, seed), random.Random(seed)
        foresight = foresight_of(Dealer(players, seed))
        position, deals = Position.start(players), 0
        while not position.is_over:
            if position.is_chance:
                foreseen = position.copy()
                foresight.lay(foreseen.state)
                position.apply(dealer.deal(position))
                assert foreseen == position
                deals += 1
            else:
                position.apply(choose.choice(position.legal()))
        assert deals == 1 + 6


def test_deals_are_foreseen_where_others_have_dealt() -> None:
    """Events and cards that are gone are passed over, as by the dealer."""
    choose = random.Random(1)
    for seed in range(25):
        position = Position.start(3)
        while not position.is_over:
            if position.is_chance:
                foreseen = position.copy()
                foresight_of(Dealer(3, seed)).lay(foreseen.state)
                dealt = position.copy()
                dealt.apply(Dealer(3, seed).deal(position))
                assert foreseen == dealt
                position.apply(Dealer(3, seed + 1000).deal(position))
            else:
                position.apply(choose.choice(position.legal()))


def test_a_reserve_that_runs_out_is_filled_up_as_by_the_dealer() -> None:
    """Few tokens are left in the reserve, and more in the discard pile."""
    others = [seat(phase="P") for _ in range(3)]
    position = after(table(seat(), *others, turn=3, discard=(8, 8, 6)), "pass")
    for seed in range(50):
        foreseen, dealt = position.copy(), position.copy()
        foresight_of(Dealer(4, seed)).lay(foreseen.state)
        dealt.apply(Dealer(4, seed).deal(position))
        assert foreseen == dealt


def test_only_what_chance_decides_is_laid() -> None:
    position = after(table(seat(), turn=1))
    with pytest.raises(ValueError, match="nothing to decide"):
        foresight_of(Dealer(2, 1)).lay(position.state)


DECK_NUMBERS = [[0] * deck.total() for deck in DECKS]
EVENT_NUMBERS = list(range(1, len(EVENTS) + 1))
ENOUGH = np.zeros(FORESIGHT_SHAPE, np.uint64)


@pytest.mark.parametrize(
    ("decks", "events", "priorities", "message"),
    [
        (DECK_NUMBERS[:2], EVENT_NUMBERS, ENOUGH, "sizes of the periods' decks"),
        ([*DECK_NUMBERS[:2], [0] * 1000], EVENT_NUMBERS, ENOUGH, "sizes of the periods' decks"),
        (DECK_NUMBERS, EVENT_NUMBERS * 2, ENOUGH, "14 events, not 7"),
        (DECK_NUMBERS, EVENT_NUMBERS, ENOUGH[..., :1], "bytes of priorities"),
    ],
)
def test_what_has_another_size_is_refused(
    decks: list[list[int]], events: list[int], priorities: npt.NDArray[np.uint64], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Foresight(0, decks, events, np.ascontiguousarray(priorities))
