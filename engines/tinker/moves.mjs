// The legal moves of a position.
//
// A move is a small object. `kind` is its first word, and `two` says that it begins Phase II. The rest
// depends on the kind:
//   place     slot
//   money     slot, cell (-1 when no card is left at the slot)
//   activate  slot, cell, card, over (the replaced building: null or { card, inclined }), token (its value,
//             0 without one), commerce, lobby, residence ('advance', 'score' or null), pounds (the cost)
//   use       card, effect (0 or 1);  reuse: the same, with Taylorism
//   event     by its event: how ('money', 'advance', 'pay3', 'hire', …), card and effect (E5), slot (E7);
//             commerce
//   pass
//   bonus     how ('worker' or 'money')
// Moves that the notation counts as one are made only once, because types, slots and values are looped over,
// and not single buildings, workers and tokens.

import {
  BUILDINGS, CELL_SLOTS, DISCOUNT_FOR_SYMBOL, MOST_WORKERS, RESIDENCE_END, SLOTS, SLOT_CELLS,
  SPACE_DISCOUNT_OF_CRANE, bestValue, shareSymbol,
} from './cards.mjs';
import { buildingsOwned, inMarket, isReady } from './position.mjs';

/** All legal moves, in no particular order. Empty where no player decides. */
export function legalMoves(position) {
  if (position.mode === 'bonus') {
    return [{ kind: 'bonus', how: 'worker' }, { kind: 'bonus', how: 'money' }];
  }
  if (position.mode !== 'move') return [];
  const seat = position.seats[position.mover];
  const moves = [];
  if (seat.phase === 'II') {
    phaseTwoMoves(position, seat, (move) => moves.push(move));
    return moves;
  }
  if (seat.active > 0) {
    openSlots(position, (slot) => moves.push({ kind: 'place', slot }));
  }
  eventMoves(position, seat, false, (move) => moves.push(move));
  phaseTwoMoves(position, seat, (move) => moves.push({ ...move, two: true }));
  return moves;
}

function phaseTwoMoves(position, seat, add) {
  const player = position.mover;
  for (let slot = 0; slot < SLOTS.length; slot++) {
    if (position.workers[slot * position.players + player] === 0) continue;
    const cells = SLOT_CELLS[slot].filter((cell) => position.market[cell]);
    for (const cell of cells) {
      add({ kind: 'money', slot, cell });
      activations(position, seat, slot, cell, add);
    }
    if (cells.length === 0) add({ kind: 'money', slot, cell: -1 });
  }
  buildingUses(seat, seat.straight, (use) => add({ kind: 'use', ...use }));
  if (isReady(seat, 'Ta')) {
    buildingUses(seat, seat.inclined, (use) => add({ kind: 'reuse', ...use }));
  }
  eventMoves(position, seat, true, add);
  if (inMarket(position, player) === 0) add({ kind: 'pass' });
}

/** The slots that take a worker: at least one of their cells holds a card. */
function openSlots(position, add) {
  SLOT_CELLS.forEach(([one, other], slot) => {
    if (position.market[one] || position.market[other]) add(slot);
  });
}

/** The other workers adjacent to a card, when a worker next to it is taken away. */
export function othersAround(position, cell) {
  let sum = -1;
  for (const slot of CELL_SLOTS[cell]) {
    for (let player = 0; player < position.players; player++) {
      sum += position.workers[slot * position.players + player];
    }
  }
  return sum;
}

/** The workers that an effect of a building takes: Mines need none with Automation. */
export function workersFor(seat, card, effect) {
  return card.symbols === 'M' && seat.techniques.has('Au') ? 0 : effect.workers;
}

/** Each effect that can be paid, of each type in `hand` (the straight or the inclined buildings). */
function buildingUses(seat, hand, add) {
  for (const card of BUILDINGS) {
    if (hand[card.id] === 0) continue;
    card.effects.forEach((effect, index) => {
      if (seat.active >= workersFor(seat, card, effect) && seat.spyrium >= effect.pays) {
        add({ card, effect: index });
      }
    });
  }
}

/** The residence actions a player can take. */
function residences(seat) {
  return seat.residence < RESIDENCE_END ? ['advance', 'score'] : ['score'];
}

/** Every way to activate the card in `cell` with a worker from `slot`. */
function activations(position, seat, slot, cell, add) {
  const { card, tokens } = position.market[cell];
  if (seat.spyrium < card.pays) return;
  const surcharge = othersAround(position, cell);
  const values = [1, 2, 3].filter((value) => tokens[value] > 0);
  if (values.length === 0) {
    if (card.many) return; // such a character cannot be called without a token
    values.push(0);
  }
  for (const { over, cost } of places(seat, card)) {
    for (const token of values) {
      for (const commerce of [false, true]) {
        if (commerce && !commerceHelps(seat, card, token)) continue;
        const fee = card.token === 'pounds' ? (commerce ? bestValue(card) : token) : 0;
        for (const lobby of [false, true]) {
          if (lobby && !(surcharge > 0 && isReady(seat, 'Lo'))) continue;
          const pounds = cost + fee + (lobby ? 0 : surcharge);
          if (pounds > seat.pounds) continue;
          for (const residence of card.residence ? residences(seat) : [null]) {
            add({
              kind: 'activate', slot, cell, card, over, token, commerce, lobby, residence, pounds,
            });
          }
        }
      }
    }
  }
}

/** Commerce's choice may be used only with a token, and only where it changes the value. */
function commerceHelps(seat, card, token) {
  return token > 0 && isReady(seat, 'Co') && token !== bestValue(card);
}

/** Where a card can go, and its price there with the cost of the space. */
function places(seat, card) {
  if (card.kind !== 'building') return [{ over: null, cost: card.price }];
  let owned = 0;
  const found = [];
  for (const old of BUILDINGS) {
    owned += buildingsOwned(seat, old);
    const discount = shareSymbol(old, card) ? DISCOUNT_FOR_SYMBOL : 0;
    const cost = Math.max(0, card.price - discount);
    if (seat.straight[old.id]) found.push({ over: { card: old, inclined: false }, cost });
    if (seat.inclined[old.id]) found.push({ over: { card: old, inclined: true }, cost });
  }
  const crane = seat.techniques.has('Cr') ? SPACE_DISCOUNT_OF_CRANE : 0;
  found.push({ over: null, cost: card.price + Math.max(0, owned - crane) });
  return found;
}

/** Every way to use the turn's event. */
function eventMoves(position, seat, phaseTwo, add) {
  if (seat.eventUsed) return;
  const { id, token } = position.event;
  const use = (how, more = {}) => add({ kind: 'event', how, commerce: false, ...more });
  if (id === 'E1') {
    for (const how of ['money', 'spyrium', 'points']) {
      use(how);
      if (isReady(seat, 'Co') && token !== 3) use(how, { commerce: true });
    }
  } else if (id === 'E2') {
    if (seat.spyrium >= 1) residences(seat).forEach((how) => use(how));
  } else if (id === 'E3') {
    if (seat.pounds >= 3) use('pay3');
    if (seat.pounds >= 6) use('pay6');
  } else if (id === 'E4') {
    if (seat.spyrium >= 1) use('pay1');
    if (seat.spyrium >= 3) use('pay3');
  } else if (id === 'E5') {
    if (phaseTwo && seat.pounds >= 1) {
      buildingUses(seat, seat.inclined, (again) => use('again', again));
    }
  } else if (id === 'E6') {
    if (seat.owned < MOST_WORKERS && seat.pounds >= seat.owned) use('hire');
  } else if (phaseTwo && seat.active > 0) {
    openSlots(position, (slot) => use('place', { slot }));
  }
}
