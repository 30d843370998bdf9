"""The journal of a measurement of regret, which a run that was broken off goes on with."""

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
    """The terms of a measurement and, line by line, every finding as soon as it is made.

    The terms are written with the first finding. A last line that was not written to its end is
    dropped. One run at a time has the file.
    """

    def __init__(self, path: Path, terms: Mapping[str, object]) -> None:
        """Open the file, or make it.

        Raises:
            UsageError: it cannot be opened, is no such journal, was begun on other terms, or
                another run has it.
        """
        super().__init__(path, open_alone(path))
        self._terms = terms
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
            if data and data[0] != self._terms:
                raise UsageError(f"'{self.path}' was begun on other terms: {json.dumps(data[0])}")
            for entry in data[1:]:
                self.found[entry["key"]] = DecisionRegret(**entry)
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"'{self.path}' is no journal of `regret`: {error}") from None
        self.mend()

    def add(self, finding: DecisionRegret) -> None:
        """Keep a finding, in any thread; it is on the disk when this returns.

        Raises:
            HaltError: the disk does not take it.
        """
        with self._lock:
            lines = [self._terms] if self.is_empty else []
            lines.append(asdict(finding))
            self.append("".join(json.dumps(line) + "\n" for line in lines))
            self.found[finding.key] = finding
