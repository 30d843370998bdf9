"""Lines of the protocol to draw from: what is right, what is nearly so, and any bytes."""

from __future__ import annotations

import random
from functools import cache

from hostile.nasty import NUMBERS, TEXTS, damage
from support.position_lines import BETWEEN, BONUS, IN_TURN, OVER, START

from spyrium_ai.engine.options import Option
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position

LINES = (START, BETWEEN, IN_TURN, BONUS, OVER)
LIMITS = ("nodes", "depth", "movetime", "multipv", "clock", "inc", "infinite")
SMALL = ("1", "1", "2", "3", "7", "50", "400")


@cache
def game(players: int, seed: int) -> tuple[str, ...]:
    """Return the moves and deals of a game of random moves."""
    luck, position, moves = random.Random(seed), Position.start(players), []
    dealer = Dealer(players, seed)
    while not position.is_over:
        moves.append(dealer.deal(position) if position.is_chance else luck.choice(position.legal()))
        position.apply(moves[-1])
    return tuple(moves)


def good_position(luck: random.Random) -> str:
    """Return a `position` that is right."""
    if luck.random() < 0.3:
        return f"position {luck.choice(LINES)}"
    players = luck.randint(2, 5)
    moves = game(players, luck.randrange(3))
    made = luck.randint(0, len(moves))
    told = f" moves {' '.join(moves[:made])}" if made else ""
    return f"position start {players}{told}"


def good_go(luck: random.Random) -> str:
    """Return a `go` that is right for two and ends by itself, soon."""
    limits = [f"nodes {luck.choice(SMALL)}"]
    if luck.random() < 0.3:
        limits.append(f"depth {luck.randint(1, 3)}")
    if luck.random() < 0.2:
        limits.append(f"movetime {luck.randint(1, 20)}")
    if luck.random() < 0.5:
        limits.append(f"multipv {luck.choice(('1', '2', '3', '9', '400', '1000000'))}")
    if luck.random() < 0.2:
        limits.append(f"clock {luck.choice(('0,0', '1,1', '50,60'))}")
    luck.shuffle(limits)
    return f"go {' '.join(limits)}"


def odd_go(luck: random.Random) -> str:
    """Return a `go` with limits of any kind; it may be wrong, and may search for ever."""
    words = ["go"]
    for _ in range(luck.randrange(4)):
        words.append(luck.choice(LIMITS))
        if luck.random() < 0.9 and words[-1] != "infinite":
            words.append(luck.choice((*NUMBERS, *SMALL, "5,5", "0,0,0", "5,", "\u0661")))
    return " ".join(words)


def an_option(options: tuple[Option, ...], luck: random.Random) -> str:
    """Return a `setoption` of one of the options, its value right or wrong."""
    option = luck.choice(options)
    if option.name in {"memory", "threads"}:  # no more than the machine has
        value = luck.choice(("1", "2", "3", "0", "-1", "x"))
    else:
        value = luck.choice((*NUMBERS, *SMALL, *option.choices, *TEXTS[:16], "true", "0.01", "100"))
    return f"setoption name {option.name} value {value}"


def a_line(options: tuple[Option, ...], luck: random.Random) -> bytes:
    """Return any line, without its end."""
    match luck.randrange(20):
        case 0 | 1 | 2 | 3:
            text = good_position(luck)
        case 4 | 5 | 6 | 7:
            text = good_go(luck)
        case 8:
            text = odd_go(luck)
        case 9:
            text = luck.choice(("go infinite", "go", "go movetime 30000")) + "\nstop"
        case 10 | 11:
            text = an_option(options, luck)
        case 12 | 13:
            text = luck.choice(
                (
                    "newgame players 2",
                    f"newgame players {luck.randint(0, 6)} seat {luck.randint(0, 6)}",
                )
            )
        case 14:
            text = luck.choice(("spyrium", "isready", "stop", "legal", "show", "result"))
        case 15:
            text = "\n".join((good_go(luck), "isready", good_go(luck), "legal", "stop"))
        case 16:
            return luck.randbytes(luck.choice((1, 5, 40, 3000))).replace(b"\n", b"")
        case 17:
            text = luck.choice(TEXTS).replace("\n", " ")
        case _:
            whole = a_line(options, luck)
            return damage(luck).done_to(whole)
    return text.encode("utf-8", "surrogatepass")
