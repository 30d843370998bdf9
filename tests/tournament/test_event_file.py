from __future__ import annotations

import sys
from pathlib import Path

import pytest

from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.event_file import read_event
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.seeds import published

TWO = '[[players]]\nplayer = "random"\n[[players]]\nplayer = "heuristic"\n'
CHALLENGERS = "".join(
    f'[[players]]\nplayer = "mcts"\nname = "{name}"\nchallenger = true\n' for name in ("new", "old")
)
TEST = "[sprt]\nelo0 = 0\nelo1 = 5\n"
FULL = """
name = "everything"
format = "gauntlet"
seats = 3
deals = 7
seed = 5
jobs = -1
on_fault = "void"
patience = 2.5
[limits]
clock = "60000+500"
[[players]]
player = "mcts:nodes=100,threads=2"
name = "mine"
options = { exploration = 1.5, seed = 3 }
challenger = true
[[players]]
player = "random"
limits = { nodes = 7 }
[[players]]
player = "random"
limits = { clock = 5000 }
[sprt]
players = ["mine", "random#2"]
elo0 = 0
elo1 = 20.5
alpha = 0.1
"""


def read(text: str, path: Path = Path("my.toml")) -> Event:
    path.write_text(text, encoding="utf-8")
    return read_event(path)


@pytest.mark.usefixtures("folder")
def test_what_a_file_may_leave_out() -> None:
    event = read(TWO)
    assert (event.name, event.format, event.seats, event.deals) == ("my", "round-robin", 2, 10)
    assert published(event.seed) is None
    assert (event.jobs, event.policy, event.sprt) == (1, "forfeit", None)
    assert event.timemargin == 100
    assert read(f"timemargin = 0\n{TWO}").patience.margin == 0
    assert (event.rounds, event.challengers, event.patience.move) == (1, (), 120)
    assert event.limits == TimeControl()
    assert [player.name for player in event.players] == ["random", "heuristic"]


@pytest.mark.usefixtures("folder")
def test_everything() -> None:
    event = read(FULL)
    assert (event.name, event.format, event.seats, event.deals) == ("everything", "gauntlet", 3, 7)
    assert (event.seed, event.jobs, event.policy, event.patience.move) == (5, -1, "void", 2.5)
    assert event.limits == TimeControl(clock=60_000, inc=500)
    assert event.challengers == (0,)
    mine, one, two = event.players
    assert (mine.name, one.name, two.name) == ("mine", "random#1", "random#2")
    assert mine.text == "mcts:nodes=100,threads=2"
    assert dict(mine.options) == {"threads": "2", "exploration": "1.5", "seed": "3"}
    assert mine.limits == TimeControl(nodes=100)
    assert (one.limits, two.limits) == (TimeControl(nodes=7), TimeControl(clock=5000))
    assert event.sprt is not None
    assert event.sprt.players == (0, 2)
    assert (event.sprt.elo0, event.sprt.elo1) == (0, 20.5)
    assert (event.sprt.alpha, event.sprt.beta) == (0.1, 0.05)


@pytest.mark.usefixtures("folder")
def test_a_swiss_event() -> None:
    event = read(f'format = "swiss"\nrounds = 3\n{TWO}')
    assert (event.format, event.rounds) == ("swiss", 3)


@pytest.mark.usefixtures("folder")
def test_the_test_is_between_the_two_where_there_are_two() -> None:
    event = read(f"{TWO}[sprt]\nelo0 = -10\nelo1 = 10\n")
    assert event.sprt is not None
    assert event.sprt.players == (0, 1)


@pytest.mark.usefixtures("folder")
def test_limits_of_a_table_replace_those_of_the_player() -> None:
    Path("slow.toml").write_text('command = ["python", "x"]\n[limits]\nnodes = 5\n')
    entry = '[[players]]\nplayer = "./slow.toml"\n'
    event = read(f"{TWO}{entry}{entry}limits = {{ depth = 2 }}")
    assert [player.limits for player in event.players[2:]] == [
        TimeControl(nodes=5),
        TimeControl(depth=2),
    ]


@pytest.mark.usefixtures("folder")
def test_names_that_are_given_twice_are_told() -> None:
    third = '[[players]]\nplayer = "uct"\nname = "x"\n'
    event = read(f'{TWO}name = "x"\n{third}')
    assert event.names == ("random", "x#1", "x#2")
    assert event.shared_names == ("x",)
    assert read(TWO + third).shared_names == ()


@pytest.mark.usefixtures("folder")
def test_a_byte_order_mark_is_no_mistake() -> None:
    assert len(read(f"\ufeff{TWO}").players) == 2


