"""What the viewer is given of a game: all of the table, in words, small, safe in a page."""

from __future__ import annotations

import base64
import json
import random
import zlib
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from support.viewer_games import damaged, forfeited, played, positions, thought, void

from spyrium_ai.analysis.report.viewer import packed, viewer_section
from spyrium_ai.analysis.report.viewer_game import game_data
from spyrium_ai.game.card_table import CELLS, SLOTS
from spyrium_ai.game.position import Position
from spyrium_ai.match.records.record import GameRecord

EVIL = "</script><img src=x onerror=alert(1)><!--"
SOME = {
    **{f"{n} players": played(n) for n in (2, 3, 4, 5)},
    "forfeit of 2": forfeited(2),
    "forfeit of 3": forfeited(3),
    "void": void(),
    "searched": thought(2),
    "searched by 5": thought(5),
}
each_game = pytest.mark.parametrize("record", SOME.values(), ids=SOME)


class Page(HTMLParser):
    """Finds the tags of a page, and the text of the data."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.data = ""
        self._is_data = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._is_data = ("id", "gv-data") in attrs

    def handle_endtag(self, _tag: str) -> None:
        self._is_data = False

    def handle_data(self, data: str) -> None:
        self.data += data if self._is_data else ""


def lines(text: str) -> list[str]:
    return zlib.decompress(base64.b64decode(text), -zlib.MAX_WBITS).decode().split("\n")[:-1]


def games_in(section: str) -> dict[str, Any]:
    data = json.loads(Page(section).data)
    return dict(zip(data["keys"], map(json.loads, lines(data["games"])), strict=True))


def tables(data: dict[str, Any]) -> list[dict[str, Any]]:
    found = [data["start"]]
    for change in data["changes"]:
        found.append({**found[-1], **change})
    return found


def position_words(table: dict[str, Any], players: int) -> list[str]:
    """Return the fields of a position's line that the viewer shows: all but the cards dealt."""
    head = [str(players), str(table["turn"]), str(table["first"] or "-"), table["decides"]]
    market = ",".join(table[cell] or "-" for cell in CELLS)
    slots = ",".join(table[slot] or "-" for slot in SLOTS)
    piles = f"{table['reserve']}/{table['discard']}"
    events = [table["event"] or "-", table["next"] or "-"]
    return [*head, market, slots, *events, piles, table["unseen"] or "-"]


def seat_word(table: dict[str, Any], seat: int) -> str:
    def of(name: str) -> Any:
        return table[f"{seat}.{name}"]

    names = ("points", "money", "spyrium", "residence", "active")
    workers = of("active") + of("out") + of("used")
    lists = [of(name) or "-" for name in ("bonuses", "buildings", "techniques", "tokens")]
    words = [of("phase"), "e" if of("event") else "-", *map(of, names), workers, *lists]
    return "/".join(map(str, words))


@each_game
def test_the_table_after_every_ply_is_the_position_s(record: GameRecord) -> None:
    players = len(record.seats)
    shown = tables(game_data(record))
    expected = positions(record)
    assert len(shown) == len(expected) > 2
    for table, position in zip(shown, expected, strict=True):
        line = str(position).split(" ")
        assert position_words(table, players) == [*line[:8], *line[9:11]]
        seats = range(1, players + 1)
        assert [seat_word(table, seat) for seat in seats] == line[11:]
        assert tuple(table[f"{seat}.total"] for seat in seats) == position.scores()


@each_game
def test_every_ply_has_words_and_what_was_recorded(record: GameRecord) -> None:
    data = game_data(record)
    assert data["problem"] == ""
    assert data["moves"] == [ply.move for ply in record.plies]
    assert data["seats"] == [ply.seat for ply in record.plies]
    assert data["nodes"] == [ply.nodes for ply in record.plies]
    assert data["values"] == [ply.values for ply in record.plies]
    assert all(words and not words.endswith(".") for words in data["words"])
    assert len(data["times"]) == len(data["words"]) == len(record.plies)


