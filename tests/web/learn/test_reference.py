"""The reference: all cards and events, and what is said of some of each kind."""

from __future__ import annotations

from spyrium_ai.game.card_table import ALL_CARDS, EVENTS
from spyrium_ai.web.learn.reference import card_groups, event_entries

ENTRIES = {entry.code: entry for group in card_groups() for entry in group.entries}


def test_every_card_and_event_is_explained_once() -> None:
    assert list(ENTRIES) == [card.code for card in ALL_CARDS]
    assert [entry.code for entry in event_entries()] == list(EVENTS)
    assert all(entry.effects for entry in (*ENTRIES.values(), *event_entries()))


def test_effects_are_those_of_the_card_table() -> None:
    assert ENTRIES["M2"].effects[:2] == (
        "Use: gain 1 Spyrium without a worker.",
        "Use: 1 active worker for 2 Spyrium.",
    )
    assert ENTRIES["F1"].effects[1] == "Use: 2 active workers and 3 Spyrium for 10 VP."
    assert ENTRIES["Ge"].effects == ("Gain 2 Spyrium.",)
    assert ENTRIES["Ad"].effects == ("Gain 3 VP.",)
    assert ENTRIES["Ba"].effects[0].endswith("for 4 VP.")
    assert "residence track" in ENTRIES["Ar"].effects[0]
    assert ENTRIES["N2"].effects[0].startswith("When built: 2 new workers")


def test_facts_name_price_points_symbols_and_copies() -> None:
    assert ENTRIES["L3"].facts == (
        "Price £7. 2 VP at the end. Symbol: Factory and Research. "
        "Copies: 1 in period B, 1 in period C"
    )
    assert ENTRIES["Bu"].facts == "No price. Copies: 1 in period A, 1 in period B"
