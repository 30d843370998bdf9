"""An engine for the board game Spyrium: rules, searching players, a text protocol, matches.

Everything that a program needs is imported from here; the packages below may change at any time.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from spyrium_ai.analysis.standings import Standings
    from spyrium_ai.engine.base import Engine, Info, Report, thousandths
    from spyrium_ai.engine.limits import SearchLimits
    from spyrium_ai.engine.options import Option
    from spyrium_ai.engine.protocol.server import serve
    from spyrium_ai.engine.registry import STRONGEST, make_engine
    from spyrium_ai.engine.time_management import thinking_seconds
    from spyrium_ai.envs.search_data import SearchResult, search_position
    from spyrium_ai.game.dealer import Dealer
    from spyrium_ai.game.notation import NotationError
    from spyrium_ai.game.position import IllegalMoveError, Position
    from spyrium_ai.match.records.record import GameRecord
    from spyrium_ai.match.records.record_file import read_records
    from spyrium_ai.match.series import SeriesResult, play_series
    from spyrium_ai.search.stop_flag import StopFlag

    __version__: str

__all__ = [
    "STRONGEST",
    "Dealer",
    "Engine",
    "GameRecord",
    "IllegalMoveError",
    "Info",
    "NotationError",
    "Option",
    "Position",
    "Report",
    "SearchLimits",
    "SearchResult",
    "SeriesResult",
    "Standings",
    "StopFlag",
    "__version__",
    "make_engine",
    "play_series",
    "read_records",
    "search_position",
    "serve",
    "thinking_seconds",
    "thousandths",
]

# Where the public names are defined.
_HOMES = {
    "STRONGEST": "spyrium_ai.engine.registry",
    "Dealer": "spyrium_ai.game.dealer",
    "Engine": "spyrium_ai.engine.base",
    "GameRecord": "spyrium_ai.match.records.record",
    "IllegalMoveError": "spyrium_ai.game.position",
    "Info": "spyrium_ai.engine.base",
    "NotationError": "spyrium_ai.game.notation",
    "Option": "spyrium_ai.engine.options",
    "Position": "spyrium_ai.game.position",
    "Report": "spyrium_ai.engine.base",
    "SearchLimits": "spyrium_ai.engine.limits",
    "SearchResult": "spyrium_ai.envs.search_data",
    "SeriesResult": "spyrium_ai.match.series",
    "Standings": "spyrium_ai.analysis.standings",
    "StopFlag": "spyrium_ai.search.stop_flag",
    "make_engine": "spyrium_ai.engine.registry",
    "play_series": "spyrium_ai.match.series",
    "read_records": "spyrium_ai.match.records.record_file",
    "search_position": "spyrium_ai.envs.search_data",
    "serve": "spyrium_ai.engine.protocol.server",
    "thinking_seconds": "spyrium_ai.engine.time_management",
    "thousandths": "spyrium_ai.engine.base",
}


def __getattr__(name: str) -> object:
    """Import the public names on first use, so that `spyrium-ai --help` stays fast."""
    if name == "__version__":
        return full_version()
    if name not in _HOMES:
        raise AttributeError(f"module 'spyrium_ai' has no attribute '{name}'")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names too that are not imported yet."""
    return sorted({*globals(), *__all__})
