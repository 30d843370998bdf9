from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from spyrium_ai.match.engine_config import config_names, find_config, read_config
from spyrium_ai.match.player_spec import (
    distinct,
    limits_after_colon,
    parse_player,
    parse_players,
)
from spyrium_ai.match.time_control import TimeControl, parse_clock
from spyrium_ai.util.errors import UsageError

ENGINE = """
name = "my engine"
command = {command}
[options]
style = "bold"
deep = true
weight = 0.5
count = 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def entry(folder: Path, command: str, name: str = "mine") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(ENGINE.format(command=command))
    return path


def program(path: Path) -> Path:
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_a_built_in_player() -> None:
    player = parse_player("random")
    assert player.name == player.text == "random"
    assert player.command == (sys.executable, "-m", "spyrium_ai", "engine", "random")
    assert (player.options, player.limits, player.is_human) == ((), None, False)


def test_limits_and_options_after_the_colon() -> None:
    player = parse_player("random:nodes=2000,threads=2,movetime=5,clear,path=/a:b/c")
    assert player.limits == TimeControl(nodes=2000, movetime=5)
    assert player.options == (("threads", "2"), ("clear", None), ("path", "/a:b/c"))
    assert player.name == "random:nodes=2000,threads=2,movetime=5,clear,path=/a:b/c"


def test_equal_names_are_numbered() -> None:
    names = [player.name for player in parse_players(["random", "human", "random", "random:a=1"])]
    assert names == ["random#1", "human", "random#2", "random:a=1"]


def test_a_name_does_not_act_on_a_terminal(tmp_path: Path) -> None:
    program = tmp_path / "a\x1b[2J\udcff"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (player,) = parse_players([str(program)])
    assert player.command == (str(program),)
    assert player.name == rf"{tmp_path}/a\x1b[2J\udcff"


def test_numbered_names_do_not_collide_with_given_ones() -> None:
    spec = parse_player("random")
    named = [spec, spec, parse_player("human")]
    named[2] = type(spec)("x", "random#1")
    assert [player.name for player in distinct(named)] == ["random#2", "random#3", "random#1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("randon", "no player 'randon'; did you mean 'random'?"),
        ("hunan", "no player 'hunan'; did you mean 'human'?"),
        ("qqqq", "no player 'qqqq'; one of: random"),
        ("", "the name of a player is empty"),
        ("random:nodes=0", "'random:nodes=0': nodes '0' is not a whole number from 1 to"),
        ("random:nodes=many", "nodes 'many' is not a whole number"),
        ("random:depth", "depth '' is not a whole number"),
        ("random:a=1,a=2", "a comes twice"),
        ("random:", "what follows the colon is not OPTION=VALUE,OPTION=VALUE"),
        ("random:=3", "what follows the colon is not OPTION=VALUE"),
        ("human:a=1", "human has no options"),
        ("./nothing", "no program './nothing'"),
        ("nothing.toml", "no file 'nothing.toml'"),
        ("nothing --really", "no program 'nothing' in PATH, and no file 'nothing --really'"),
        ("my engine.toml", "no program 'my' in PATH, and no file 'my engine.toml'"),
        (f"./{'x ' * 200}", "no program './x', and no file './x x"),
        ("python 'unfinished", "cannot be read: No closing quotation"),
        ("./", "is a directory"),
    ],
)
def test_mistakes(text: str, message: str, folder: Path) -> None:
    assert folder.is_dir()
    with pytest.raises(UsageError) as caught:
        parse_player(text)
    assert message in str(caught.value)


def test_a_quoted_command(folder: Path) -> None:
    program(folder / "engine")
    assert parse_player("./engine --fast 'two words'").command == (
        "./engine",
        "--fast",
        "two words",
    )
    assert parse_player("./engine:depth=3").limits == TimeControl(depth=3)
    (folder / "engine").chmod(0o644)
    with pytest.raises(UsageError, match=r"'\./engine' is not executable"):
        parse_player("./engine")


@pytest.mark.parametrize("suffix", ["", ":nodes=7"])
@pytest.mark.parametrize("name", ["my entry.toml", "./my entry.toml", "a folder/my entry.toml"])
def test_an_entry_whose_path_has_spaces(folder: Path, name: str, suffix: str) -> None:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    program(path.parent / "my engine.py")
    path.write_text('command = ["./my engine.py"]\n')
    player = parse_player(name + suffix)
    assert (player.name, player.command) == (
        "my entry" + suffix, (str(path.parent / "my engine.py"),)
    )  # fmt: skip
    assert limits_after_colon(name + suffix) == player.limits
    assert player.limits == (TimeControl(nodes=7) if suffix else None)


def test_an_entry_whose_name_has_spaces(folder: Path) -> None:
    (folder / "engines").mkdir()
    entry(folder / "engines", '"python ./engine.py"', "my entry")
    assert parse_player("my entry:nodes=7").name == "my engine:nodes=7"


def test_a_program_whose_path_has_spaces(folder: Path) -> None:
    there = folder / "a folder"
    there.mkdir()
    path = program(there / "my engine.py")
    for text, command in (
        ("./my engine.py", (str(path),)),
        ("./my engine.py:depth=3", (str(path),)),
        (str(path), (str(path),)),
        ("'./my engine.py' --fast", (str(path), "--fast")),
        (r"./my\ engine.py --fast", (str(path), "--fast")),
    ):
        player = parse_player(text, there)
        assert (player.command, player.name) == (command, text)
        assert player.found_here().command == command
    path.chmod(0o644)
    with pytest.raises(UsageError, match=r"my engine\.py' is not executable"):
        parse_player("./my engine.py", there)


def test_an_entry_by_its_path_and_from_elsewhere(folder: Path) -> None:
    program(folder / "engine")
    path = entry(folder, '["./engine", "../data", "x"]')
    player = parse_player("mine.toml:style=calm,nodes=7")
    assert player.command == (str(folder / "engine"), str(folder.parent / "data"), "x")
    assert player.name == "my engine:style=calm,nodes=7"
    assert dict(player.options) == {
        "style": "calm", "deep": "true", "weight": "0.5", "count": "3"
    }  # fmt: skip
    assert player.limits == TimeControl(nodes=7)
    assert read_config(path).limits is None


def test_an_entry_by_its_name_in_the_working_directory(folder: Path) -> None:
    (folder / "engines").mkdir()
    entry(folder / "engines", '"python ./engine.py"')
    assert parse_player("mine").command == (sys.executable, str(folder / "engines/engine.py"))
    assert "mine" in config_names()
    with pytest.raises(UsageError, match="did you mean 'mine'"):
        parse_player("mime")


def test_an_entry_beside_the_reader_is_suggested_by_its_path(folder: Path) -> None:
    (folder / "mine.toml").write_text('command = "python ./engine.py"\n')
    with pytest.raises(UsageError, match=r"did you mean 'mine\.toml'"):
        parse_player("mine")


def test_the_shipped_entries_are_in_order(folder: Path) -> None:
    assert not (folder / "engines").exists()
    names = config_names()
    assert "greedy-points" in names
    for name in names:
        path = find_config(name)
        assert path is not None
        if _wants(path, "node") and not shutil.which("node"):
            continue
        assert read_config(path).command


def _wants(path: Path, what: str) -> bool:
    return f'"{what}"' in path.read_text()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "command is missing"),
        ("command = 5", "command is neither a text nor a list of texts"),
        ("command = []", "command is empty"),
        ('command = "a \'b"', "command cannot be read"),
        ('command = ["./nothing"]', "nothing' does not exist"),
        ('command = ["./notes.txt"]', "notes.txt' is not executable"),
        ('comand = "python x"', "unknown key 'comand'; did you mean 'command'?"),
        ('command = "python x"\nname = ""', "name: '' is not printable ASCII text"),
        ('command = "python x"\noptions = 3', "options: 3 is not a table"),
        (
            'command = "python x"\n[options]\na = [1]',
            "options: a: [1] is not a number, true, false",
        ),
        ('command = "python x"\n[limits]\nnodes = 0', "nodes '0' is not a whole number"),
        ('command = "python x"\n[limits]\nspeed = 1', "unknown limit 'speed'; one of: movetime"),
        ("command = ", "Invalid value"),
    ],
)
def test_mistakes_in_entries(text: str, message: str, folder: Path) -> None:
    (folder / "notes.txt").write_text("")
    path = folder / "mine.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        parse_player("mine.toml")
    assert message in str(caught.value)
    assert str(caught.value).startswith("mine.toml: ")


def test_limits_of_an_entry(folder: Path) -> None:
    (folder / "mine.toml").write_text('command = "python x"\n[limits]\nnodes = 5')
    assert parse_player("mine.toml").limits == TimeControl(nodes=5)
    assert parse_player("mine.toml:depth=2").limits == TimeControl(depth=2)
    assert parse_player("mine.toml").name == "mine"


@pytest.mark.parametrize(
    ("text", "clock", "inc"), [("60000", 60000, 0), ("1+0", 1, 0), ("5000+100", 5000, 100)]
)
def test_clocks(text: str, clock: int, inc: int) -> None:
    assert parse_clock(text) == TimeControl(clock=clock, inc=inc)
    assert TimeControl.from_words(str(parse_clock(text))) == parse_clock(text)


@pytest.mark.parametrize("text", ["", "0", "-5", "1m", "5+", "5+x", "5+-1", "10000000000"])
def test_clocks_that_are_none(text: str) -> None:
    with pytest.raises(UsageError, match="clock"):
        parse_clock(text)


def test_limits_as_words() -> None:
    assert str(TimeControl()) == ""
    assert str(TimeControl(movetime=5, nodes=7)) == "movetime 5 nodes 7"
    with pytest.raises(ValueError, match="is not a list of limits"):
        TimeControl.from_words("speed 7")
