"""Adam, by which the networks are fitted."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


class Adam:
    """Changes the numbers of a network step by step, the rate along half a cosine.

    Kingma and Ba 2015, with decoupled weight decay (Loshchilov and Hutter 2019).
    """

    def __init__(self, numbers: npt.NDArray[np.float32], rate: float, steps: int, decay: float = 0):
        """Begin with the numbers, which each step changes in place.

        Args:
            numbers: of the network.
            rate: at the first step.
            steps: all that will be made; at the last one the rate is 0.
            decay: of the numbers at each step, times the rate.
        """
        self._numbers, self._rate, self._steps, self._decay = numbers, rate, steps, decay
        self._mean, self._square = np.zeros_like(numbers), np.zeros_like(numbers)
        self._step = 0

    def step(self, slope: npt.NDArray[np.float32]) -> None:
        """Make a step against the slope of the loss."""
        self._step += 1
        self._mean += 0.1 * (slope - self._mean)
        self._square += 0.001 * (slope * slope - self._square)
        rate = self._rate * 0.5 * (1 + np.cos(np.pi * self._step / self._steps))
        unbiased = rate * np.sqrt(1 - 0.999**self._step) / (1 - 0.9**self._step)
        scale = np.sqrt(self._square) + np.float32(1e-8)
        self._numbers -= np.float32(unbiased) * self._mean / scale
        self._numbers -= np.float32(rate * self._decay) * self._numbers
