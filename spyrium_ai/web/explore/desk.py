"""What the analysis of one server shares: games, engines that search, analyses under way."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from spyrium_ai.analysis.report.viewer_game import game_data
from spyrium_ai.analysis.review.review_run import ReviewSettings
from spyrium_ai.web.api import Data
from spyrium_ai.web.context import Context, context_of
from spyrium_ai.web.explore.library import Library
from spyrium_ai.web.explore.live_search import Searches
from spyrium_ai.web.explore.reviewing import ReviewDesk

SETTINGS = ReviewSettings()  # those of `spyrium-ai analyse`: what one has found the other knows


class ExploreDesk:
    """The parts of analysis, each made for one server."""

    def __init__(self, context: Context) -> None:
        """Begin with nothing under way."""
        self.library = Library(context.store)
        self.searches = Searches(context.engines)
        self.reviews = ReviewDesk(SETTINGS)

    def game(self, name: str) -> Data:
        """Return a game with its analysis, as far as there is one."""
        record = self.library.find(name)
        review = self.reviews.known(record)
        return {
            **game_data(record, review),
            "name": name,
            "first": f"start {len(record.seats)}",
            "progress": self.reviews.progress(record),
        }

    def close(self) -> None:
        """End all searches and analyses."""
        self.searches.close()
        self.reviews.close()


def desk_of(connection: HTTPConnection) -> ExploreDesk:
    """Return the desk of the server that a request or socket has come to."""
    return context_of(connection).part(ExploreDesk, ExploreDesk)
