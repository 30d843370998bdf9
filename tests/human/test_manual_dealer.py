"""Games with real cards: whole games dealt by hand, taken back, left and resumed."""

from __future__ import annotations

import io
import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from support.human_sessions import moves, play, resume, saved_moves
from support.physical_tables import deal_by_hand, few_tokens, whole_game, words_of
from support.position_builder import vectors
from support.program import PATIENCE, PROGRAM, environment
from support.run_command import invoke, mistake_of

from spyrium_ai.game.text.style import Style
from spyrium_ai.human.manual_dealer import ManualDealer
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.records.record import GameRecord, Ply
from spyrium_ai.match.records.record_file import read_records
from spyrium_ai.match.records.record_text import game_lines
from spyrium_ai.match.records.replay import verify
from spyrium_ai.match.saved_game import load
from spyrium_ai.match.series import Series
from spyrium_ai.util.errors import UsageError

SETUP = ["2 E1 3", ""]
FIRST = ["E4 M1 M2 W1 N1 Ar Lo Au W2 Co 2", ""]
TABLE = ["setup:2:E1.3", "deal:M1,M2,W1,N1,Ar.2,Lo,Au,W2,Co:E4"]
PASSED = ["II:pass", "II:pass"]
SECOND = ["E5 M2 M2 W1 N1 Ar R1 Ca W2 Cr 1", ""]
SECOND_DEAL = "deal:M2,M2,W1,N1,Ar.1,R1,Ca,W2,Cr:E5"


def recorded(players: int, turn: int) -> list[str]:
    """Return the moves and deals of a recorded game whose E1 comes with this turn's deal."""
    for game in vectors(f"games-{players}-players"):
        texts = [step["move"] for step in game["steps"]]
        deals = [text for text in texts if text.startswith(("setup:", "deal:"))]
        if ":E1." in deals[turn]:
            return texts
    raise AssertionError


@pytest.mark.parametrize(
    ("players", "turn", "way"), [(2, 0, 0), (2, 2, 1), (2, 6, 2), (5, 0, 2), (5, 3, 0), (5, 6, 1)]
)
def test_a_whole_game_is_dealt_by_hand(players: int, turn: int, way: int) -> None:
    texts = recorded(players, turn)
    evening = deal_by_hand(*whole_game(texts, way), players=" ".join(["human"] * players))
    (record,) = evening.records
    assert moves(record) == texts
    assert "Not taken" not in evening.text
    assert "== Final scores" in evening.text


def test_a_seeded_game_is_played_again_with_its_cards_and_an_engine() -> None:
    (seeded,) = play(*["1"] * 400, players="human random").records
    typed = [ply.move for ply in seeded.plies if ply.seat != 2]
    (record,) = deal_by_hand(*whole_game(typed), players="human random").records
    assert moves(record) == moves(seeded)
    assert (seeded.deals, record.deals) == ("seed", "manual")


def test_the_record_says_that_people_dealt_and_is_verified() -> None:
    (record,) = deal_by_hand(*whole_game(recorded(2, 1))).records
    line = record.to_line()
    assert GameRecord.from_line(line) == record
    assert verify(record) == []
    assert "the deal is not the one of the seed" in verify(replace(record, deals="seed"))[0]
    assert next(game_lines(record, Style())) == "Game 1 (1.1), block 1, dealt by hand"
    old = json.loads(line)
    del old["deals"]
    assert GameRecord.from_line(json.dumps(old)).deals == "seed"
    with pytest.raises(ValueError, match="'deals': 'dice' is not one of: seed, manual"):
        GameRecord.from_line(json.dumps(old | {"deals": "dice"}))


