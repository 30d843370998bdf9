"""Rewards: win shares as a game of sum zero."""

from spyrium_ai.game.rules.state cimport count_bits


cdef inline float reward(int winners, int players, int seat) noexcept nogil:
    """A seat's reward by the winners' bits: 1 for a sole winner, 0 without winners, and 0 in the sum of all.

    It is the win share, moved and scaled: for two players 1, 0 and -1.
    """
    cdef float share
    if winners == 0:
        return 0
    share = <float>(winners >> seat & 1) / count_bits(winners)
    return (players * share - 1) / (players - 1)
