"""The printed facts of all cards, found out by playing them (the card list of docs/rules.md)."""

from __future__ import annotations

import pytest
from support.position_builder import after, goods, moves, one, seat, table

from spyrium_ai.game.card_table import DECKS

# code, price, points, and its uses: workers, Spyrium paid, Spyrium gained, points gained
BUILDINGS = (
    ("M1", 2, 0, ((1, 0, 1, 0),)),
    ("M2", 5, 0, ((0, 0, 1, 0), (1, 0, 2, 0))),
    ("M3", 7, 0, ((0, 0, 1, 0), (1, 0, 3, 0))),
    ("W1", 2, 2, ((1, 1, 0, 3),)),
    ("W2", 4, 3, ((1, 2, 0, 5),)),
    ("F1", 6, 4, ((1, 2, 0, 6), (2, 3, 0, 10))),
    ("F2", 8, 5, ((2, 3, 0, 10), (2, 5, 0, 15))),
    ("L1", 5, 1, ((1, 1, 0, 4),)),
    ("L2", 6, 2, ((1, 1, 0, 5),)),
    ("L3", 7, 2, ((1, 2, 0, 7),)),
    ("N1", 5, 3, ()),
    ("N2", 6, 4, ()),
    ("R1", 3, 2, ()),
    ("R2", 5, 4, ()),
    ("U1", 2, 0, ((1, 0, 0, 2),)),
    ("U2", 5, 0, ((1, 0, 0, 3), (2, 0, 0, 6))),
    ("H1", 6, 6, ()),
    ("H2", 8, 9, ()),
    ("H3", 10, 12, ()),
)
PRICES = {code: price for code, price, _, _ in BUILDINGS}
SYMBOLS = {
    "mine": {"M1", "M2", "M3"},
    "factory": {"W1", "W2", "F1", "F2", "L1", "L2", "L3"},
    "research": {"L1", "L2", "L3", "U1", "U2"},
}
TECHNIQUES = ("Co", "Lo", "Au", "Ca", "Eg", "Cr", "Ta")
A_DECK = "M1 M1 M2 M2 M2 W1 W1 W1 W2 W2 L1 N1 N1 N1 R1 R1 U1 Bu Mi Mi Ap Ap Ar Ar Co Lo Au Ca Eg Cr"
B_DECK = "M3 M3 F1 F1 F2 L2 L3 N2 N2 R1 R2 R2 U2 Bu Mi En Ar Ge Ba Ta"
C_DECK = "F2 L3 H1 H2 H3 En Ge Fi Ad"


def test_the_decks_of_the_three_periods() -> None:
    for deck, expected in zip(DECKS, (A_DECK, B_DECK, C_DECK), strict=True):
        assert sorted(deck.elements()) == sorted(expected.split())
    assert (len(A_DECK.split()), len(B_DECK.split()), len(C_DECK.split())) == (30, 20, 9)


@pytest.mark.parametrize(("code", "price", "points"), [row[:3] for row in BUILDINGS])
def test_a_building_costs_its_price_and_counts_its_points_at_the_end(
    code: str, price: int, points: int
) -> None:
    game = table(seat(money=20), market={"a1": code}, slots={"a1b1": "1"})
    build = moves(game, "activate:a1b1:a1")[-1]  # with a Residence, the residence action scores
    built = after(game, build)
    assert one(built).money == 20 - price
    assert one(built).buildings == (code,)
    assert built.scores()[0] - one(built).points == points


@pytest.mark.parametrize(("code", "uses"), [(code, uses) for code, _, _, uses in BUILDINGS])
def test_a_building_is_used_for_workers_and_spyrium(
    code: str, uses: tuple[tuple[int, ...], ...]
) -> None:
    game = table(seat(code, workers=5, spyrium=7, points=0), seat())
    assert moves(game, "use:") == [f"use:{code}:{i}" for i in range(1, len(uses) + 1)]
    for i, (workers, paid, spyrium, points) in enumerate(uses, 1):
        used = one(after(game, f"use:{code}:{i}"))
        assert used.active == 5 - workers
        assert used.workers == 5
        assert used.spyrium == 7 - paid + spyrium
        assert used.points == points
        assert used.buildings == (f"{code}*",)


