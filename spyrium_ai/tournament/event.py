"""An event: its players, who meets whom, how often, and with which settings."""

from __future__ import annotations

from dataclasses import dataclass, field

from spyrium_ai.analysis.ratings.sprt import SprtPlan
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.seeds import SeriesSeed, new_secret

FORMATS = ("round-robin", "gauntlet", "swiss", "ladder")


@dataclass(frozen=True)
class Event(MatchSettings):
    """An event.

    A table has `seats` players and plays `deals` deal sets; in a Swiss event it does so in each of
    the `rounds`. `challengers` are the indices of the challengers of a gauntlet. `shared_names`
    are names that were given to more than one player; these players are numbered.

    Raises:
        UsageError: the fields contradict each other.
    """

    name: str = "event"
    format: str = "round-robin"
    seats: int = 2
    deals: int = 10
    rounds: int = 1
    challengers: tuple[int, ...] = ()
    seed: SeriesSeed = field(default_factory=new_secret, repr=False)
    jobs: int = 1
    sprt: SprtPlan | None = None
    shared_names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the fields against each other."""
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
                "a gauntlet needs a challenger: write challenger = true under the [[players]] "
                "that play against all others"
            )
        others, needed = len(self.players) - len(self.challengers), self.seats - 1
        if others < needed:
            raise UsageError(
                f"a gauntlet at tables of {self.seats} needs at least {needed} players "
                f"that are not challengers; it has {others}"
            )

    def _check_test(self, test: SprtPlan) -> None:
        if self.format == "swiss":
            raise UsageError("sprt cannot decide a swiss event: its pairings depend on the results")
        one, other = (self.names[player] for player in test.players)
        if self.format == "ladder" and abs(test.players[0] - test.players[1]) >= self.seats:
            raise UsageError(
                f"sprt: {one} and {other} never sit at one table in this ladder; "
                "test two that follow each other"
            )
        if self.format != "gauntlet":
            return
        challenging = sum(player in self.challengers for player in test.players)
        if challenging == 2 or (challenging == 0 and self.seats == 2):
            raise UsageError(
                f"sprt: {one} and {other} never sit at one table in this gauntlet; "
                "test a challenger against one of the others"
            )
