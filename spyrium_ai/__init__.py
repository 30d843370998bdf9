"""An engine for the board game Spyrium: rules, searching players, a text protocol, matches."""

from spyrium_ai.version import VERSION as __version__

__all__ = ["Dealer", "IllegalMove", "NotationError", "Position", "__version__"]


def __getattr__(name: str) -> object:
    """Import the public names on first use, so that `spyrium-ai --help` stays fast."""
    if name in {"IllegalMove", "Position"}:
        from spyrium_ai import position  # noqa: PLC0415

        return getattr(position, name)
    if name == "Dealer":
        from spyrium_ai.dealer import Dealer  # noqa: PLC0415

        return Dealer
    if name == "NotationError":
        from spyrium_ai.notation import NotationError  # noqa: PLC0415

        return NotationError
    raise AttributeError(f"module 'spyrium_ai' has no attribute '{name}'")
