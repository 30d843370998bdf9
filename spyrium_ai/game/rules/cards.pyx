"""The card table for Python: one `Card` per type, read from the compiled table."""

from typing import NamedTuple


class Use(NamedTuple):
    """A way to use a building: what it takes and what it gives."""

    workers: int
    pay_spyrium: int
    gain_spyrium: int
    gain_points: int


class Card(NamedTuple):
    """A card type. `token` is the meaning of a token on it: '', 'points', 'spyrium' or 'pay'."""

    code: str
    name: str
    kind: str
    price: int
    points: int
    symbols: tuple
    token: str
    pay_spyrium: int
    gain_spyrium: int
    gain_points: int
    workers: int
    residence: bool
    copies: tuple
    uses: tuple


_KINDS = {BUILDING: "building", CHARACTER: "character", TECHNIQUE: "technique"}
_SYMBOLS = {MINE: "mine", FACTORY: "factory", RESEARCH: "research"}
_TOKENS = {NO_TOKEN: "", TOKEN_POINTS: "points", TOKEN_SPYRIUM: "spyrium", TOKEN_PAY: "pay"}


cdef object _card(int i):
    cdef CardC c = CARDS[i]
    uses = [
        Use(c.uses[k].workers, c.uses[k].pay_spyrium, c.uses[k].gain_spyrium, c.uses[k].gain_points)
        for k in range(2)
        if has_use(i, k)
    ]
    return Card(
        code=CARD_CODES[i].decode(),
        name=CARD_NAMES[i].decode(),
        kind=_KINDS[c.kind],
        price=c.price,
        points=c.points,
        symbols=tuple(name for bit, name in _SYMBOLS.items() if c.symbols & bit),
        token=_TOKENS[c.token],
        pay_spyrium=c.pay_spyrium,
        gain_spyrium=c.gain_spyrium,
        gain_points=c.gain_points,
        workers=c.workers,
        residence=bool(c.residence),
        copies=(c.copies[0], c.copies[1], c.copies[2]),
        uses=tuple(uses),
    )


ALL_CARDS = tuple(_card(i) for i in range(CARD_TYPES))
LAST_TURN = TURNS
PERIOD_BY_TURN = tuple(PERIOD_OF_TURN[t] for t in range(TURNS + 1))
RESIDENCE = tuple(RESIDENCE_TRACK[i] for i in range(RESIDENCE_SPACES))
BONUS_POINTS = (FIRST_BONUS, SECOND_BONUS)
TOKENS_PER_VALUE = TOKENS_OF_EACH_VALUE
WORKER_LIMIT = MOST_WORKERS
START_WORKER_COUNT = START_WORKERS
KEPT_TOKEN_LIMIT = MOST_KEPT_TOKENS
HIGHEST_TOKEN = TOKEN_VALUES
TECHNIQUE_POINT_LIMIT = MOST_TECHNIQUE_POINTS
SYMBOL_REBATE = SHARED_SYMBOL_REBATE
SPACE_REBATE = CRANE_REBATE
BONUS_POUNDS = BONUS_MONEY
CAPITALIZATION_POUNDS = CAPITALIZATION_MONEY
