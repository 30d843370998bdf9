from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from support.position_builder import seat
from support.report_games import forfeited, played, result, series

from spyrium_ai.analysis.report.builds import Builders, Builds, TraitRow
from spyrium_ai.analysis.report.traits import CARDS, MEASURES, TRAITS, traits_of
from spyrium_ai.game.position import Position
from spyrium_ai.match.records.record import GameRecord, Ply

NAMES = ("ann", "bob", "cat")


def builds_of(*records: GameRecord) -> Builds:
    builders = Builders()
    for record in records:
        builders.add(record, result(record, NAMES))
    return builders.builds(range(len(NAMES)))


def row(builds: Builds, code: str) -> TraitRow:
    (found,) = (row for row in builds.traits if row.trait.code == code)
    return found


def test_traits_of_a_player() -> None:
    has = seat("M1", "M1*", "H3*", points=21, techniques="Co* Ta")
    found = dict(zip(TRAITS, traits_of(has, {"place:a1b1", "bonus:worker"}), strict=True))
    assert {trait.code for trait, there in found.items() if there} == {"M1", "H3", "Co", "Ta", ""}
    others = [trait.label for trait, there in found.items() if there and not trait.code]
    assert others == ["at 8 VP chose worker", "reached 20 VP on the track"]


def test_how_much_there_was() -> None:
    has = seat("M1", "H3", points=12, money=5, spyrium=2, residence=4, workers=6, techniques="Ca")
    amounts = {label: measure(has) for label, measure in MEASURES.items()}
    assert amounts["VP on the score track"] == 12
    assert amounts["VP of techniques"] == 2
    assert (amounts["buildings"], amounts["techniques"]) == (2, 1)
    assert (amounts["residence"], amounts["workers"]) == (4, 6)
    assert (amounts["pounds left"], amounts["Spyrium left"]) == (5, 2)


def test_parts_of_the_score_add_up() -> None:
    record = played(NAMES, 7)
    assert record.scores is not None
    totals = [
        sum(measure(has) for label, measure in MEASURES.items() if label.startswith("VP"))
        for has in Position.parse(record.final).board().seats
    ]
    assert totals == list(record.scores)


def test_shares_of_winners_and_others() -> None:
    records = list(series(NAMES, 6))
    builds = builds_of(*records)
    owners: Counter[tuple[str, bool]] = Counter()
    for record in records:
        for number, has in enumerate(Position.parse(record.final).board().seats, 1):
            for code in {card.rstrip("*") for card in has.buildings + has.techniques}:
                owners[code, number in record.winners] += 1
    assert (builds.games, builds.unread) == (18, 0)
    assert builds.winners + builds.others == 54
    assert sum(owners.values()) > 50
    for trait in CARDS:
        found = row(builds, trait.code)
        won, lost = owners[trait.code, True], owners[trait.code, False]
        assert found.count == won + lost
        assert found.winners == pytest.approx(won / builds.winners)
        assert found.others == pytest.approx(lost / builds.others)
        by_player = [share for share in found.by_player if share is not None]
        assert sum(by_player) / 3 == pytest.approx(found.count / 54)


def test_the_share_of_the_win_with_it_and_without() -> None:
    builds = builds_of(*series(NAMES, 6))
    chosen = [r for r in builds.traits if 5 < r.count < 49]
    assert chosen
    for found in chosen:
        assert found.share_with is not None
        assert found.share_without is not None
        mean = (found.share_with * found.count + found.share_without * (54 - found.count)) / 54
        assert mean == pytest.approx(1 / 3)


def test_the_choice_of_the_bonus_is_read_from_the_moves() -> None:
    record = played(NAMES, 7)
    plies = tuple(ply for ply in record.plies if not ply.move.startswith("bonus"))
    builds = builds_of(replace(record, plies=(*plies, Ply(2, "bonus:money"))))
    counts = {r.trait.label: r.count for r in builds.traits}
    assert (counts["at 8 VP chose worker"], counts["at 8 VP chose £5"]) == (0, 1)


def test_only_games_that_were_played_out_and_can_be_read() -> None:
    record = played(NAMES, 7)
    early = str(Position.start(3))
    builds = builds_of(
        record,
        forfeited(record, 1),
        replace(record, final="nonsense"),
        replace(record, final=early),
        replace(record, final=played(NAMES[:2], 7).final),
    )
    assert (builds.games, builds.unread) == (1, 3)


def test_nothing_was_played_out() -> None:
    builds = builds_of()
    assert builds.games == 0
    assert {r.winners for r in builds.traits} == {None}
    assert {m.others for m in builds.measures} == {None}
