"""Drafts of deals: what is missing, what is possible, and why something is not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from support.physical_tables import WAYS, few_tokens
from support.position_builder import vectors

from spyrium_ai.game.board import Cell
from spyrium_ai.game.card_table import CARDS
from spyrium_ai.game.position import IllegalMoveError, Position
from spyrium_ai.human.deal_draft import Draft, DraftError, Missing, Table
from spyrium_ai.human.deal_reader import read_line

EVERY = 8  # of the recorded games


def chance_nodes(players: int) -> Iterator[tuple[Position, str]]:
    """Yield the recorded setups and deals with the positions before them."""
    for game in vectors(f"games-{players}-players")[::EVERY]:
        for step in game["steps"]:
            if step["move"].startswith(("setup:", "deal:")):
                yield Position.parse(step["position"]), step["move"]


def is_possible(position: Position, text: str) -> bool:
    try:
        position.copy().apply(text)
    except IllegalMoveError:
        return False
    return True


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_recorded_deals_are_typed_in_every_way(players: int, way: object) -> None:
    assert callable(way)
    names = [f"player {seat}" for seat in range(1, players + 1)]
    for position, text in chance_nodes(players):
        table, draft = Table(position.board()), Draft()
        for line in way(text):
            assert table.missing(draft) is not None
            draft = read_line(table, names, draft, line)
        assert (table.missing(draft), draft.text()) == (None, text)


def changed(draft: Draft, luck: random.Random) -> Draft:
    """Return a whole draft with a few cards or tokens that may be wrong."""
    for _ in range(luck.randint(1, 3)):
        place = luck.randrange(len(draft.cells))
        cell = draft.cells[place]
        if cell.tokens:
            values = (
                luck.randint(1, 3)
                for _ in range(max(0, len(cell.tokens) + luck.choice((-1, 0, 0, 0, 1))))
            )
            draft = draft.with_cell(place, Cell(cell.card, tuple(sorted(values))))
        elif luck.random() < 0.2:
            draft = draft.with_cell(place, Cell(luck.choice(list(CARDS))))
        if draft.token:
            draft = replace(draft, token=luck.randint(1, 3))
    return draft


@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_draft_is_possible_where_the_rules_say_so(players: int) -> None:
    luck, verdicts = random.Random(players), []
    for position, text in chance_nodes(players):
        table = Table(position.board())
        for _ in range(0 if table.is_setup else 20):
            draft = changed(Draft.of(text), luck)
            try:
                table.check(draft)
                possible = table.missing(draft) is None
            except DraftError:
                possible = False
            assert possible == is_possible(position, draft.text()), draft.text()
            verdicts.append(possible)
    assert 0.1 < sum(verdicts) / len(verdicts) < 0.9


@pytest.mark.parametrize("players", [2, 5])
def test_the_values_that_a_token_can_have_are_those_of_a_possible_deal(players: int) -> None:
    refused = 0
    for position, text in chance_nodes(players):
        table, whole = Table(position.board()), Draft.of(text)
        draft = whole.without_tokens()
        while missing := table.missing(draft):
            values = table.token_values(draft, missing)
            refused += 3 - len(values)
            if missing.what == "event token":
                assert whole.token in values
                draft = replace(draft, token=whole.token)
                continue
            laid = draft.cells[missing.cell].tokens
            value = whole.cells[missing.cell].tokens[len(laid)]
            assert value in values
            draft = draft.with_cell(
                missing.cell, Cell(whole.cells[missing.cell].card, (*laid, value))
            )
        assert draft == whole
    assert refused or players == 2


def market(*first: Cell) -> Draft:
    """Return a draft for period B that begins with these cells."""
    rest = ["F1", "F1", "F2", "L2", "L3", "N2", "N2", "R2", "R2"]
    return Draft(event="E3", cells=(*first, *map(Cell, rest[: 9 - len(first)])))


def test_the_reserve_is_drawn_before_the_discard_pile() -> None:
    few = Table(few_tokens().board())
    assert few.token_values(market(Cell("M3")), Missing("token")) == [3]
    assert few.token_values(market(Cell("Mi")), Missing("token")) == [1, 2, 3]
    assert few.token_values(market(Cell("Mi", (1,))), Missing("token")) == [3]
    assert few.token_values(market(Cell("M3", (3,)), Cell("Mi")), Missing("token", 1)) == [1, 2, 3]
    with pytest.raises(DraftError) as refusal:
        few.check(market(Cell("Mi", (1, 2))))
    assert str(refusal.value) == (
        "Miner (Mi) at a1 cannot get 2 tokens 1 2: the reserve has 0 of 1, 0 of 2, 1 of 3, "
        "the discard pile has 6 of 1, 8 of 2, 7 of 3"
    )


def test_a_card_gets_fewer_tokens_where_none_are_left() -> None:
    board = replace(Position.start(5).board(), turn=1, first=1, event="E2", reserve=(3, 0, 0))
    table = Table(board)
    draft = Draft(event="E3", cells=(Cell("Ar", (1, 1, 1)), Cell("Mi"), Cell("U1")))
    assert table.due(draft) == [3, 0, 0]
    table.check(draft)
    assert table.missing(draft) == Missing("card", 3)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("F1", "Factory (F1) belongs to period B, this is A; left: 2xM1 3xM2 3xW1 2xW2"),
        ("Co Co", "period A has 1 of Commerce (Co), so it cannot lie at a1 and b1; left: 2xM1"),
        ("Ar 1 2", "Architect (Ar) at a1 gets 1 token, not 2"),
        ("M1 a1 2", "Mine (M1) at a1 gets 0 tokens, not 1"),
        ("E2", "E2 has been seen before; possible: E1 E3 E4 E5 E6 E7"),
    ],
)
def test_a_refusal_says_why_and_what_is_possible(line: str, reason: str) -> None:
    position = Position.start(2)
    position.apply("setup:1:E2")
    with pytest.raises(DraftError) as refusal:
        read_line(Table(position.board()), ["one", "two"], Draft(event="E3"), line)
    assert str(refusal.value).startswith(reason)


def test_a_card_of_an_earlier_turn_is_refused_with_the_turn_named() -> None:
    position = Position.start(2)
    position.apply("setup:1:E2")
    position.apply("deal:Co,M1,M1,W1,W1,W1,M2,M2,M2:E3")
    for move in ("II:pass", "II:pass"):
        position.apply(move)
    with pytest.raises(DraftError) as refusal:
        read_line(Table(position.board()), ["one", "two"], Draft(event="E4"), "W2 M1")
    assert "period A has 2 of Mine (M1), 2 dealt in an earlier turn, so" in str(refusal.value)
