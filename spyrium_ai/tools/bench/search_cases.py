"""The positions from which the bench searches, and the players' searches there."""

from __future__ import annotations

from dataclasses import dataclass

from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.search.expectimax import Expectimax
from spyrium_ai.search.mcts import Search
from spyrium_ai.search.weights import FIRST_NETS_FILE, load_net, load_policy, load_weights
from spyrium_ai.tools.bench.game_bench import PERFT_CASES, SEED

MEMORY = 256 * 2**20  # bytes of a search by `mcts`, more than a run fills; the rest is not touched
TABLE = 64 * 2**20  # bytes of the table of `expectimax`, its default with two players
# From games of `mcts` at 64 simulations a move, in turn 4.
THREE = (
    "3 4 2 1 Ge,N2,Ba.1.2,Ta,N2,L3,U2.2,Bu.2.3,R2 -,-,-,-,-,-,-,-,-,1123,3,23 E3 E1.3 "
    "L3,N2,N2,R2,U2,Bu,Ge,Ba,Ta 4.2.2/3.3.4 E4,E5 I/-/4/18/6/4/2/4/-/-/Lo,Ca/- "
    "I/e/3/15/5/6/3/5/-/M2,N1/-/- I/-/11/11/3/2/3/6/w/W1,N1/Cr/-"
)
FIVE = (
    "5 4 4 3 Ge,N2,Ba.1.1.1.2,Ta,N2,L3,-,Bu.2.3.3.3,R2 12,23,3,2,-,1,5,4,-,-,155,- E3 E1.1 "
    "L3,N2,N2,R2,U2,Bu,Ge,Ba,Ta 4.5.5/0.1.0 E4,E5 I/-/10/25/0/4/3/6/w/W2,N1/-/- "
    "I/-/4/25/0/5/1/4/-/W1,R1/Eg/- I/-/3/14/7/4/3/5/-/M2,M2,N1/-/- "
    "II/-/10/12/5/3/3/5/w/M2,W2,U2/Cr/- I/-/3/12/8/4/2/5/-/W1,N1/Lo/-"
)


@dataclass(frozen=True)
class SearchCase:
    """A position that searches begin from, and the work of a run there."""

    moment: str
    position: Position
    playouts: int  # of each tree of `mcts`
    nodes: int  # of `expectimax`

    @property
    def label(self) -> str:
        """The entry in the JSON object."""
        return f"{self.position.players}-players-{self.moment}"

    def title(self, what: str) -> str:
        """Return what is measured, for people."""
        return f"{what}, {self.position.players} players, {self.moment}"

    def tree(self, threads: int = 1) -> Search:
        """Return a search as `mcts` makes it with so many threads."""
        players = self.position.players
        return Search(
            load_weights(players),
            load_net(players),
            MEMORY,
            policy=load_policy(players),
            threads=threads,
        )

    def first_tree(self) -> Search:
        """Return a search as `mcts` of version 0.1 made it."""
        players = self.position.players
        return Search(load_weights(players), load_net(players, file=FIRST_NETS_FILE), MEMORY)

    def table(self) -> Expectimax:
        """Return a search as `expectimax` makes it."""
        players = self.position.players
        return Expectimax(
            load_weights(players), load_net(players), TABLE, policy=load_policy(players)
        )


def _first_decision(players: int) -> Position:
    """Return the start of a game after the setup and the first deal."""
    position, dealer = Position.start(players), Dealer(players, SEED)
    while position.is_chance:
        position.apply(dealer.deal(position))
    return position


CASES = (
    SearchCase("start", _first_decision(2), 10_000, 20_000),
    SearchCase("middle", Position.parse(PERFT_CASES["turn-3-middle"].line), 5_000, 15_000),
    SearchCase("start", _first_decision(3), 3_000, 6_000),
    SearchCase("middle", Position.parse(THREE), 2_000, 3_000),
    SearchCase("start", _first_decision(4), 2_000, 3_000),
    SearchCase("middle", Position.parse(PERFT_CASES["4-players-turn-4"].line), 1_200, 3_000),
    SearchCase("start", _first_decision(5), 1_000, 2_000),
    SearchCase("middle", Position.parse(FIVE), 1_000, 2_000),
)
