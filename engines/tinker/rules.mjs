// What moves do, how turns end, and the final scores. Deals are in deals.mjs.

import {
  BUILDINGS, CARDS, LAST_TURN, MOST_KEPT_TOKENS, MOST_POINTS_PER_TECHNIQUE, MOST_WORKERS,
  bestValue, periodOf,
} from './cards.mjs';
import { othersAround, workersFor } from './moves.mjs';
import { buildingsOwned, tokenTotal } from './position.mjs';

const FIRST_BONUS_AT = 8;
const SECOND_BONUS_AT = 20;
const BONUS_POUNDS = 5;

/** Makes a legal move, changing `position`. */
export function makeMove(position, move) {
  const seat = position.seats[position.mover];
  if (move.two) seat.phase = 'II';
  doMove[move.kind](position, seat, move);
  position.mode = 'move';
  if (giveBonuses(seat)) {
    position.mode = 'bonus'; // the same player chooses before anybody else acts
  } else {
    nextPlayer(position);
  }
}

const doMove = {
  place(position, seat, { slot }) {
    seat.active -= 1;
    position.workers[slot * position.players + position.mover] += 1;
  },

  money(position, seat, { slot, cell }) {
    if (cell >= 0) seat.pounds += othersAround(position, cell);
    if (seat.techniques.has('Ca')) seat.pounds += 2;
    position.workers[slot * position.players + position.mover] -= 1;
  },

  activate,

  use(_position, seat, { card, effect }) {
    seat.straight[card.id] -= 1;
    seat.inclined[card.id] += 1;
    gainFromBuilding(seat, card, card.effects[effect]);
  },

  reuse(_position, seat, { card, effect }) {
    seat.techniques.set('Ta', true);
    gainFromBuilding(seat, card, card.effects[effect]);
  },

  event(position, seat, move) {
    seat.eventUsed = true;
    doEvent[position.event.id](seat, move, position);
  },

  pass(_position, seat) {
    seat.phase = 'P';
  },

  bonus(_position, seat, { how }) {
    takeBonus(seat, how === 'worker' ? 'w' : 'm');
  },
};

function activate(position, seat, move) {
  const { slot, cell, over, token, commerce, lobby } = move;
  const { card, tokens } = position.market[cell];
  position.workers[slot * position.players + position.mover] -= 1;
  seat.pounds -= move.pounds;
  seat.spyrium -= card.pays;
  if (lobby) seat.techniques.set('Lo', true);
  if (commerce) seat.techniques.set('Co', true);
  if (token > 0) {
    const keeps = seat.techniques.has('Co') && tokenTotal(seat.kept) < MOST_KEPT_TOKENS;
    (keeps ? seat.kept : position.discard)[token] += 1;
  }

  if (card.kind === 'character') {
    const left = tokens.slice();
    if (token > 0) left[token] -= 1;
    position.market[cell] = { card, tokens: left };
  } else {
    position.market[cell] = null;
  }
  if (over) (over.inclined ? seat.inclined : seat.straight)[over.card.id] -= 1;
  if (card.kind === 'building') seat.straight[card.id] += 1;
  if (card.kind === 'technique') seat.techniques.set(card.code, false);

  const value = commerce ? bestValue(card) : token;
  seat.vp += card.vp + (card.token === 'vp' ? value : 0);
  seat.spyrium += card.spyrium + (card.token === 'spyrium' ? value : 0);
  gainWorkers(seat, card.workers);
  residenceAction(seat, move.residence);
}

const doEvent = {
  E1(seat, { how, commerce }, position) {
    const value = commerce ? 3 : position.event.token;
    if (commerce) seat.techniques.set('Co', true);
    seat[{ money: 'pounds', spyrium: 'spyrium', points: 'vp' }[how]] += value;
  },
  E2(seat, { how }) {
    seat.spyrium -= 1;
    residenceAction(seat, how);
  },
  E3(seat, { how }) {
    seat.pounds -= how === 'pay3' ? 3 : 6;
    seat.vp += how === 'pay3' ? 3 : 5;
  },
  E4(seat, { how }) {
    seat.spyrium -= how === 'pay1' ? 1 : 3;
    seat.pounds += how === 'pay1' ? 3 : 6;
  },
  E5(seat, { card, effect }) {
    seat.pounds -= 1;
    gainFromBuilding(seat, card, card.effects[effect]);
  },
  E6(seat) {
    seat.pounds -= seat.owned;
    gainWorkers(seat, 1);
  },
  E7(seat, move, position) {
    doMove.place(position, seat, move);
  },
};

