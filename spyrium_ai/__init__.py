"""An engine for the board game Spyrium: rules, searching players, a text protocol, matches."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from spyrium_ai.version import VERSION

if TYPE_CHECKING:
    from spyrium_ai.game.dealer import Dealer
    from spyrium_ai.game.notation import NotationError
    from spyrium_ai.game.position import IllegalMove, Position

__version__ = VERSION
__all__ = ["Dealer", "IllegalMove", "NotationError", "Position", "__version__"]

_HOMES = {
    "Dealer": "spyrium_ai.game.dealer",
    "IllegalMove": "spyrium_ai.game.position",
    "NotationError": "spyrium_ai.game.notation",
    "Position": "spyrium_ai.game.position",
}


def __getattr__(name: str) -> object:
    """Import the public names on first use, so that `spyrium-ai --help` stays fast."""
    if name not in _HOMES:
        raise AttributeError(f"module 'spyrium_ai' has no attribute '{name}'")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names too that are not imported yet."""
    return sorted({*globals(), *__all__})
