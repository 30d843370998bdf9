from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from support.misbehaving import misbehaving_spec
from support.processes import new_mark, wait_for, wait_until_gone
from support.program import end_of, started

from spyrium_ai.cli.doctor import command
from spyrium_ai.tools.doctor.catalogue import ALL
from spyrium_ai.util.errors import UsageError


def doctor(*words: str) -> Result:
    return CliRunner().invoke(command, words)


def test_an_engine_in_order() -> None:
    done = doctor("random", "--only", "isready", "--only", "info")
    assert done.exit_code == 0, done.output
    assert "ok        isready" in done.stdout
    assert "it writes no `info` with values" in done.stdout
    assert "3 ok, 0 failed, 0 warnings, 0 suggestions, 3 skipped" in done.stdout
    assert done.stdout.endswith("random conforms to the protocol in all of these checks\n")


def test_a_failure_is_told_with_all_that_is_known() -> None:
    done = doctor(misbehaving_spec("slow"), "--only", "movetime")
    assert done.exit_code == 1, done.output
    for words in (
        "fail      movetime",
        "answered `go movetime 100` after ",
        "protocol: With `movetime` the runner allows a time margin of 100 ms by default.",
        "in a match: the fault `flag` (time forfeit); the game is lost",
        "> go movetime 100",
        "< bestmove ",
        "loses games. Failed: movetime",
    ):
        assert words in done.stdout, words


def test_a_death_of_what_no_match_sends_is_a_failure_too() -> None:
    done = doctor(misbehaving_spec("dies-of-bytes"), "--only", "garbage")
    assert done.exit_code == 1
    assert "in a match: does not occur, but no input may crash an engine" in done.stdout
    assert "\x1b" not in done.stdout


def test_what_no_match_sends_loses_no_game() -> None:
    done = doctor(misbehaving_spec("dies-of-bytes"), "--only", "garbage")
    assert "crashes or hangs, but not in a match. Failed: garbage" in done.stdout
    done = doctor(misbehaving_spec("deaf-to-crlf"), "--only", "crlf", "--patience", "0.5")
    assert done.exit_code == 0
    assert "loses games" not in done.stdout
    assert "can play, but breaks the protocol. Warnings: crlf" in done.stdout


def test_control_characters_that_were_sent_are_seen() -> None:
    done = doctor(misbehaving_spec("deaf-to-crlf"), "--only", "crlf", "--patience", "0.5")
    assert "no `readyok` after `isready\\r`" in done.stdout
    assert "> isready\\r\n" in done.stdout
    assert "\r" not in done.stdout


def test_what_could_not_be_judged_is_counted() -> None:
    done = doctor(misbehaving_spec("illegal-always"), "--only", "crlf", "--only", "info-form")
    assert (
        "2 checks could not be judged because of an illegal move, see the check `choice`"
        in done.stdout
    )
    assert "fails checks that were not selected: choice" in done.stdout
    assert "conforms to the protocol" not in done.stdout


def test_stdio_is_shown_in_short_and_on_demand_in_full() -> None:
    words = (misbehaving_spec("no-bonus"), "--only", "bonus-choice")
    short, full = doctor(*words).stdout, doctor(*words, "--verbose").stdout
    marks = ("              > ", "              < ", "              ! ")
    lines, all_lines = (
        [line for line in text.splitlines() if line.startswith(marks)] for text in (short, full)
    )
    assert len(lines) == 8 < len(all_lines)
    assert max(map(len, lines)) < 180 < max(map(len, all_lines))
    log = json.loads(doctor(*words, "--json").stdout)["checks"][1]["log"]
    assert len(log) == len(all_lines)


def test_checks_are_repeated() -> None:
    done = doctor("random", "--only", "isready", "--repeat", "3")
    assert "2 ok" in done.stdout


def test_a_warning_is_no_failure() -> None:
    done = doctor(misbehaving_spec("no-author"), "--only", "identity")
    assert done.exit_code == 0
    assert "in a match: costs no game" in done.stdout
    assert "can play, but breaks the protocol. Warnings: identity" in done.stdout


def test_an_engine_that_does_not_start_is_told_once() -> None:
    done = doctor(misbehaving_spec("stillborn"))
    assert done.exit_code == 1
    assert done.stdout.count("it did not start for the check `starts`") == 1
    assert "isready" not in done.stdout


def test_a_command_with_a_nul_is_told(tmp_path: Path) -> None:
    entry = tmp_path / "nul.toml"
    entry.write_text(r'command = ["python", "a\u0000"]')
    done = doctor(str(entry))
    assert done.exit_code == 1
    assert "cannot be started: embedded null byte" in done.stdout


def test_json() -> None:
    done = doctor(
        misbehaving_spec("illegal-in-2"), "--only", "game-2", "--only", "game-3", "--json"
    )
    assert done.exit_code == 1
    data = json.loads(done.stdout)
    assert data["counts"] == {"ok": 2, "skipped": 0, "advice": 0, "warning": 0, "fail": 1}
    game = data["checks"][1]
    assert (game["name"], game["group"], game["level"]) == ("game-2", "games", "fail")
    assert game["fault"] == "illegal"
    assert "'place:z9z9' is not legal" in game["reason"]
    assert game["sent"].startswith("go ")
    assert game["log"][-1] == "< bestmove place:z9z9"
    assert game["rule"]
    assert data["checks"][2]["log"] == []


def test_the_list_needs_no_engine() -> None:
    done = doctor("--list")
    assert done.exit_code == 0
    assert all(f"  {check.name} " in done.stdout for check in ALL)
    assert "movetime-1" not in doctor("--list", "--only", "games").stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["human"], "'human' is a human player"),
        (["--only", "games"], "ENGINE is missing"),
        (["random", "--only", "game"], "no check or group of checks 'game'"),
        (["no-such-engine"], "no player 'no-such-engine'"),
        (["random:no=1", "--only", "isready"], "no option 'no'"),
    ],
)
def test_errors_of_use(words: list[str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        CliRunner().invoke(command, words, catch_exceptions=False)


def test_an_interrupt_ends_the_engine_too() -> None:
    mark = new_mark()
    with started("doctor", misbehaving_spec("silent", mark=mark)) as process:
        wait_for(mark, 1)
        process.send_signal(signal.SIGINT)
        end_of(process)
        assert process.returncode == 130
    assert not wait_until_gone(mark)
