"""A policy network of the caller: layers over the observation, and a logit for each action.

Only the logits of legal actions are computed, and inputs that are 0 are skipped.
"""

from libc.math cimport INFINITY, expf
from libc.string cimport memcpy

import numpy as np

from spyrium_ai.envs.actions cimport ACTIONS, MOST_LEGAL, list_actions
from spyrium_ai.envs.observations cimport observation_entries, write_observation
from spyrium_ai.game.rules.arguments cimport real
from spyrium_ai.game.rules.cards cimport MOST_PLAYERS
from spyrium_ai.game.rules.state cimport rng_unit

cdef enum:
    MOST_ENTRIES = 852          # of an observation


cdef void hidden_layer(const LayerC *layer, const float *inputs, float *outputs) noexcept nogil:
    """Write the outputs of a layer that is not the last: sums, and 0 for those below."""
    cdef int i, j
    cdef const float *row
    memcpy(outputs, layer.biases, layer.outputs * sizeof(float))
    for i in range(layer.inputs):
        if inputs[i] != 0:
            row = layer.weights + <size_t>i * layer.outputs
            for j in range(layer.outputs):
                outputs[j] += inputs[i] * row[j]
    for j in range(layer.outputs):
        if outputs[j] < 0:
            outputs[j] = 0


cdef void write_logits(
    const PolicyC *p, const StateC *s, const uint16_t *actions, int count, float *logits
) noexcept nogil:
    """Write the logit of each action, as the seat that decides sees the position."""
    cdef float one[WIDEST]
    cdef float other[WIDEST]
    cdef float *inputs = one
    cdef float *outputs = other
    cdef const LayerC *last = &p.layers[p.count - 1]
    cdef const float *row
    cdef int i, j
    write_observation(s, s.to_move, inputs)
    for i in range(p.count - 1):
        hidden_layer(&p.layers[i], inputs, outputs)
        inputs, outputs = outputs, inputs
    for i in range(count):
        row = last.weights + <size_t>actions[i] * last.inputs
        logits[i] = last.biases[actions[i]]
        for j in range(last.inputs):
            logits[i] += inputs[j] * row[j]


cdef int drawn(float *logits, int count, float temperature, RngC *rng) noexcept nogil:
    """The index of a logit, drawn by the softmax at this temperature; the logits are lost."""
    cdef float best = -INFINITY, total = 0
    cdef double rest
    cdef int i
    for i in range(count):
        best = max(best, logits[i])
    for i in range(count):
        logits[i] = expf((logits[i] - best) / temperature)
        total += logits[i]
    rest = rng_unit(rng) * total
    for i in range(count - 1):
        rest -= logits[i]
        if rest < 0:
            return i
    return count - 1


cdef int choose_action(const PolicyC *p, const StateC *s, RngC *rng) noexcept nogil:
    """The action that the network chooses of the legal ones; the first of the best."""
    cdef uint16_t actions[MOST_LEGAL]
    cdef float logits[MOST_LEGAL]
    cdef int i, best = 0, count = list_actions(s, actions)
    write_logits(p, s, actions, count, logits)
    if p.temperature > 0:
        return actions[drawn(logits, count, p.temperature, rng)]
    for i in range(1, count):
        if logits[i] > logits[best]:
            best = i
    return actions[best]


def _players_and_inputs(weights):
    """Return for how many players a first layer is, and its inputs."""
    inputs = np.shape(weights)[0] if np.ndim(weights) else 0
    sizes = {observation_entries(players): players for players in range(2, MOST_PLAYERS + 1)}
    if inputs not in sizes:
        raise ValueError(f"layer 0: {inputs} inputs, not one of {list(sizes)}, as an observation has")
    return sizes[inputs], inputs


cdef class PolicyNet:
    """A policy as the weights of its layers, for the rivals of a `Batch`.

    The first layer's inputs are the observation. What a layer puts out is its inputs times its
    weights plus its biases; below 0 it becomes 0, but not in the last layer, whose outputs are the
    logits of all actions. With temperature 0 the legal action with the highest logit is played, of
    equals the first. Otherwise it is drawn by the softmax of the logits divided by the temperature.
    """

    def __init__(self, layers, temperature=0.0):
        """Copy the layers: pairs of weights, (inputs, outputs), and biases, (outputs,)."""
        if self.players:
            raise TypeError("a PolicyNet is made once")
        pairs = list(layers)
        if not 1 <= len(pairs) <= MOST_LAYERS:
            raise ValueError(f"layers: {len(pairs)} is not 1 to {MOST_LAYERS}")
        self.c.temperature = real(temperature, "temperature", 0, 1e6)
        self.kept = []
        self.c.count = len(pairs)
        players, inputs = _players_and_inputs(pairs[0][0])
        for number, (weights, biases) in enumerate(pairs):
            is_last = number == len(pairs) - 1
            inputs = self._take(number, weights, biases, inputs, is_last)
        self.players = players      # only now: without it no batch takes the network

    def _take(self, int number, weights, biases, int inputs, bint is_last):
        """Copy a layer; return the number of its outputs."""
        table, offsets = np.array(weights, dtype=np.float32), np.array(biases, dtype=np.float32)
        if table.ndim != 2 or table.shape[0] != inputs or offsets.shape != table.shape[1:]:
            raise ValueError(
                f"layer {number}: weights of shape {table.shape} and biases of shape {offsets.shape} "
                f"for {inputs} inputs")
        cdef int outputs = table.shape[1]
        if is_last and outputs != ACTIONS:
            raise ValueError(f"layer {number}: the last has {outputs} outputs, not one for each of {ACTIONS} actions")
        if not is_last and not 1 <= outputs <= WIDEST:
            raise ValueError(f"layer {number}: {outputs} outputs, not 1 to {WIDEST}")
        if not np.isfinite(table).all() or not np.isfinite(offsets).all():
            raise ValueError(f"layer {number}: a number is not finite")
        cdef const float[:, ::1] rows = np.ascontiguousarray(table.T if is_last else table)
        cdef const float[::1] row = offsets
        self.kept += [rows, row]
        cdef LayerC *layer = &self.c.layers[number]
        layer.weights, layer.biases = &rows[0, 0], &row[0]
        layer.inputs, layer.outputs = inputs, outputs
        return outputs
