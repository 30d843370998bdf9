// What chance decides: the setup, and the deal at the beginning of each turn. Both are refused when they
// cannot have been drawn by the rules.

import { CARD, copiesIn, periodOf, tokensDue } from './cards.mjs';
import { Refused, tokenTotal } from './position.mjs';

/** Whether a word is a deal and not a move. */
export const isDeal = (word) => word.startsWith('setup:') || word.startsWith('deal:');

/** Applies a deal, changing `position`. If it is refused, `position` may be left half changed. */
export function applyDeal(position, word) {
  const parts = word.split(':');
  const refuse = (why) => {
    throw new Refused(word, why);
  };
  if (parts.length !== 3) refuse('a deal has three parts');
  if ((parts[0] === 'setup') !== (position.turn === 0)) {
    refuse(position.turn === 0 ? 'the setup comes first' : 'the setup has been made');
  }
  if (parts[0] === 'setup') setup(position, parts[1], parts[2], refuse);
  else deal(position, parts[1], parts[2], refuse);
}

function setup(position, first, event, refuse) {
  if (!/^[1-5]$/.test(first) || Number(first) > position.players) refuse('no such player');
  position.event = reveal(position, event, refuse);
  position.first = Number(first) - 1;
  position.turn = 1;
}

function deal(position, cards, event, refuse) {
  position.next = reveal(position, event, refuse); // its token is drawn before those of the cards
  const words = cards.split(',');
  if (words.length !== 9) refuse('nine cards are dealt');
  const period = periodOf(position.turn);
  const dealt = position.dealt.slice();
  position.market = words.map((text) => {
    const [code, ...values] = text.split('.');
    const card = CARD.get(code);
    if (!card) refuse(`${code} is no card`);
    dealt[card.id] += 1;
    if (dealt[card.id] > copiesIn(card, period)) refuse(`no ${code} is left in the deck`);
    return { card, tokens: draw(position, tokensDue(card, position.players), values, refuse) };
  });
  position.dealt = dealt;
  for (const seat of position.seats) seat.pounds += seat.residence;
  position.mode = 'move';
  position.mover = position.first;
}

/** Takes an event out of the unseen ones, with its token if it is E1. */
function reveal(position, text, refuse) {
  const [id, ...values] = text.split('.');
  if (!position.unseen.includes(id)) refuse(`${id} is not an unseen event`);
  const drawn = draw(position, id === 'E1' ? 1 : 0, values, refuse);
  position.unseen = position.unseen.filter((other) => other !== id);
  return { id, token: [1, 2, 3].find((value) => drawn[value] > 0) ?? 0 };
}

/**
 * Draws the tokens that a card is due, which must be `values` (text, ascending). When the reserve is too
 * small, all of it is drawn, the discard pile becomes the reserve, and the rest comes from there.
 */
function draw(position, due, values, refuse) {
  const drawn = [0, 0, 0, 0];
  for (const value of values) {
    if (!/^[123]$/.test(value)) refuse('tokens have the values 1, 2 and 3');
    drawn[Number(value)] += 1;
  }
  if (values.join() !== [...values].sort().join()) refuse('tokens are written in ascending order');
  const inReserve = tokenTotal(position.reserve);
  if (values.length !== Math.min(due, inReserve + tokenTotal(position.discard))) {
    refuse('a wrong number of tokens');
  }
  const left = (from, taken) => from.map((count, value) => count - taken[value]);
  const fits = (tokens) => tokens.every((count) => count >= 0);
  if (values.length <= inReserve) {
    position.reserve = left(position.reserve, drawn);
  } else {
    const rest = left(drawn, position.reserve);
    if (!fits(rest)) refuse('the rest of the reserve must be drawn first');
    position.reserve = left(position.discard, rest);
    position.discard = [0, 0, 0, 0];
  }
  if (!fits(position.reserve)) refuse('these tokens cannot be drawn');
  return drawn;
}
