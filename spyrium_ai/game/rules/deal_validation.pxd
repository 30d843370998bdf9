"""Checks setups and deals from outside before they are applied."""

from spyrium_ai.game.rules.chance cimport DealC
from spyrium_ai.game.rules.state cimport StateC

cdef int check_deal(const StateC *s, const DealC *deal) except -1