def test_paths_are_seen_from_the_folder_of_the_file(folder: Path) -> None:
    home = folder / "some where"
    (home / "events").mkdir(parents=True)
    engine = home / "engine"
    engine.write_text("#!/bin/sh\n")
    engine.chmod(0o755)
    (home / "mine.toml").write_text('command = ["python", "./x.py"]\n')
    event = read(
        '[[players]]\nplayer = "../engine:depth=3"\n'
        "[[players]]\nplayer = \"../engine --fast '../da ta' x\"\n"
        '[[players]]\nplayer = "../mine.toml:style=bold"\n',
        home / "events" / "my.toml",
    )
    program, command, entry = event.players
    assert (program.command, program.limits) == ((str(engine),), TimeControl(depth=3))
    assert program.name == program.text == "../engine:depth=3"
    assert command.command == (str(engine), "--fast", str(home / "da ta"), "x")
    assert entry.command == (sys.executable, str(home / "x.py"))
    assert (entry.name, entry.options) == ("mine:style=bold", (("style", "bold"),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an event needs 2 or more [[players]], not 0"),
        ('[[players]]\nplayer = "random"', "an event needs 2 or more [[players]], not 1"),
        ("deals = ", "Invalid value (at line 1, column 9) in 'deals = '"),
        (
            "deals = 1\nname=small # x",
            "(at line 2, column 6) in 'name=small # x'; a text needs quotes: \"small\"",
        ),
        ("\ndeals = 1\ndeals = 2\n\nx = 1", "(at line 3, column 10) in 'deals = 2'"),
        (f"dels = 5\n{TWO}", "unknown key 'dels'; did you mean 'deals'?"),
        (f"speed = 5\n{TWO}", "unknown key 'speed'; did you mean 'seed'?"),
        (f'"a\\nb" = 5\n{TWO}', r"unknown key 'a\nb'; one of: name"),
        (f"xyz = 5\n{TWO}", "unknown key 'xyz'; one of: name, format, seats, deals"),
        (f'format = "robin"\n{TWO}', "format: 'robin' is not one of: round-robin, gauntlet, swiss"),
        (f"format = 3\n{TWO}", "format: 3 is not a text"),
        (f"seats = 6\n{TWO}", "seats: 6 is not a whole number from 2 to 5"),
        (f"seats = 2.0\n{TWO}", "seats: 2.0 is not a whole number from 2 to 5"),
        (f"seats = true\n{TWO}", "seats: True is not a whole number"),
        (f"seats = 3\n{TWO}", "2 players are too few for tables of 3 seats"),
        (f"deals = 0\n{TWO}", "deals: 0 is not a whole number from 1 to 1000000"),
        (f'deals = "5"\n{TWO}', "deals: '5' is not a whole number"),
        (f"seed = -1\n{TWO}", "seed: -1 is not a whole number from 0 to"),
        (f"jobs = 0\n{TWO}", "jobs: 0 is not a whole number from 1 to 1024, or -1"),
        (f'jobs = "all"\n{TWO}', "jobs: 'all' is not a whole number from 1 to 1024, or -1"),
        (f"jobs = true\n{TWO}", "jobs: True is not a whole number"),
        (f"rounds = 3\n{TWO}", "rounds are for the format swiss only"),
        (f'format = "swiss"\n{TWO}', "rounds is missing: rounds = 3"),
        (f'format = "gauntlet"\n{TWO}', "a gauntlet needs a challenger: write challenger = true"),
        (f"{TWO}challenger = true", 'round-robin: leave it out, or set format = "gauntlet"'),
        (
            'format = "gauntlet"\n' + 2 * '[[players]]\nplayer = "random"\nchallenger = true\n',
            "a gauntlet at tables of 2 needs at least 1 players that are not challengers; it has 0",
        ),
        (f'{TWO}challenger = "yes"', "player 2: challenger: 'yes' is not true or false"),
        (f'on_fault = "win"\n{TWO}', "on_fault: 'win' is not one of: forfeit, void"),
        (f"patience = 0\n{TWO}", "patience: 0 is not a number from 0.1 to 1e+06"),
        (f'name = ""\n{TWO}', "name: '' is not printable ASCII text"),
        (f'name = "caf\u00e9"\n{TWO}', r"name: 'caf\xe9' is not printable ASCII text"),
        (f"limits = 5\n{TWO}", "limits: 5 is not a table ([limits])"),
        (f"{TWO}[limits]\nnodes = 0", "limits: nodes '0' is not a whole number from 1 to"),
        (f"{TWO}[limits]\nnodes = 1.5", "limits: nodes '1.5' is not a whole number from 1 to"),
        (f"{TWO}[limits]\ndepth = 2", "limits: depth is a limit for single players, since"),
        (f"{TWO}[limits]\nmovetme = 2", "unknown limit 'movetme'; did you mean 'movetime'?"),
        (
            f"{TWO}[limits]\nmovetime = 2\nnodes = 5",
            "limits: movetime and nodes exclude each other: give one of them",
        ),
        (f'{TWO}[limits]\nclock = "1m"', "limits: clock '1m' is not a whole number from 1 to"),
        (
            f"seats = 5\n{TWO}" + 30 * '[[players]]\nplayer = "random"\n',
            "32 players at tables of 5 make 201376 tables, more than 20000; a swiss event has few",
        ),
        (
            f'format = "gauntlet"\nseats = 4\n{TWO}challenger = true\n'
            + 60 * '[[players]]\nplayer = "random"\n',
            "62 players at tables of 4 make 35990 tables",
        ),
        (
            f'format = "swiss"\nrounds = 1000000\ndeals = 51\n{TWO}',
            "deals: they make 102000000 games, more than 100000000",
        ),
        ("players = 5", "players: 5 is not a list of tables, each under [[players]]"),
        ('players = ["mcts", "random"]', "is not a list of tables, each under [[players]]"),
        (f'{TWO}[[players]]\nname = "x"', 'player 3: player is missing: player = "mcts"'),
        (f"{TWO}[[players]]\nplayer = 3", "player 3: player: 3 is not printable ASCII text"),
        (f'{TWO}[[players]]\nplayer = "randon"', "player 3: no player 'randon'; did you mean"),
        (
            f'{TWO}[[players]]\nplayer = "human"',
            "player 3: 'human': human players are not",
        ),
        (f'{TWO}[[players]]\nplayr = "mcts"', "player 3: unknown key 'playr'; did you mean"),
        (f"{TWO}options = 3", "player 2: options: 3 is not a table"),
        (f"{TWO}options = {{ a = [1] }}", "player 2: options: a: [1] is not a number, true, false"),
        (
            f"{TWO}options = {{ nodes = 10 }}",
            "player 2: options: nodes belongs under limits: limits = { nodes = 10 }",
        ),
        (
            f'{TWO}[[players]]\nplayer = "mcts:nodes=10"\nlimits = {{ movetime = 10 }}',
            "player 3: two limits, 'mcts:nodes=10' and limits: movetime 10; leave one of them out",
        ),
        (f"{TWO}limits = {{ speed = 1 }}", "player 2: unknown limit 'speed'; one of: movetime"),
        (f'{TWO}name = "\\u0007"', "player 2: name: '\\x07' is not printable ASCII text"),
        (f"timemargin = -1\n{TWO}", "timemargin: -1 is not a whole number from 0 to 1000000"),
        (f"sprt = 5\n{TWO}", "sprt: 5 is not a table ([sprt])"),
        (f"{TWO}[sprt]\nelo1 = 5", "sprt: elo0 is missing: elo0 = 0 and elo1 = 20, for example"),
        (f"{TWO}[sprt]\nelo0 = 0\nelo1 = 5\nalfa = 1", "unknown key of [sprt] 'alfa'; did you"),
        (f'{TWO}[sprt]\nelo0 = 0\nelo1 = "5"', "sprt: elo1: '5' is not a number from -1000"),
        (f"{TWO}[sprt]\nelo0 = 0\nelo1 = 5\nalpha = 1", "sprt: alpha: 1 is not a number from"),
        (
            f'{TWO}[sprt]\nplayers = ["random", "heuristc"]\nelo0 = 0\nelo1 = 5',
            "sprt: players: no player 'heuristc'; did you mean 'heuristic'?",
        ),
        (
            f'{TWO}[sprt]\nplayers = ["random", "random"]\nelo0 = 0\nelo1 = 5',
            "sprt: players: random, random are not two players",
        ),
        (
            f'{TWO}[[players]]\nplayer = "uct"\n[sprt]\nelo0 = 0\nelo1 = 5',
            "sprt: players is missing: two of random, heuristic, uct",
        ),
        (
            f'format = "swiss"\nrounds = 2\n{TWO}[sprt]\nelo0 = 0\nelo1 = 5',
            "sprt cannot decide a swiss event",
        ),
        (
            f'format = "ladder"\n{TWO}{CHALLENGERS}{TEST}players = ["random", "new"]'.replace(
                "challenger = true", ""
            ),
            "sprt: random and new never sit at one table in this ladder; test two that follow",
        ),
        (
            f'format = "gauntlet"\n{TWO}{CHALLENGERS}{TEST}players = ["new", "old"]',
            "sprt: new and old never sit at one table in this gauntlet; test a challenger",
        ),
        (
            f'format = "gauntlet"\n{TWO}{CHALLENGERS}{TEST}players = ["random", "heuristic"]',
            "sprt: random and heuristic never sit at one table in this gauntlet",
        ),
    ],
)
@pytest.mark.usefixtures("folder")
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("my.toml: ")


def test_a_file_that_cannot_be_read(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.toml: No such file"):
        read_event(folder / "none.toml")
    (folder / "latin.toml").write_bytes(b'name = "caf\xe9"')
    with pytest.raises(UsageError, match=r"latin\.toml: 'utf-8' codec can't decode"):
        read_event(folder / "latin.toml")
