"""Types of numbers on the command line; their error messages say what is expected."""

from __future__ import annotations

import math
from typing import Any

import click

from spyrium_ai.match.settings import JOBS, is_jobs


class Whole(click.IntRange):
    """A whole number from `min` to `max`, or of `min` or more."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; BadParameter says what would be right."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(f"{value!r} is not {self._wanted()}.", param, ctx)

    def _wanted(self) -> str:
        low, high = self.min, self.max
        return "a whole number " + (
            f"of {low} or more" if high is None else f"from {low} to {high}"
        )


class ZeroOr(Whole):
    """0, or what `Whole` takes."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; BadParameter says what would be right."""
        return 0 if value in {0, "0"} else super().convert(value, param, ctx)

    def _wanted(self) -> str:
        return f"0 or {super()._wanted()}"


class Amount(click.FloatRange):
    """A number of some unit, above `min` or from `min` to `max`."""

    unit = ""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number; BadParameter says what would be right."""
        wanted = f"above {self.min:g}" if self.max is None else f"from {self.min:g} to {self.max:g}"
        try:
            number = float(super().convert(value, param, ctx))
        except click.BadParameter:
            number = math.nan
        if math.isnan(number):
            self.fail(f"{value!r} is not a number of {self.unit} {wanted}.", param, ctx)
        return number


class Seconds(Amount):
    """A number of seconds."""

    unit = "seconds"


class Times(Amount):
    """How many times as much as usual."""

    unit = "times"


class Percent(Amount):
    """A number of per cent from 0 to 100."""

    unit = "per cent"

    def __init__(self) -> None:
        super().__init__(0, 100)


class Jobs(click.types.IntParamType):
    """How many tasks run in parallel: what `settings.JOBS` says."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; BadParameter says what would be right."""
        try:
            jobs = int(value)
        except ValueError:
            jobs = 0
        if not is_jobs(jobs):
            self.fail(f"{value!r} is not {JOBS}.", param, ctx)
        return jobs
