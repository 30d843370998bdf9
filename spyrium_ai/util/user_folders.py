"""Where a user's files lie that no option names, by the XDG Base Directory Specification."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

NAME = "spyrium-ai"


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of what is to be kept, such as a person's games; it need not exist.

    >>> str(data_folder({"XDG_DATA_HOME": "/my/data"}))
    '/my/data/spyrium-ai'
    """
    return _folder(environ, "XDG_DATA_HOME", ".local/share")


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of what can be made anew; it need not exist."""
    return _folder(environ, "XDG_CACHE_HOME", ".cache")


def _folder(environ: Mapping[str, str], variable: str, otherwise: str) -> Path:
    """Return our folder in that of the variable; the specification ignores relative paths."""
    named = Path(environ.get(variable, ""))
    return (named if named.is_absolute() else Path.home() / otherwise) / NAME