def test_games_come_out_of_the_page_as_they_went_in() -> None:
    found = games_in(viewer_section(SOME))
    assert set(found) == set(SOME)
    for key, record in SOME.items():
        assert found[key] == json.loads(json.dumps(game_data(record)))


def test_a_page_without_games() -> None:
    assert games_in(viewer_section({})) == {}


def test_names_cannot_break_the_page() -> None:
    record = played(2)
    seats = tuple(replace(seat, name=EVIL, engine=EVIL, limits=EVIL) for seat in record.seats)
    fault = replace(forfeited(2).faults[0], reason=EVIL, command=EVIL, log=(EVIL,))
    evil = replace(record, id=EVIL, seats=seats, faults=(fault,), outcome="forfeit")
    section = viewer_section({EVIL: evil})
    assert Page(section).tags == Page(viewer_section({"1": record})).tags
    assert games_in(section)[EVIL]["players"][0]["name"] == EVIL


@pytest.mark.parametrize("ply", [1, 2, 3, 40])
def test_a_damaged_game_is_shown_as_far_as_it_goes(ply: int) -> None:
    data = game_data(damaged(played(2), ply))
    whole = game_data(played(2))
    assert data["problem"].startswith(f"The record cannot be replayed further: ply {ply}: ")
    assert len(data["changes"]) == ply - 1
    for name in ("changes", "words", "moves", "seats", "times", "nodes", "values"):
        assert data[name] == whole[name][: ply - 1]


def test_no_order_of_moves_and_seats_is_too_much() -> None:
    record = thought(3)
    for seed in range(50):
        plies = list(record.plies)
        at = random.Random(seed).randrange(len(plies))
        random.Random(seed).shuffle(plies[at:])
        mixed = [*plies[:at], *random.Random(seed).sample(plies[at:], len(plies) - at)]
        wrong_seats = [ply._replace(seat=seed % 4, values=(1000,)) for ply in mixed]
        data = game_data(replace(record, plies=tuple(wrong_seats)))
        assert len(data["changes"]) >= at
        assert set(data["values"]) <= {None}


def test_faults_stand_where_they_happened() -> None:
    record = forfeited(3)
    data = game_data(record)
    [fault] = data["faults"]
    assert (fault["seat"], fault["kind"], fault["command"]) == (2, "crash", "go")
    assert fault["log"] == ("! oh",)
    assert 0 < fault["ply"] < len(data["changes"])
    assert tables(data)[fault["ply"]]["decides"] == "2"
    short = game_data(damaged(record, 3))
    assert short["faults"][0]["ply"] == len(short["changes"]) == 2


def test_the_result_in_words() -> None:
    def result(record: GameRecord) -> str:
        return str(game_data(record)["result"])

    record = replace(played(2), scores=(31, 20), winners=(1,))
    assert result(record) == "p1 31, p2 20: p1 wins."
    shared = replace(record, scores=(31, 31), winners=(1, 2))
    assert result(shared) == "p1 31, p2 31: p1 and p2 share the win."
    assert result(forfeited(2)) == "p1 wins after a fault."
    assert result(void()) == "The game is void and does not count."
    left = replace(played(2), outcome="void", scores=None, winners=(), final=str(Position.start(2)))
    assert result(left) == "Unfinished, before the first turn."
    judged = replace(forfeited(3), outcome="void", scores=None, winners=(), policy="forfeit")
    assert result(judged).startswith("Unfinished, in turn ")


def test_a_game_is_a_few_kilobytes() -> None:
    one, two = (
        len(json.loads(Page(viewer_section(games)).data)["games"])
        for games in ({"3": thought(3)}, {"3": thought(3), "2": thought(2)})
    )
    assert 1000 < two - one < 6000 / 130 * len(thought(2).plies)


def test_texts_that_are_alike_cost_little() -> None:
    texts = ["£ first " * 900, "", "£ first " * 900 + "x"]
    assert lines(packed(texts)) == texts
    assert len(packed(texts)) < 300
