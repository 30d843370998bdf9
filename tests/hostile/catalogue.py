"""All fuzzers by name."""

from __future__ import annotations

from hostile.fuzzing import Fuzzer
from hostile.game_logs import READERS, GameLogs
from hostile.protocol import Protocol

from spyrium_ai.engine.registry import BUILTIN

FUZZERS: dict[str, Fuzzer] = {
    fuzzer.name: fuzzer for fuzzer in [*map(Protocol, BUILTIN), *map(GameLogs, READERS)]
}
