"""A sample engine: it looks one move ahead, at the points and the money, and no further."""

from spyrium_ai import Engine, Option, Position, Report, SearchLimits, StopFlag, serve


class GreedyPoints(Engine):
    """Takes the move after which it would have most if the game ended there."""

    name = "greedy-points"
    author = "the spyrium-ai developers"
    version = "1"
    options = (Option("money", "real", 0.25, 0.0, 10.0),)  # what a pound is worth in points

    def choose(
        self,
        position: Position,
        limits: SearchLimits,  # noqa: ARG002 (one move ahead takes no time)
        stop: StopFlag,  # noqa: ARG002
        report: Report,  # noqa: ARG002
    ) -> str:
        """Return the best of the legal moves; among equals the last: placing beats passing."""
        seat = position.to_move - 1

        def worth(move: str) -> float:
            after = position.copy()
            after.apply(move)
            money = after.board().seats[seat].money
            return float(after.scores()[seat] + self.values["money"] * money)

        return max(reversed(position.legal()), key=worth)


if __name__ == "__main__":
    serve(GreedyPoints())
