"""What is to be played: the players of an event, who meets whom, how often, on which terms."""

from __future__ import annotations

from dataclasses import dataclass

from spyrium_ai.analysis.ratings.sprt import SprtPlan
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.util.errors import UsageError

FORMATS = ("round-robin", "gauntlet", "swiss")


@dataclass(frozen=True)
class Event(MatchSettings):
    """An event.

    `seats` players sit at a table. Every table plays `deals` blocks, each one deal from all
    rotations of the seats; in the format `swiss` it does so in each of the `rounds`. `challengers`
    are, for a gauntlet, the numbers of those who play against all others. `shared_names` are those
    that were given to more than one player, whose names are numbered.

    Raises:
        UsageError: these do not go together.
    """

    name: str = "event"
    format: str = "round-robin"
    seats: int = 2
    deals: int = 10
    rounds: int = 1
    challengers: tuple[int, ...] = ()
    seed: int = 1
    jobs: int = 1
    sprt: SprtPlan | None = None
    shared_names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check what concerns more than one field."""
        if len(self.players) < self.seats:
            raise UsageError(
                f"{len(self.players)} players are too few for tables of {self.seats} seats"
            )
        if self.format != "swiss" and self.rounds != 1:
            raise UsageError("rounds are for the format swiss only")
        self._check_challengers()
        if self.sprt is not None:
            self._check_test(self.sprt)

    def _check_challengers(self) -> None:
        if self.format != "gauntlet":
            if self.challengers:
                raise UsageError(
                    f"challenger = true has no meaning in the format {self.format}: "
                    'leave it out, or set format = "gauntlet"'
                )
            return
        if not self.challengers:
            raise UsageError(
                "a gauntlet has no challenger: write challenger = true under the [[players]] "
                "who are to play against all others"
            )
        others, needed = len(self.players) - len(self.challengers), self.seats - 1
        if others < needed:
            raise UsageError(
                f"a gauntlet at tables of {self.seats} needs {needed} or more players who are no "
                f"challengers, not {others}"
            )

    def _check_test(self, test: SprtPlan) -> None:
        if self.format == "swiss":
            raise UsageError("sprt cannot decide a swiss event: who meets there depends on results")
        if self.format != "gauntlet":
            return
        challenging = sum(player in self.challengers for player in test.players)
        if challenging == 2 or (challenging == 0 and self.seats == 2):
            one, other = (self.names[player] for player in test.players)
            raise UsageError(
                f"sprt: {one} and {other} never sit at one table in this gauntlet; "
                "test a challenger against one of the others"
            )
