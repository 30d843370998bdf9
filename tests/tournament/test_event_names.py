"""The names that events are found by."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from spyrium_ai.tournament.event_file import event_names, find_event, read_event
from spyrium_ai.util.errors import UsageError


def test_events_are_found_by_path_then_here_then_among_the_shipped(folder: Path) -> None:
    shipped = find_event("quick")
    assert shipped == find_event("quick.toml")
    assert shipped.is_file()
    (folder / "quick").mkdir()  # as a finished event leaves it
    assert find_event("quick") == shipped
    here = folder / "tournaments"
    here.mkdir()
    for name in ("quick", "own"):
        (here / f"{name}.toml").write_text("deals = 1\n")
    assert find_event("quick") == find_event("quick.toml") == Path("tournaments/quick.toml")
    assert find_event("own") == Path("tournaments/own.toml")
    assert event_names().count("quick") == 1
    assert {"own", "swiss"} < set(event_names())
    (folder / "quick.toml").write_text("deals = 1\n")
    assert find_event("quick.toml") == Path("quick.toml")
    assert find_event("./quick.toml") == Path("quick.toml")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("quik", "no event 'quik'; did you mean 'quick'?"),
        ("zzz", "no event 'zzz'; one of: check, five, "),
        ("mine", "no event 'mine'; did you mean 'mine.toml'?"),
        ("s.bak", "no event 's.bak'; a path has a / or ends in .toml: './s.bak'"),
        ("mime.toml", "no event 'mime.toml'; one of: check, five, "),
        ("./nothing.toml", "'./nothing.toml' is not the file of an event"),
        ("some/where", "'some/where' is not the file of an event"),
    ],
)
def test_names_that_are_none(name: str, message: str, folder: Path) -> None:
    for file in ("mine.toml", "s.bak"):
        (folder / file).write_text("deals = 1\n")
    with pytest.raises(UsageError) as caught:
        find_event(name)
    assert message in str(caught.value)


@pytest.mark.usefixtures("folder")
def test_the_shipped_events_are_in_order() -> None:
    formats, seats = set(), set()
    for name in event_names():
        path = find_event(name)
        text = path.read_text(encoding="utf-8")
        assert text.startswith("# "), name
        if ('"tinker"' in text and not shutil.which("node")) or "/.venv/bin/" in text:
            continue  # engines that may not be there
        event = read_event(path)
        assert event.name == name
        formats.add(event.format)
        seats.add(event.seats)
    assert formats == {"round-robin", "gauntlet", "swiss", "ladder"}
    assert seats == {2, 3, 4, 5}
