"""An engine for the board game Spyrium: rules, searching players, a text protocol, matches."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from spyrium_ai.version import VERSION

if TYPE_CHECKING:
    from spyrium_ai.dealer import Dealer
    from spyrium_ai.notation import NotationError
    from spyrium_ai.position import IllegalMove, Position

__version__ = VERSION
__all__ = ["Dealer", "IllegalMove", "NotationError", "Position", "__version__"]

_HOMES = {
    "Dealer": "spyrium_ai.dealer",
    "IllegalMove": "spyrium_ai.position",
    "NotationError": "spyrium_ai.notation",
    "Position": "spyrium_ai.position",
}


def __getattr__(name: str) -> object:
    """Import the public names on first use, so that `spyrium-ai --help` stays fast."""
    if name not in _HOMES:
        raise AttributeError(f"module 'spyrium_ai' has no attribute '{name}'")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names too that are not imported yet."""
    return sorted({*globals(), *__all__})
