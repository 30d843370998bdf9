"""The move numbers for Python: their fields by name, so that notation can read and make them."""

from typing import NamedTuple

KINDS = ("place", "money", "activate", "use", "reuse", "event", "pass", "bonus")
RESIDENCE_ACTIONS = ("", "advance", "score")
CHOICES = ("", "money", "spyrium", "points", "pay1", "pay3", "pay6", "worker")


class MoveFields(NamedTuple):
    """What a move says. Cards are numbers in the order of the card table, slots in the notation's order."""

    kind: str
    begins: bool = False            # moves the disc to Phase II first
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


def unpack_move(move_t move) -> MoveFields:
    """Return the fields of a move number."""
    cdef int replaced = replaced_of(move)
    return MoveFields(
        KINDS[kind_of(move)],
        bool(move & BEGIN_PHASE_II),
        slot_of(move),
        side_of(move),
        (replaced - 1) // 2 if replaced else None,
        bool(replaced and not replaced & 1),
        token_of(move),
        bool(move & WITH_COMMERCE),
        bool(move & WITH_LOBBYING),
        RESIDENCE_ACTIONS[residence_of(move)],
        building_of(move),
        use_of(move),
        CHOICES[choice_of(move)],
    )


def pack_move(fields) -> int:
    """Return the number of a move with these fields."""
    cdef move_t move = KINDS.index(fields.kind)
    if fields.begins:
        move |= BEGIN_PHASE_II
    if fields.replaced is not None:
        move |= replacing(fields.replaced, fields.replaced_inclined)
    if fields.commerce:
        move |= WITH_COMMERCE
    if fields.lobby:
        move |= WITH_LOBBYING
    return (
        move
        | at_slot(fields.slot)
        | at_side(fields.side)
        | with_token(fields.token)
        | with_residence(RESIDENCE_ACTIONS.index(fields.residence))
        | using(fields.building, fields.use)
        | with_choice(CHOICES.index(fields.choice))
    )
