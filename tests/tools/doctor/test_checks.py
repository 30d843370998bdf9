"""Every check finds what it is for, in an engine that is in order but for one thing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.examination import IMPATIENCE, PATIENCE, examined
from support.misbehaving import misbehaving_spec

from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.tools.doctor.catalogue import ALL, FIRST, GROUPS
from spyrium_ai.tools.doctor.testbed.check import Result
from spyrium_ai.tools.doctor.testbed.finding import Level

ROOT = Path(__file__).parents[3]
OK, ADVICE, WARNING, FAIL = Level.OK, Level.ADVICE, Level.WARNING, Level.FAIL

# What the engine does, which check finds it, how bad it is, and what the reason says of it.
MISBEHAVIOURS = [
    ("silent", "starts", FAIL, "no `spyriumok` within"),
    ("stillborn", "starts", FAIL, "ended with exit status 1"),
    ("version-2", "starts", FAIL, "'spyriumok 2' instead of"),
    ("no-author", "identity", WARNING, "0 lines `id author"),
    ("bad-option", "option-lines", FAIL, "option width: the default '900'"),
    ("option-twice", "option-lines", FAIL, "width is declared 2 times"),
    ("banner", "greeting", WARNING, "all rights reserved"),
    ("two-readyoks", "isready", WARNING, "'readyok' after the last"),
    ("crlf", "crlf", WARNING, "to a line that ends in CRLF"),
    ("deaf-to-crlf", "crlf", WARNING, "no `readyok` after `isready\r`"),
    ("empty", "empty-lines", WARNING, "to an empty line"),
    ("one-at-a-time", "lines-together", FAIL, "no `readyok`"),
    ("chunks", "line-in-pieces", FAIL, "error"),
    ("short-buffer", "long-position", FAIL, "error"),
    ("refuses-max", "option-values", FAIL, "8: too much' to `setoption name width value 8`"),
    ("takes-any-option", "option-unknown", WARNING, "answered nothing, not `error`"),
    ("takes-any-value", "option-range", WARNING, "answered nothing, not `error`"),
    ("seed-is-text", "seed", WARNING, "of the type string"),
    ("few-seeds", "seed", ADVICE, "there are 10 seeds"),
    ("unseeded", "same-game", WARNING, "has no option `seed`"),
    ("moody", "same-game", ADVICE, "cannot be repeated"),
    ("remembers-deals", "forgets", WARNING, "a new process plays as at first"),
    *[(f"illegal-in-{n}", f"game-{n}", FAIL, "'place:z9z9' is not legal") for n in (2, 3, 4, 5)],
    ("illegal-always", "choice", FAIL, "'place:z9z9' is not legal"),
    ("no-phases", "choice", FAIL, "in Phase I, where the move is written 'II:pass'"),
    ("wordy", "choice", FAIL, "indeed', not `bestmove M`"),
    ("needs-a-choice", "one-legal-move", FAIL, "was killed by SIGABRT after `go movetime 10`"),
    ("no-bonus", "bonus-choice", FAIL, "first chooses the bonus: bonus:worker or bonus:money"),
    ("no-end", "last-move", FAIL, "no move is left"),
    ("no-fields", "position-fields", WARNING, "only start is known"),
    ("own-seat", "any-seat", WARNING, "not my turn"),
    ("one-game", "newgame-again", FAIL, "was killed by SIGABRT after `newgame players 2"),
    ("keeps-position", "without-newgame", WARNING, "is not legal"),
    ("any-players", "other-players", WARNING, "answered nothing, not `error`"),
    ("needs-newgame", "before-newgame", WARNING, "no attribute 'rng'"),
    ("moves-at-chance", "before-position", WARNING, "'bestmove pass', not `error`"),
    ("slow", "movetime", FAIL, "200 are allowed"),
    ("slow-once", "movetime", ADVICE, "late once"),
    ("ponderous", "movetime-1", FAIL, "101 are allowed"),
    ("ignores-clock", "clock", FAIL, "500 are allowed"),
    ("first-clock", "clock-of-its-seat", FAIL, "clock 600000,500,600000"),
    ("small-numbers", "huge-nodes", FAIL, "1000000000000: not from 1"),
    ("ignores-nodes", "few-nodes", FAIL, "no `bestmove` within"),
    ("finite", "infinite", WARNING, "to `go infinite` before `stop`"),
    ("slow-stop", "stop", WARNING, "which is not at once"),
    ("deaf", "stop", FAIL, "no `bestmove` within"),
    ("empty-handed", "stop-at-once", FAIL, "'none' is not legal"),
    ("answers-stop", "stop-without-search", WARNING, "I am not searching' to `stop`"),
    ("busy", "isready-in-search", WARNING, "no `readyok` before the end of the search"),
    ("isready-ends", "isready-in-search", WARNING, "has ended the search"),
    ("hasty", "commands-wait", WARNING, "not legal in the position that it was asked about"),
    ("babble", "info-form", WARNING, "'hmm, let me see', which is not"),
    ("values-900", "info-value", WARNING, "adds up to 900"),
    ("values-short", "info-value", WARNING, "has 1 numbers for 2 players"),
    ("pv-illegal", "info-pv", WARNING, "move 1 of `pv`: 'place:z9z9' is not legal"),
    ("pv-deals", "info-pv", WARNING, "goes on where no player decides"),
    ("same-rank", "multipv", WARNING, "numbered its lines 1, not 1 to 3"),
    ("divides-by-visits", "multipv", FAIL, "ZeroDivisionError in the engine"),
    ("one-line", "multipv", ADVICE, "makes no difference"),
    ("ignores-unknown", "unknown-command", WARNING, "nothing, not `error`, to `no-such-command`"),
    ("blunt", "unknown-command", WARNING, "'error' to `no-such-command`, not `error WHAT: WHY`"),
    ("repeats-errors", "unknown-command", WARNING, "2 lines instead of one"),
    ("ignores-words", "unknown-word", WARNING, "to `isready now`"),
    ("ignores-bad-positions", "malformed-position", WARNING, "nothing, not `error`"),
    ("ignores-bad-positions", "impossible-position", WARNING, "nothing, not `error`"),
    ("half-applied", "illegal-move", WARNING, "is legal, is lost"),
    ("ignores-bad-deals", "illegal-deal", WARNING, "nothing, not `error`"),
    ("any-newgame", "bad-newgame", WARNING, "nothing, not `error`, to `newgame`"),
    ("any-limits", "bad-limits", WARNING, "bestmove"),
    ("moves-at-chance", "go-at-chance", WARNING, "'bestmove pass', not `error`"),
    ("moves-at-the-end", "go-at-the-end", WARNING, "'bestmove pass', not `error`"),
    ("splits-lines", "long-line", WARNING, "answered 16 lines instead of one"),
    ("dies-of-bytes", "garbage", FAIL, "ended with exit status 1"),
    ("unsorted", "legal", WARNING, "in another order"),
    ("shows-the-start", "show", WARNING, "without"),
    ("counts-too-much", "result", WARNING, "without"),
    ("exit-3", "quits", WARNING, "ended with exit status 3, not with 0"),
    ("stubborn", "quits", WARNING, "still runs 1 s later"),
    ("last-word", "quits", WARNING, "wrote 'good bye' after that"),
    ("answers-quit", "quits-in-search", WARNING, "wrote 'bestmove"),
    ("outlives", "ends-with-input", WARNING, "still runs 1 s later"),
    ("outlives-search", "ends-with-input-in-search", WARNING, "still runs 1 s later"),
    ("child", "leaves-nothing", WARNING, "left behind: "),
    ("illegal-once", "against-random", FAIL, "by a fault: illegal move: 'place:z9z9'"),
]


# Those who do not answer: they are waited for no longer than needed.
SILENT = {"silent", "one-at-a-time", "ignores-nodes", "deaf-to-crlf"}


def results(misbehaviour: str, *names: str) -> dict[str, Result]:
    """Return the results of an engine that misbehaves so, of these checks or of all."""
    checks = [check for check in ALL if not names or check.name in names or check is FIRST]
    return examined(
        misbehaving_spec(misbehaviour), checks, IMPATIENCE if misbehaviour in SILENT else PATIENCE
    )


@pytest.mark.parametrize(("misbehaviour", "name", "level", "reason"), MISBEHAVIOURS)
def test_a_check_finds_its_misbehaviour(
    misbehaviour: str, name: str, level: Level, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if misbehaviour == "silent":
        monkeypatch.setattr(
            "spyrium_ai.tools.doctor.testbed.engine_under_test.MATCH", Timeouts(start=IMPATIENCE)
        )
    if misbehaviour == "slow-once":  # by more than a busy machine
        monkeypatch.setattr(
            "spyrium_ai.tools.doctor.checks.timing.MATCH", Timeouts(margin=1, late=PATIENCE)
        )
    result = results(misbehaviour, name)[name]
    assert reason in result.reason, result
    assert result.level is level, result
    if level in {WARNING, FAIL}:
        assert result.log, result


def test_there_is_a_misbehaviour_for_every_check() -> None:
    assert {name for _, name, level, _ in MISBEHAVIOURS if level in {WARNING, FAIL}} == {
        check.name for check in ALL
    }


@pytest.mark.usefixtures("busy_machine")
def test_without_a_misbehaviour_nothing_is_found() -> None:
    assert [result for result in results("none").values() if result.level is not OK] == []


def test_what_is_not_there_is_skipped() -> None:
    found = results("no-info", "info-value", "info-pv", "multipv")
    assert {result.level for result in found.values()} == {OK, Level.SKIPPED}
    assert results("seedless", "seed")["seed"].level is Level.SKIPPED
    assert results("moody", "forgets")["forgets"].level is Level.SKIPPED
    assert results("finite", "stop")["stop"].level is Level.SKIPPED


def test_every_rule_is_a_sentence_of_the_protocol() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    text = re.sub(r"[`*]", "", " ".join(page.split()))
    for check in ALL:
        assert re.sub(r"[`*]", "", check.rule) in text, check.name


def test_names_are_distinct_and_titles_are_told() -> None:
    assert len({check.name for check in ALL}) == len(ALL)
    for check in ALL:
        assert check.title, check.name
        assert "\n" not in check.title, check.name


def test_the_page_has_all_checks() -> None:
    page = (ROOT / "docs" / "doctor.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S*) *\| `(\S+)` \| (.+) \|$", page, re.MULTILINE)
    checks = [(check.name, check.title) for check in ALL]
    assert [(name, title) for _, name, title in rows] == checks
    assert [group for group, _, _ in rows if group] == list(GROUPS)
