"""The journal of a `regret` run, from which an interrupted run resumes."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from spyrium_ai.tools.experiments.regret import DecisionRegret
from spyrium_ai.util.append_file import AppendFile, open_alone
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.json_fields import parse_json


class RegretJournal(AppendFile):
    """The settings of a run in the first line, then one line for each decision.

    The settings are written with the first decision. An incomplete last line is dropped. Only one
    run at a time can open the file.
    """

    def __init__(self, path: Path, settings: Mapping[str, object]) -> None:
        """Open the file, or create it.

        Raises:
            UsageError: the file cannot be opened, is no such journal, belongs to a run with other
                settings, or is in use by another run.
        """
        super().__init__(path, open_alone(path))
        self._settings = settings
        self._lock = threading.Lock()
        self.found: dict[str, DecisionRegret] = {}
        try:
            self._read()
        except BaseException:
            self.close()
            raise

    def _read(self) -> None:
        self._file.seek(0)
        content = self._file.readall() or b""
        whole = content.rfind(b"\n") + 1
        try:
            if content and not whole:
                raise ValueError("it has no whole line")
            data = [parse_json(line) for line in content[:whole].splitlines()]
            if data and data[0] != self._settings:
                raise UsageError(
                    f"'{self.path}' is of a run with other settings: {json.dumps(data[0])}"
                )
            for entry in data[1:]:
                self.found[entry["key"]] = DecisionRegret(**entry)
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"'{self.path}' is no journal of `regret`: {error}") from None
        self.mend()

    def add(self, regret: DecisionRegret) -> None:
        """Append the result of a decision, from any thread; it is on the disk when this returns.

        Raises:
            HaltError: the disk does not take it.
        """
        with self._lock:
            lines = [self._settings] if self.is_empty else []
            lines.append(asdict(regret))
            self.append("".join(json.dumps(line) + "\n" for line in lines))
            self.found[regret.key] = regret