def test_a_program_types_a_game_through_a_pipe(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    texts = recorded(3, 0)
    done = subprocess.run(
        [*PROGRAM, "match", *["human"] * 3, "--deals", "manual", "--out", str(out)],
        input="".join(f"{line}\n" for line in whole_game(texts, 1)),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    (record,) = read_records(out)
    assert (moves(record), verify(record)) == (texts, [])


def test_the_first_lines_say_who_deals_and_no_seed() -> None:
    told = words_of(deal_by_hand(players="human random").text)
    assert told.startswith("Spyrium, dealt by hand: 1 you, 2 random.")
    assert "seed" not in told
    assert told.endswith("To start it again: spyrium-ai match human random --deals manual")


def test_undo_goes_back_over_a_deal_and_proposes_it_again(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    evening = deal_by_hand(
        *SETUP, *FIRST, *PASSED, *SECOND, "undo", "a1 W1", "", "undo", "", f"save {path}"
    )
    assert evening.text.count("Taken back: the deal.") == 2
    assert evening.text.count("This is what you entered before.") == 2
    corrected = SECOND_DEAL.replace("deal:M2,", "deal:W1,")
    assert saved_moves(path) == [*TABLE, *PASSED, corrected]


def test_undo_goes_back_over_deals_and_moves_to_the_start(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    undone = ["undo"] * 5  # the second deal, two passes, the first deal, the setup
    evening = deal_by_hand(
        *(*SETUP, *FIRST, *PASSED, *SECOND, *undone, "undo", "", "", *PASSED, "", f"save {path}")
    )
    assert "There is nothing to take back yet." in evening.text
    assert saved_moves(path) == [*TABLE, *PASSED, SECOND_DEAL]


def test_the_moves_of_engines_are_taken_back_with_the_deal_before_them() -> None:
    lines = ["1 E1 3", "", *FIRST, "place:a1b1", "undo", "undo", "", "place:b1c1", "quit"]
    text = deal_by_hand(*lines, players="human random").text
    assert "Taken back: 2 moves." in text
    assert "Taken back: the deal." in text
    other = ["2 E1 3", "", *FIRST, "undo", "quit"]
    assert "Taken back: the deal." in deal_by_hand(*other, players="human random").text


class NothingBefore:
    """A game in which nothing can be taken back."""

    def can_take_back(self) -> bool:
        return False

    def save(self, name: str) -> None:
        raise AssertionError(name)


@pytest.mark.parametrize(
    ("before", "lines", "deal"),
    [
        ("Mi.1.3", [""], "Mi.1.3"),
        ("Mi.1.2", ["1", "3", ""], "Mi.1.3"),  # the only 3 of the reserve is drawn first
        ("M1", ["E3 Mi 3 3 F1 F1 F2 L2 L3 N2 N2 R1", ""], "Mi.3.3"),
    ],
)
def test_of_an_earlier_deal_what_is_still_possible_is_proposed(
    before: str, lines: list[str], deal: str
) -> None:
    rest = "F1,F1,F2,L2,L3,N2,N2,R1:E3"
    source, out = io.StringIO("\n".join([*lines, ""])), io.StringIO()
    names = ["one", "two", "three"]
    dealer = ManualDealer(TerminalIO(source, out), names, NothingBefore())
    dealer.memory.remember([*[Ply(0, "setup:1:E2")] * 4, Ply(0, f"deal:{before},{rest}")])
    assert dealer.deal(few_tokens()) == f"deal:{deal},{rest}"
    assert ("entered before" in out.getvalue()) == (before != "M1")


def test_a_table_with_people_alone_can_ask_for_a_hint() -> None:
    text = deal_by_hand(*SETUP, *FIRST, "hint random").text
    assert "random would play " in text


def test_a_game_is_saved_in_the_middle_of_a_deal_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    texts = recorded(2, 1)
    second = [i for i, text in enumerate(texts) if text.startswith("deal:")][1]
    left = deal_by_hand(*whole_game(texts[:second]), "E7", f"save {path}", "M1")
    assert left.records == []
    assert f"spyrium-ai match --resume {path}" in left.text
    assert "saved as it stands" in left.text
    assert json.loads(path.read_text())["deals"] == "manual"
    resumed = resume(path, *whole_game(texts[second:]))
    assert "Spyrium, dealt by hand" in resumed.text
    assert [moves(record) for record in resumed.records] == [texts]
    assert [record.deals for record in resumed.records] == ["manual"]


def test_a_resumed_game_is_taken_back_over_the_deals_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    deal_by_hand(*SETUP, *FIRST, f"save {path}")
    resume(path, "undo", "b2 1", "", "save")
    assert saved_moves(path) == [TABLE[0], TABLE[1].replace("Ar.2", "Ar.1")]


def test_a_saved_game_of_an_earlier_version_has_seeded_deals(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("1", f"save {path}")
    saved = json.loads(path.read_text())
    del saved["deals"]
    path.write_text(json.dumps(saved))
    assert load(path).deals == "seed"
    path.write_text(json.dumps(saved | {"deals": "dice"}))
    with pytest.raises(UsageError, match="'deals': 'dice' is not one of: seed, manual"):
        load(path)


@pytest.mark.parametrize(
    ("players", "games", "deals", "reason"),
    [
        ("human random", 2, "manual", "manual deals are for one game, not 2"),
        ("human random", 1, "dice", "deals 'dice' is none of: seed, manual"),
        ("random random", 1, "manual", "manual deals need a human player"),
    ],
)
def test_a_series_with_manual_deals_is_one_game_of_people(
    players: str, games: int, deals: str, reason: str
) -> None:
    with pytest.raises(UsageError, match=reason):
        Series(parse_players(players.split()), games=games, deals=deals)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("random random", "--deals manual needs a human player, who types what lies on the table"),
        ("human random --seed 5", "--seed cannot be used with --deals manual: the cards on the"),
        ("human random --games 3", "manual deals are for one game, not 3"),
        ("--resume game.json", "--deals cannot be used with --resume"),
    ],
)
def test_options_that_contradict_manual_deals_are_refused(words: str, reason: str) -> None:
    assert reason in mistake_of(invoke("match", *words.split(), "--deals", "manual"))