function gainFromBuilding(seat, card, effect) {
  const workers = workersFor(seat, card, effect);
  seat.active -= workers;
  seat.spyrium += effect.spyrium - effect.pays;
  seat.vp += effect.vp;
  if (card.symbols.includes('F') && seat.techniques.has('Eg')) seat.vp += workers;
}

/** New workers come from the reserve, as far as it goes, and are active at once. */
function gainWorkers(seat, wanted) {
  const gained = Math.min(wanted, MOST_WORKERS - seat.owned);
  seat.owned += gained;
  seat.active += gained;
}

function residenceAction(seat, how) {
  if (how === 'advance') seat.residence += 1;
  if (how === 'score') seat.vp += seat.residence;
}

/** Gives the bonuses that are due, and returns true if the player must choose the first one now. */
function giveBonuses(seat) {
  if (seat.vp >= FIRST_BONUS_AT && seat.bonuses === '') {
    if (seat.owned < MOST_WORKERS) return true;
    takeBonus(seat, 'm');
  }
  if (seat.vp >= SECOND_BONUS_AT && seat.bonuses.length === 1) {
    takeBonus(seat, seat.bonuses === 'w' ? 'm' : 'w');
  }
  return false;
}

function takeBonus(seat, which) {
  seat.bonuses = seat.bonuses === '' ? which : 'wm';
  if (which === 'w') gainWorkers(seat, 1);
  else seat.pounds += BONUS_POUNDS;
}

/** Hands the move to the next player who has not passed; ends the turn when all have. */
function nextPlayer(position) {
  for (let step = 1; step <= position.players; step++) {
    const player = (position.mover + step) % position.players;
    if (position.seats[player].phase !== 'P') {
      position.mover = player;
      return;
    }
  }
  position.mover = -1;
  if (position.turn === LAST_TURN) position.mode = 'over';
  else endTurn(position);
}

function endTurn(position) {
  position.market.forEach((cell) => {
    if (cell) [1, 2, 3].forEach((value) => (position.discard[value] += cell.tokens[value]));
  });
  if (position.event.token) position.discard[position.event.token] += 1;
  position.market.fill(null);
  position.event = position.next;
  position.next = null;
  for (const seat of position.seats) {
    seat.phase = 'I';
    seat.eventUsed = false;
    seat.active = seat.owned;
    for (const card of BUILDINGS) {
      seat.straight[card.id] += seat.inclined[card.id];
      seat.inclined[card.id] = 0;
    }
    for (const code of seat.techniques.keys()) seat.techniques.set(code, false);
  }
  position.turn += 1;
  position.first = (position.first + 1) % position.players;
  position.mode = 'chance';
  if (periodOf(position.turn) !== periodOf(position.turn - 1)) {
    position.dealt = new Array(CARDS.length).fill(0);
  }
}

/** The score a player would have if the game ended now. */
export function finalScore(seat) {
  let buildings = 0;
  let printed = 0;
  let factories = 0;
  for (const card of BUILDINGS) {
    const count = buildingsOwned(seat, card);
    buildings += count;
    printed += count * card.points;
    if (card.symbols.includes('F')) factories += count * card.points;
  }
  const worth = {
    Au: seat.spyrium,
    Ca: Math.floor(seat.pounds / 2),
    Eg: factories,
    Lo: seat.residence,
    Cr: buildings,
    Ta: seat.owned,
    Co: tokenTotal(seat.kept),
  };
  let score = seat.vp + printed;
  for (const code of seat.techniques.keys()) {
    score += Math.min(MOST_POINTS_PER_TECHNIQUE, worth[code]);
  }
  return score;
}
