"""Configuration in TOML: files are found by name, and errors name the file and the key."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from spyrium_ai.util.bounded_read import LARGEST_TOML, read_whole
from spyrium_ai.util.errors import UsageError, suggest
from spyrium_ai.util.text import shown, shown_value

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_BARE_WORD = re.compile(r"[A-Za-z_][\w .:/-]*")


@dataclass(frozen=True)
class SearchPath:
    """Where files are found by name: a folder in the working directory, then the shipped one.

    `sample` is a shipped file, by which the folder is recognised.
    """

    folder: str
    sample: str

    def find(self, name: str) -> Path | None:
        """Return the file with this name, given without .toml; None if there is none."""
        files = (folder / f"{name}.toml" for folder in self._folders())
        return next((file for file in files if file.is_file()), None)

    def names(self) -> list[str]:
        """Return the names of all files."""
        files = [file for folder in self._folders() for file in sorted(folder.glob("*.toml"))]
        return list(dict.fromkeys(file.stem for file in files if file.is_file()))

    def _folders(self) -> list[Path]:
        """Return where to look; shipped files are package data, in a checkout the folder itself."""
        package = Path(str(resources.files("spyrium_ai")))
        shipped = (package / f"shipped_{self.folder}", package.parent / self.folder)
        return [
            Path(self.folder),
            *[folder for folder in shipped if (folder / self.sample).is_file()][:1],
        ]


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content; UsageError names the line and the column if it is not TOML.

    UsageError too where the file cannot be read, or is larger than the limit.
    """
    import tomllib  # noqa: PLC0415 (most games need no configuration, and start faster)

    text = ""
    try:
        # Some editors begin a file with a mark.
        text = read_whole(path, LARGEST_TOML).decode("utf-8-sig")
        return tomllib.loads(text)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except RecursionError:
        raise UsageError(f"{path}: brackets are nested too deeply") from None
    except ValueError as error:
        raise UsageError(f"{path}: {_explained(str(error), text)}") from None


def check_keys(data: Mapping[str, object], keys: Iterable[str], what: str = "key") -> None:
    """Raise UsageError for an unknown key."""
    known = list(keys)
    for key in data:
        if key not in known:
            raise UsageError(f"unknown {what} {shown(key)}; {suggest(key, known)}")


def settings(data: Mapping[str, object], key: str) -> dict[str, str]:
    """Return the table of this key, {} without it, with its values as protocol text."""
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise UsageError(f"{key}: {shown_value(table)} is not a table ([{key}])")
    return {name: _value(f"{key}: {name}", value) for name, value in table.items()}


def label(value: object, key: str = "name") -> str:
    """Return the value if it is a text that tables can show; UsageError if not."""
    if isinstance(value, str) and value.strip() and value.isascii() and value.isprintable():
        return value
    raise UsageError(f"{key}: {shown_value(value)} is not printable ASCII text")


def beside(word: str, folder: Path | None) -> str:
    """Return a word that begins with ./ or ../ as a path relative to the folder, if given."""
    if folder is None or not word.startswith(("./", "../")):
        return word
    return os.path.normpath(folder.absolute() / word)


def _explained(problem: str, text: str) -> str:
    """Return the problem with its place and line, and a likely cause.

    >>> print(_explained("Invalid value (at line 1, column 6)", "name=small"))
    Invalid value (at line 1, column 6) in 'name=small'; a text needs quotes: "small"
    """
    lines = text.splitlines() or [""]
    end = f"at line {len(lines)}, column {len(lines[-1]) + 1}"
    problem = problem.replace("at end of document", end)
    place = _PLACE.search(problem)
    if place is None or int(place[1]) > len(lines):
        return problem
    line = lines[int(place[1]) - 1]
    word = _BARE_WORD.match(line, int(place[2]) - 1)
    is_text = word and problem.startswith("Invalid value")
    quotes = f'; a text needs quotes: "{word[0].strip()}"' if word and is_text else ""
    return f"{problem} in {shown_value(line)}{quotes}"


def _value(what: str, value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, str) and value.isascii() and (value.isprintable() or not value):
        return value
    raise UsageError(
        f"{what}: {shown_value(value)} is not a number, true, false or printable ASCII text"
    )
