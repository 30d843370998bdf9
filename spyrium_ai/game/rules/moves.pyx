"""Move numbers for Python: packs and unpacks their fields, for the notation."""

from typing import NamedTuple

from libc.stdint cimport UINT32_MAX, int64_t

from spyrium_ai.game.rules.arguments cimport whole
from spyrium_ai.game.rules.cards cimport BUILDING_TYPES, SLOTS, TOKEN_VALUES

KINDS = ("place", "money", "activate", "use", "reuse", "event", "pass", "bonus")
RESIDENCE_ACTIONS = ("", "advance", "score")
CHOICES = ("", "money", "spyrium", "points", "pay1", "pay3", "pay6", "worker")


class MoveFields(NamedTuple):
    """The fields of a move. Cards are numbered as in the card table, slots as in the notation."""

    kind: str
    begins: bool = False            # begins Phase II with this move
    slot: int = 0
    side: int = 0                   # 0 and 1: the slot's cells; 2: none
    replaced: int | None = None     # building type
    replaced_inclined: bool = False
    token: int = 0
    commerce: bool = False
    lobby: bool = False
    residence: str = ""
    building: int = 0               # the building used, if `use` is not 0
    use: int = 0
    choice: str = ""


def unpack_move(move) -> MoveFields:
    """Return the fields of a move number; ValueError if a field is out of range.

    It is not checked whether the fields fit together or the move is legal.
    """
    cdef move_t number = whole(move, "move", 0, <int64_t>UINT32_MAX)
    cdef int replaced = replaced_of(number)
    if (
        slot_of(number) >= SLOTS or side_of(number) > NO_CELL or residence_of(number) > SCORE
        or replaced > 2 * BUILDING_TYPES or building_of(number) >= BUILDING_TYPES or use_of(number) > 2
    ):
        raise ValueError(f"move: {number} is not the number of a move")
    return MoveFields(
        KINDS[kind_of(number)],
        bool(number & BEGIN_PHASE_II),
        slot_of(number),
        side_of(number),
        (replaced - 1) // 2 if replaced else None,
        bool(replaced and not replaced & 1),
        token_of(number),
        bool(number & WITH_COMMERCE),
        bool(number & WITH_LOBBYING),
        RESIDENCE_ACTIONS[residence_of(number)],
        building_of(number),
        use_of(number),
        CHOICES[choice_of(number)],
    )


cdef int _place_of(name, tuple names, str field) except -1:
    if name not in names:
        raise ValueError(f"{field}: {name!r} is not one of {', '.join(map(repr, names))}")
    return names.index(name)


def pack_move(fields) -> int:
    """Return the number of the move with these fields; ValueError names a field that is out of range."""
    cdef move_t move = _place_of(fields.kind, KINDS, "kind")
    if fields.begins:
        move |= BEGIN_PHASE_II
    if fields.replaced is not None:
        move |= replacing(whole(fields.replaced, "replaced", 0, BUILDING_TYPES - 1), bool(fields.replaced_inclined))
    if fields.commerce:
        move |= WITH_COMMERCE
    if fields.lobby:
        move |= WITH_LOBBYING
    return (
        move
        | at_slot(whole(fields.slot, "slot", 0, SLOTS - 1))
        | at_side(whole(fields.side, "side", 0, NO_CELL))
        | with_token(whole(fields.token, "token", 0, TOKEN_VALUES))
        | with_residence(_place_of(fields.residence, RESIDENCE_ACTIONS, "residence"))
        | using(whole(fields.building, "building", 0, BUILDING_TYPES - 1), whole(fields.use, "use", 0, 2))
        | with_choice(_place_of(fields.choice, CHOICES, "choice"))
    )
