from __future__ import annotations

import os
from pathlib import Path

import pytest

from spyrium_ai.analysis.report.page import GENERATOR
from spyrium_ai.analysis.report.page_file import check_page, write_page
from spyrium_ai.util.errors import UsageError

PAGE = f'<!doctype html>\n<meta name="generator" content="{GENERATOR}">\n'


def refusal(path: Path, *journals: Path, force: bool = False) -> str:
    """Return why no page is written there, '' if it would be."""
    try:
        check_page(path, journals, force)
    except UsageError as error:
        return str(error)
    return ""


def test_a_new_page_and_one_that_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert refusal(path) == ""
    assert write_page(path, PAGE + "1") == len(PAGE) + 1
    assert refusal(path) == ""
    write_page(path, PAGE + "é")
    assert path.read_text(encoding="utf-8") == PAGE + "é"
    assert os.listdir(tmp_path) == ["report.html"]


def test_another_file_is_overwritten_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "thesis.html"
    path.write_text("<p>years of work", encoding="utf-8")
    assert refusal(path) == f"'{path}' exists and is not a report; use --force to overwrite it"
    assert refusal(path, force=True) == ""


def test_a_journal_is_never_overwritten(tmp_path: Path) -> None:
    journal, link = tmp_path / "games.jsonl", tmp_path / "link"
    journal.write_text("{}\n", encoding="utf-8")
    link.symlink_to(journal)
    for path in (journal, link):
        for force in (False, True):
            for given in (journal, tmp_path):
                said = refusal(path, tmp_path / "missing", given, force=force)
                assert said == f"'{path}' is one of the files to read"


def test_where_no_file_can_be(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"'{tmp_path}' is a directory"
    assert "no directory" in refusal(tmp_path / "none" / "report.html")
    with pytest.raises(UsageError, match="cannot be written"):
        write_page(tmp_path / "none" / "report.html", PAGE)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "report.html", tmp_path / "latest.html"
    path.write_text(PAGE, encoding="utf-8")
    link.symlink_to(path)
    write_page(link, PAGE + "new")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == PAGE + "new"


def test_the_old_page_stays_where_the_new_one_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.html"
    path.write_text(PAGE, encoding="utf-8")

    def full(self: Path, target: Path) -> None:
        raise OSError(28, f"No space left on device for {self} and {target}")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UsageError, match="No space left"):
        write_page(path, PAGE + "new")
    assert path.read_text(encoding="utf-8") == PAGE
    assert os.listdir(tmp_path) == ["report.html"]


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    for force in (False, True):
        assert refusal(path, force=force) == f"'{path}' is not a regular file"


def test_a_title_of_another_encoding_costs_no_page(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_page(path, PAGE + os.fsdecode(b"caf\xe9"))
    assert path.read_text(encoding="utf-8").startswith(PAGE + "caf")
