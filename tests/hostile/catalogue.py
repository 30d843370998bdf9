"""All fuzzers by name."""

from __future__ import annotations

from hostile.command_lines import CommandLines
from hostile.determinism import Determinism
from hostile.fuzzing import Fuzzer
from hostile.game_logs import READERS, GameLogs
from hostile.kills import Kills
from hostile.native_calls import NativeCalls
from hostile.protocol import Protocol
from hostile.saved_files import KINDS
from hostile.sick_engines import SickEngines
from hostile.toml_files import FILES, TomlFiles

from spyrium_ai.engine.registry import BUILTIN

_ALL: tuple[Fuzzer, ...] = (
    *map(Protocol, BUILTIN),
    NativeCalls(),
    *map(GameLogs, READERS),
    CommandLines(),
    *map(TomlFiles, FILES),
    *(kind() for kind in KINDS),
    SickEngines(),
    Kills(),
    Determinism(),
)
FUZZERS = {fuzzer.name: fuzzer for fuzzer in _ALL}
