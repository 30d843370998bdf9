"""Setups and deals from outside, checked before they are carried out."""

from spyrium_ai.game.rules.chance cimport DealC
from spyrium_ai.game.rules.state cimport StateC

cdef int check_deal(const StateC *s, const DealC *deal) except -1
