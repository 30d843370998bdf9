"""The version says which build it is: in a checkout, an sdist, a wheel, and without either."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from spyrium_ai.engine.registry import BUILTIN, make_engine
from spyrium_ai.version import VERSION, full_version

ROOT = Path(__file__).parents[1]
HIDDEN = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}


def git(folder: Path, *words: str) -> str:
    if shutil.which("git") is None:
        pytest.skip("needs git")
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    command = ["git", *who, *words]
    return subprocess.run(
        command, cwd=folder, env=HIDDEN, capture_output=True, text=True, check=True
    ).stdout.strip()


def build(folder: Path) -> str:
    """Return what the version file of the sources in a folder says of their build."""
    found: Callable[[], str] = runpy.run_path(str(folder / "spyrium_ai" / "version.py"))["build"]
    return found()


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Give sources that have no git."""
    folder = tmp_path / "sources"
    (folder / "spyrium_ai").mkdir(parents=True)
    (folder / "README.md").write_text("It plays.\n")
    (folder / "spyrium_ai" / "engine.py").write_text("depth = 1\n")
    shutil.copy(ROOT / "spyrium_ai" / "version.py", folder / "spyrium_ai")
    return folder


@pytest.fixture
def checkout(sources: Path) -> Path:
    """Give sources with one commit, and a clean tree."""
    git(sources, "init", "--quiet")
    git(sources, "add", ".")
    git(sources, "commit", "--quiet", "--message", "Begin")
    return sources


def test_a_checkout_says_its_commit(checkout: Path) -> None:
    first = build(checkout)
    assert first == f"g{git(checkout, 'rev-parse', 'HEAD')[:8]}"
    (checkout / "README.md").write_text("It plays well.\n")
    (checkout / "spyrium_ai" / "notes.txt").write_text("not tracked\n")
    assert build(checkout) == first
    git(checkout, "commit", "--quiet", "--all", "--message", "Describe")
    assert build(checkout) != first


def test_changed_sources_are_told_apart(checkout: Path) -> None:
    clean = build(checkout)
    source = checkout / "spyrium_ai" / "engine.py"
    source.write_text("depth = 2\n")
    two = build(checkout)
    assert re.fullmatch(rf"{clean}\.dirty\.[0-9a-f]{{8}}", two)
    assert build(checkout) == two
    source.write_text("depth = 3\n")
    assert build(checkout) not in {clean, two}
    source.unlink()
    assert build(checkout).startswith(f"{clean}.dirty.")


def test_a_worktree_says_its_own_commit(checkout: Path, tmp_path: Path) -> None:
    git(checkout, "worktree", "add", "--quiet", str(tmp_path / "tree"))
    git(tmp_path / "tree", "commit", "--quiet", "--allow-empty", "--message", "Go on")
    assert build(tmp_path / "tree") == f"g{git(tmp_path / 'tree', 'rev-parse', 'HEAD')[:8]}"
    assert build(tmp_path / "tree") != build(checkout)


def test_git_variables_of_a_hook_do_not_mislead(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = build(checkout)
    monkeypatch.setenv("GIT_DIR", str(tmp_path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert build(checkout) == expected


def test_sources_without_git_say_what_the_build_file_says(sources: Path) -> None:
    assert build(sources) == "unknown"
    (sources / "spyrium_ai" / "build.txt").write_text("g01234567\n")
    assert build(sources) == "g01234567"


def test_a_checkout_around_the_sources_is_not_theirs(sources: Path) -> None:
    git(sources.parent, "init", "--quiet")
    git(sources.parent, "commit", "--quiet", "--allow-empty", "--message", "Begin")
    assert build(sources) == "unknown"


def test_a_checkout_without_a_commit_is_unknown(sources: Path) -> None:
    git(sources, "init", "--quiet")
    assert build(sources) == "unknown"


def test_a_machine_without_git(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(checkout))
    assert build(checkout) == "unknown"


def test_start_up_does_not_ask_git() -> None:
    code = "import sys, spyrium_ai.cli; print('subprocess' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout == "False\n"


def test_built_in_engines_say_the_build() -> None:
    assert full_version().startswith(f"{VERSION}+")
    assert {make_engine(name).version for name in BUILTIN} == {full_version()}


@pytest.mark.parametrize("command", ["build_py", "sdist"])
def test_what_is_built_says_its_commit(
    command: str, checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("Cython")
    setuptools = pytest.importorskip("setuptools")
    monkeypatch.chdir(ROOT)
    setup = runpy.run_path("setup.py", run_name="setup")
    monkeypatch.chdir(checkout)
    copy = tmp_path / "copy"
    (copy / "spyrium_ai").mkdir(parents=True)
    distribution = setuptools.Distribution({"name": "x", "version": VERSION, "packages": []})
    if command == "sdist":
        setup["SdistWithCommit"](distribution).make_release_tree(str(copy), [])
    else:
        build_py = setup["BuildPyWithCommit"](distribution)
        build_py.ensure_finalized()
        build_py.build_lib = str(copy)
        build_py.run()
    shutil.copy(checkout / "spyrium_ai" / "version.py", copy / "spyrium_ai")
    assert build(copy) == build(checkout) != "unknown"
