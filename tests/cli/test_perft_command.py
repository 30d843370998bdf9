from __future__ import annotations

import signal

import pytest
from click.testing import CliRunner, Result
from support.position_builder import played_out, seat, table, vectors

from spyrium_ai.cli import cli, main
from spyrium_ai.game.position import Position
from spyrium_ai.util.errors import UsageError

LINE = str(table(seat(money=4), seat(), market={"a1": "W1", "b1": "M1"}, slots={"a1b1": "12"}))


def perft(*words: object) -> Result:
    return CliRunner().invoke(cli, ["perft", *map(str, words)])


def test_it_prints_the_count_alone() -> None:
    for case in vectors("perft")[::20]:
        for depth, count in enumerate(case["perft"][:3], 1):
            result = perft(case["position"], depth)
            assert (result.exit_code, result.stdout) == (0, f"{count}\n"), case["position"]


def test_depth_nought_counts_the_position_itself() -> None:
    assert perft(LINE, 0).stdout == "1\n"


def test_the_position_may_come_in_words() -> None:
    count = Position.parse(LINE).perft(2)
    assert perft(*LINE.split(), 2).stdout == f"{count}\n"
    assert perft(*LINE.split(), 2, "--divide").stdout.splitlines()[-3] == f"total {count}"
    assert perft("--divide", *LINE.split(), 2).stdout.splitlines()[-3] == f"total {count}"


def test_divide_counts_behind_each_move() -> None:
    lines = perft(LINE, 3, "--divide").stdout.splitlines()
    counts = dict(line.split() for line in lines)
    seconds = float(counts.pop("seconds"))
    total, number = int(counts.pop("total")), int(counts.pop("moves"))
    position = Position.parse(LINE)
    assert list(counts) == position.legal()
    assert {move: int(count) for move, count in counts.items()} == position.divide(3)
    assert (total, number) == (position.perft(3), len(counts))
    assert seconds >= 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_where_chance_decides_the_count_is_one(players: int) -> None:
    assert perft("start", players, 3).stdout == "1\n"
    assert perft(f"start {players}", 3).stdout == "1\n"
    divided = perft("start", players, 3, "--divide").stdout.splitlines()
    assert divided[:2] == ["total 1", "moves 0"]


def test_at_the_end_the_count_is_one() -> None:
    *_, (end, _) = played_out(2, 1)
    assert perft(str(end), 4).stdout == "1\n"


def test_a_count_leaves_interrupts_as_they_were() -> None:
    before = signal.getsignal(signal.SIGINT)
    perft(LINE, 2)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    ("outside", "inside"),
    [(signal.default_int_handler, signal.SIG_DFL), (signal.SIG_IGN, signal.SIG_IGN)],
)
def test_an_interrupt_ends_a_count_at_once_unless_it_is_ignored(
    monkeypatch: pytest.MonkeyPatch, outside: signal.Handlers, inside: signal.Handlers
) -> None:
    during = []
    monkeypatch.setattr(
        Position, "perft", lambda *_: during.append(signal.getsignal(signal.SIGINT))
    )
    before = signal.signal(signal.SIGINT, outside)
    try:
        perft(LINE, 2)
    finally:
        signal.signal(signal.SIGINT, before)
    assert during == [inside]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("start 6", "2"), "position: 'start 6' is not `start N` with N players, 2 to 5"),
        (("start", "two", "2"), "position: 'start two'"),
        (("start", "2"), "position: 'start'"),
        ((LINE[:-10], "2"), "player 2"),
        ((LINE.replace("W1", "W9"), "2"), "W9"),
        ((LINE, "-1"), "depth: '-1'"),
        ((LINE, "two"), "depth: 'two'"),
        ((LINE, "10000"), "depth: '10000' is not a number of moves, 0 to 9999"),
    ],
)
def test_what_is_wrong_is_told(words: tuple[str, ...], reason: str) -> None:
    result = perft(*words)
    assert isinstance(result.exception, UsageError)
    assert reason in str(result.exception)


def test_a_mistake_ends_with_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["spyrium-ai", "perft", LINE.replace("/4/", "/x/"), "2"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("Error: ")
    assert "'x'" in shown.err


@pytest.mark.parametrize("words", [(), ("3",), (LINE, "2", "--divid"), (LINE, "2", "-x")])
def test_options_and_missing_words_are_refused_as_everywhere(words: tuple[str, ...]) -> None:
    result = perft(*words)
    assert result.exit_code == 2
    assert "perft" in result.stderr
