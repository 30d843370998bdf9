"""Programs that a file names: `replay --again` and `match --resume` ask before they start one.

The stranger's program of these tests leaves a file behind, so that it is seen whether it ran.
"""

from __future__ import annotations

import os
import pty
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from support import viewer_games
from support.human_sessions import play
from support.program import PATIENCE, PROGRAM, environment
from support.report_games import forfeited, series, write
from support.whole_program import run_main

from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.match.trust import unknown_commands

Command = tuple[str, ...]
STRANGER = ("/bin/sh", "-c", "touch ran", "\x1b[2J\nError: nothing to see")
SHOWN = r"/bin/sh -c 'touch ran' '\x1b[2J\nError: nothing to see'"
FOREIGN = "names a command of neither a built-in player nor a TOML entry: "

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def ran() -> bool:
    """Return whether the stranger's program was started."""
    return Path("ran").exists()


def lost_by(*commands: Command) -> Path:
    """Return a game log with a game for each command, which its engine has lost in seat 1."""
    records = [
        replace(forfeited(game, 1), seats=(replace(game.seats[0], command=command), game.seats[1]))
        for game, command in zip(series(("ann", "bob"), len(commands)), commands, strict=False)
    ]
    return write(Path("games.jsonl"), records)


def program(name: str) -> Path:
    """Return a program of the stranger's that a spec can name."""
    path = Path(name).absolute()
    path.write_text("#!/bin/sh\ntouch ran\n")
    path.chmod(0o755)
    return path


def entry(folder: str, name: str, command: Command) -> None:
    """Enter a program in ./engines or elsewhere."""
    Path(folder).mkdir(exist_ok=True)
    Path(folder, f"{name}.toml").write_text(f"command = {list(command)!r}\n")


def saved_with(player: str) -> Path:
    """Return a saved game of a person against this player."""
    play("save game.json", players="human random")
    path = Path("game.json")
    path.write_text(path.read_text().replace('"random"', f'"{player}"'))
    return path


def test_built_in_players_are_known_by_their_command() -> None:
    here = parse_player("mcts:nodes=5").command
    python, package = here[0], here[-3:]
    assert unknown_commands([here, (python, "-P", "-m", *package)]) == []
    others = [("./python", *here[1:]), (python, "-c", *package), (*here, "x=1")]
    # Without -P the working directory could have a package of the same name.
    others.append((python, "-m", *package))
    assert unknown_commands([*others, here, others[0]]) == others


def test_an_entry_is_known_by_its_command_and_not_by_its_name() -> None:
    mine, theirs = (str(program("mine")), "-v"), (str(program("theirs")), "-v")
    entry("engines", "mine", mine)
    entry("engines", "broken", ("/no/such/program",))
    entry("elsewhere", "theirs", theirs)
    assert unknown_commands([mine, theirs]) == [theirs]


def test_a_built_in_player_needs_no_question() -> None:
    command = parse_player("random").command
    record = viewer_games.forfeited(2)
    seats = tuple(replace(seat, command=command, options={}) for seat in record.seats)
    log = write(Path("games.jsonl"), [replace(record, seats=seats)])
    done = run_main("replay", log, "--again")
    assert (done.code, done.err) == (0, "")
    assert "does not fail this time" in done.out


def test_without_a_terminal_a_foreign_program_is_refused() -> None:
    done = run_main("replay", lost_by(STRANGER), "--again")
    assert done.code == 2
    assert done.err == f"Error: 'games.jsonl' {FOREIGN}{SHOWN}. Use --trust to start it\n"
    assert not ran()


def test_trust_starts_it() -> None:
    assert run_main("replay", lost_by(STRANGER), "--again", "--trust").code == 1
    assert ran()


@pytest.mark.parametrize("answer", ["n\n", "\n", "", "yeah\n"])
def test_who_does_not_agree_starts_nothing(answer: str) -> None:
    done = run_main("replay", lost_by(STRANGER), "--again", typed=answer, is_terminal=True)
    assert done.code == 2
    asked, command, end = done.err.splitlines()
    assert asked == f"'games.jsonl' {FOREIGN}".strip()
    assert command == f"  {SHOWN}"
    assert end == "Start it? [y/N] Error: nothing was started"
    assert not ran()


def test_who_agrees_is_asked_once_for_each_program() -> None:
    other = ("/bin/sh", "-c", "exit 3")
    log = lost_by(STRANGER, other, STRANGER)
    done = run_main("replay", log, "--again", typed="y\ny\n", is_terminal=True)
    assert done.code == 1
    assert done.err.count("Start it?") == 2
    assert "3 fail again" in done.out
    assert ran()


def test_the_other_forms_of_replay_start_nothing() -> None:
    log = lost_by(STRANGER)
    for words in ((), ("--verify",), ("--faults",), ("--game", "1.1")):
        assert "--trust" not in run_main("replay", log, *words).err
    assert "--trust is for --again" in run_main("replay", log, "--trust").err
    assert not ran()


def test_a_saved_game_with_a_built_in_player_needs_no_question() -> None:
    done = run_main("match", "--resume", saved_with("heuristic"))
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("named", ["./theirs", "elsewhere/theirs.toml", "sh -c 'touch ran'"])
def test_a_saved_game_with_a_foreign_program_is_refused(named: str) -> None:
    theirs = program("theirs")
    entry("elsewhere", "theirs", (str(theirs),))
    done = run_main("match", "--resume", saved_with(named))
    assert done.code == 2
    assert f"'game.json' {FOREIGN}" in done.err
    assert "Use --trust" in done.err
    assert not ran()


def test_a_saved_game_with_an_entered_program_needs_no_question() -> None:
    mine = program("mine")
    entry("engines", "mine", (str(mine),))
    assert "--trust" not in run_main("match", "--resume", saved_with("mine")).err
    assert ran()


def test_trust_resumes_a_saved_game() -> None:
    program("theirs")
    run_main("match", "--resume", saved_with("./theirs"), "--trust")
    assert ran()
    assert "--trust is for --resume" in run_main("match", "random", "random", "--trust").err


def test_a_person_at_a_real_terminal_is_asked() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, "replay", str(lost_by(STRANGER)), "--again"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment(),
    ) as process:
        os.close(theirs)
        os.write(ours, b"n\n")
        assert process.wait(PATIENCE) == 2
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    assert SHOWN in shown
    assert "Start it? [y/N]" in shown
    assert not ran()
