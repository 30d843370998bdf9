// What a position is: a plain object, how a game starts, and how a position is copied.
//
//   players   how many                        turn     1 to 6; 0 before the setup
//   first     seat that begins the turn, -1 before the setup
//   mode      'move', 'bonus', 'chance' or 'over': what is decided next
//   mover     seat that decides ('move' and 'bonus' only). Seats are 0, 1, … here and 1, 2, … in text.
//   market    nine cells: null or { card, tokens }
//   workers   workers[slot * players + seat]: how many stand there
//   event     the turn's event { id, token } (token 0: none), or null;  next: the one after it
//   dealt     by card id: how many of this period's deck have been dealt
//   reserve, discard   tokens
//   unseen    ids of the events not yet revealed, sorted
//   seats     one per player, see newSeat
//
// Tokens are always counted by value: tokens[1], tokens[2], tokens[3]; tokens[0] is unused.
// A cell, `event`, `next`, `dealt`, `reserve` and `unseen` are replaced and never changed in place, so
// copies may share them.

import { CARDS, EVENTS, LAST_TURN, TOKENS_PER_VALUE } from './cards.mjs';

/** What a command or a move is refused with: `what` is the offending word, `why` the reason. */
export class Refused extends Error {
  constructor(what, why) {
    super(`${what}: ${why}`);
    Object.assign(this, { what, why });
  }
}

const newSeat = () => ({
  phase: 'I', // 'I', 'II', or 'P' when passed
  eventUsed: false,
  vp: 0,
  pounds: 8,
  spyrium: 2,
  residence: 2,
  active: 3, // workers on the Start card
  owned: 3, // all workers
  bonuses: '', // '', 'w', 'm' or 'wm'
  straight: new Array(CARDS.length).fill(0), // buildings by card id
  inclined: new Array(CARDS.length).fill(0),
  techniques: new Map(), // code -> whether its once-per-turn power was used this turn
  kept: [0, 0, 0, 0], // tokens kept with Commerce
});

/** The start of a game, before the setup. */
export function startPosition(players) {
  return {
    players,
    turn: 0,
    first: -1,
    mode: 'chance',
    mover: -1,
    market: new Array(9).fill(null),
    workers: new Array(12 * players).fill(0),
    event: null,
    next: null,
    dealt: new Array(CARDS.length).fill(0),
    reserve: [0, TOKENS_PER_VALUE, TOKENS_PER_VALUE, TOKENS_PER_VALUE],
    discard: [0, 0, 0, 0],
    unseen: [...EVENTS],
    seats: Array.from({ length: players }, newSeat),
  };
}

/** A copy that can be changed without changing the original. */
export function copyPosition(position) {
  return {
    ...position,
    market: position.market.slice(),
    workers: position.workers.slice(),
    discard: position.discard.slice(),
    seats: position.seats.map((seat) => ({
      ...seat,
      straight: seat.straight.slice(),
      inclined: seat.inclined.slice(),
      techniques: new Map(seat.techniques),
      kept: seat.kept.slice(),
    })),
  };
}

export const tokenTotal = (tokens) => tokens[1] + tokens[2] + tokens[3];
export const buildingsOwned = (seat, card) => seat.straight[card.id] + seat.inclined[card.id];

/** Whether a player has a technique whose once-per-turn power is still ready. */
export const isReady = (seat, code) => seat.techniques.get(code) === false;

/** How many of a player's workers stand in the market. */
export function inMarket(position, player) {
  let sum = 0;
  for (let at = player; at < position.workers.length; at += position.players) {
    sum += position.workers[at];
  }
  return sum;
}

/** Turns that come after the one on the board, or that is about to begin. */
export const turnsLeft = (position) =>
  LAST_TURN - position.turn + (position.mode === 'chance' ? 1 : 0);
