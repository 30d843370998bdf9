"""Every command line in README.md and docs/ runs, in a folder of its own, as it stands there."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from spyrium_ai.cli import COMMANDS

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md")))]
# What installs the program is for a fresh clone, and .ci/run does it.
INSTALLS = "python3 -m venv"
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# `spyrium-ai bench` computes for half a minute, of which a busy machine makes many.
PAGE_SECONDS = 1200
COMMAND = re.compile(r"^(?:[^$].* \| )?spyrium-ai .*$")  # what begins with $ is only told


def scripts(page: str) -> list[str]:
    """Return what the page tells to run: its blocks of shell, and command lines in other blocks."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found: list[str] = []
    at = 0
    for block in FENCED.finditer(text):
        found += _indented(text[at : block.start()])
        language, code = block.groups()
        found += [code] if language == "sh" else list(filter(COMMAND.match, code.splitlines()))
        at = block.end()
    found += _indented(text[at:])
    return [script for script in found if not script.startswith(INSTALLS)]


def _indented(text: str) -> list[str]:
    """Return the commands among the indented lines, with the other commands between them."""
    lines = [line[4:] for line in text.splitlines() if line.startswith("    ")]
    return [line for line in lines if COMMAND.match(line) or line.startswith("gzip ")]


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Return a folder with the engines in it and the program, as from this checkout, in bin."""
    (tmp_path / "engines").symlink_to(ROOT / "engines")
    program = tmp_path / "bin" / "spyrium-ai"
    program.parent.mkdir()
    words = ["env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "spyrium_ai"]
    program.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return tmp_path


def run(script: str, desk: Path) -> subprocess.CompletedProcess[str]:
    """Run it as a careful shell would, with nobody at the keyboard."""
    environ = {**os.environ, "PATH": f"{desk / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        [shutil.which("bash") or "sh", "-e", "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=desk,
        env=environ,
        timeout=PAGE_SECONDS,
        check=False,
    )


@pytest.mark.timeout(PAGE_SECONDS)
@pytest.mark.parametrize("page", [page for page in PAGES if scripts(page)])
def test_what_a_page_tells_to_run(page: str, desk: Path) -> None:
    for script in scripts(page):
        done = run(script, desk)
        said = f"{script}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        assert done.returncode == 0, said
        assert done.stdout.strip(), said
        assert not re.search("^(Traceback|Error)", done.stderr, re.MULTILINE), said
        assert not re.search("^error ", done.stdout, re.MULTILINE), said


def test_every_command_is_shown_by_a_page() -> None:
    told = "\n".join(script for page in PAGES for script in scripts(page))
    missing = [name for name in COMMANDS if not re.search(rf"spyrium-ai {name}\b", told)]
    assert not missing


def test_the_pages_have_commands() -> None:
    assert {"README.md", "docs/match.md", "docs/play.md", "docs/own-engine.md"} <= {
        page for page in PAGES if scripts(page)
    }
    told = "\n".join(scripts("README.md"))
    for command in ("match", "replay", "rate", "report", "tournament", "doctor", "engine"):
        assert re.search(rf"spyrium-ai {command}\b", told), command
