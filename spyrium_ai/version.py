"""The version of the package, the only place where it stands, and the build that this is."""

from __future__ import annotations

import os
from functools import cache

VERSION = "0.2.0"
BUILD_FILE = "build.txt"  # beside this file in an sdist and in a wheel; a checkout has none
UNKNOWN = "unknown"  # the build of sources that neither git nor a file says anything about

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_ROOT = os.path.dirname(_PACKAGE)
# What the program is built from: a change elsewhere, as of a document, makes no other build.
_SOURCES = ("spyrium_ai", "csrc", "setup.py")
_DIGITS = 8  # of the commit, as many in every clone, so that texts can be compared


@cache
def full_version() -> str:
    """Return the version with the build, as `0.2.0+g04f7cc01`; found at the first call."""
    return f"{VERSION}+{build()}"


def build() -> str:
    """Return the commit of the sources, `g04f7cc01`, or `unknown`.

    In a checkout git is asked, and tracked sources that differ from the commit add a checksum of
    theirs, `g04f7cc01.dirty.5e1f0c2a`. Elsewhere the build file says it.
    """
    if os.path.exists(os.path.join(_ROOT, ".git")):
        return _build_of_checkout() or UNKNOWN
    try:
        with open(os.path.join(_PACKAGE, BUILD_FILE), encoding="ascii") as file:
            return file.read().strip()
    except FileNotFoundError:
        return UNKNOWN


def _build_of_checkout() -> str | None:
    """Return the commit with what is changed; None where git cannot say it."""
    found = _git_status().splitlines()
    head = next((line.split()[2] for line in found if line.startswith("# branch.oid ")), "(")
    if head.startswith("("):  # not a single commit yet
        return None
    changed = [line.rpartition(" ")[2] for line in found if not line.startswith("#")]
    dirty = f".dirty.{_checksum(changed):08x}" if changed else ""
    return f"g{head[:_DIGITS]}{dirty}"


def _git_status() -> str:
    """Return the commit and the changed sources in git's format; '' where git fails."""
    import subprocess  # noqa: PLC0415 (start-up is faster without)

    # The directory may belong to somebody else, as in a container; a git hook sets GIT_DIR.
    command = ["git", "-c", f"safe.directory={_ROOT}", "--no-optional-locks", "status"]
    command += ["--porcelain=v2", "--branch", "--untracked-files=no", "--no-renames"]
    environment = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
    try:
        return subprocess.run(
            [*command, "--", *_SOURCES],
            cwd=_ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=10,
            check=True,
        ).stdout
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""


def _checksum(paths: list[str]) -> int:
    """Return one of the files' names and contents; a file may be gone."""
    import zlib  # noqa: PLC0415 (start-up is faster without)

    total = 0
    for path in paths:
        total = zlib.crc32(path.encode(), total)
        try:
            with open(os.path.join(_ROOT, path), "rb") as file:
                total = zlib.crc32(file.read(), total)
        except OSError:
            continue
    return total