@pytest.mark.parametrize(
    ("code", "number", "workers", "spyrium"),
    [(c, i, u[0], u[1]) for c, _, _, uses in BUILDINGS for i, u in enumerate(uses, 1)],
)
def test_an_effect_needs_all_its_active_workers_and_all_its_spyrium(
    code: str, number: int, workers: int, spyrium: int
) -> None:
    def legal(active: int, crystals: int) -> bool:
        game = table(seat(code, active=active, spyrium=crystals, money=0))
        return f"use:{code}:{number}" in game.legal()

    assert legal(workers, spyrium)
    assert workers == 0 or not legal(workers - 1, spyrium)
    assert spyrium == 0 or not legal(workers, spyrium - 1)


def share(old: str, new: str) -> bool:
    return any(old in codes and new in codes for codes in SYMBOLS.values())


def test_r4_only_mine_factory_and_research_are_shared_and_save_3_pounds() -> None:
    tried = 0
    for old in PRICES:
        for new, price in PRICES.items():
            try:
                game = table(seat(old, money=20), market={"a1": new}, slots={"a1b1": "1"})
            except ValueError:  # the old one belongs to a later period, or there is one copy only
                continue
            tried += 1
            replace = moves(game, f"activate:a1b1:a1:over={old}")[-1]
            expected = max(0, price - 3) if share(old, new) else price
            assert 20 - one(after(game, replace)).money == expected, f"{new} over {old}"
    assert tried > 200


def test_r5_a_building_without_printed_points_is_worth_nothing() -> None:
    for code in ("M1", "M2", "M3", "U1", "U2"):
        assert table(seat(code), seat()).scores() == (0, 0)


@pytest.mark.parametrize("code", TECHNIQUES)
def test_a_technique_costs_6_pounds_and_stays(code: str) -> None:
    market = {"a1": code, "b1": "M1" if code != "Ta" else "F1"}
    game = table(seat(money=6, residence=2), market=market, slots={"a1b1": "1"})
    patented = after(game, "activate:a1b1:a1")
    assert one(patented).money == 0
    assert one(patented).techniques == (code,)
    assert patented.board().market[0] is None
    poor = table(seat(money=5), market=market, slots={"a1b1": "1"})
    assert not moves(poor, "activate:a1b1:a1")


# code, tokens, pounds, Spyrium and points gained from £10 and 5 Spyrium
CHARACTERS = (
    ("Ap", "", 0, -1, 3),
    ("En", "", 0, -1, 4),
    ("Ge", "", 0, 2, 0),
    ("Ad", "", 0, 0, 3),
    ("Bu", "2", 0, 0, 2),
    ("Mi", "2", 0, 2, 0),
    ("Ba", "2", -2, 0, 4),
    ("Fi", "2", -2, 0, 5),
)


@pytest.mark.parametrize(("code", "token", "pounds", "spyrium", "points"), CHARACTERS)
def test_r3_a_character_costs_nothing_but_what_its_effect_says_and_stays(
    code: str, token: str, pounds: int, spyrium: int, points: int
) -> None:
    """This is R1 as well: the Miner's token is Spyrium."""
    card = f"{code}.{token}" if token else code
    call = "activate:a1b1:a1" + (f":token={token}" if token else "")
    game = table(seat(money=10, spyrium=5), market={"a1": card}, slots={"a1b1": "1"})
    called = after(game, call)
    assert goods(called) == (10 + pounds, 5 + spyrium, points)
    cell = called.board().market[0]
    assert cell is not None
    assert (cell.card, cell.tokens) == (code, ())


def test_r1_the_miner_gives_spyrium_and_the_bureaucrat_points() -> None:
    market = {"a1": "Mi.3", "b1": "Bu.3"}
    game = table(seat(money=0, spyrium=0), market=market, slots={"a1b1": "1"})
    assert goods(after(game, "activate:a1b1:a1:token=3")) == (0, 3, 0)
    assert goods(after(game, "activate:a1b1:b1:token=3")) == (0, 0, 3)


def test_the_architect_takes_pounds_for_a_residence_action() -> None:
    game = table(seat(money=3, residence=4), market={"a1": "Ar.3"}, slots={"a1b1": "1"})
    advanced = one(after(game, "activate:a1b1:a1:token=3:advance"))
    assert (advanced.money, advanced.residence, advanced.points) == (0, 5, 0)
    scored = one(after(game, "activate:a1b1:a1:token=3:score"))
    assert (scored.money, scored.residence, scored.points) == (0, 4, 4)
