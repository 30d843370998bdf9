// Which positions are accepted: the list of docs/notation.md, point by point. Fields are numbered as there.

import {
  BUILDINGS, CARDS, EVENTS, LAST_TURN, MOST_KEPT_TOKENS, MOST_WORKERS, RESIDENCE_END, TECHNIQUES,
  TOKENS_PER_VALUE, copiesIn, periodOf, tokensDue, turnsBefore,
} from './cards.mjs';
import { Refused, buildingsOwned, inMarket, tokenTotal } from './position.mjs';

const ONCE_PER_TURN = ['Co', 'Lo', 'Ta'];
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const seatField = (player) => 12 + player;

function need(condition, field, why) {
  if (!condition) throw new Refused(`field ${field}`, why);
}

/** Throws Refused if the position is not accepted. */
export function checkPosition(position) {
  checkState(position);
  checkEvents(position);
  position.seats.forEach((seat, player) => checkSeat(position, seat, player));
  checkTokens(position);
  checkDealt(position);
  checkOwned(position);
}

/** Who decides, and what follows from it for the turn, the market and the phases. */
function checkState(position) {
  const { turn, mode, seats } = position;
  need(turn <= LAST_TURN, 2, 'the turns are 1 to 6');
  need((turn === 0) === (position.first < 0), 3, 'the first player is chosen by the setup');
  need(turn > 0 || mode === 'chance', 4, 'the setup comes first');
  if (mode === 'chance') {
    need(position.market.every((cell) => !cell), 5, 'the market is empty before a deal');
    need(position.workers.every((count) => count === 0), 6, 'no worker is placed before a deal');
    seats.forEach((seat, player) => {
      need(seat.phase === 'I', seatField(player), 'everybody is in Phase I before a deal');
      need(!seat.eventUsed, seatField(player), 'nobody has used an event before a deal');
      const spent = [...seat.techniques.values()].includes(true);
      need(!spent, seatField(player), 'all techniques are ready before a deal');
    });
  } else if (mode === 'over') {
    need(turn === LAST_TURN, 4, 'the game ends in turn 6');
    seats.forEach((seat, player) => need(seat.phase === 'P', seatField(player), 'has not passed'));
  } else {
    need(seats[position.mover].phase !== 'P', 4, 'this player has passed');
  }
}

function checkEvents(position) {
  const { turn, mode, event, next, unseen } = position;
  const inTurn = mode !== 'chance';
  need(Boolean(event) === turn > 0, 7, 'there is an event from the setup on');
  need(Boolean(next) === inTurn, 8, 'the next event is known during a turn only');
  const seen = new Set();
  const check = (id, field) => {
    need(EVENTS.includes(id), field, 'an unknown event');
    need(!seen.has(id), field, 'an event twice');
    seen.add(id);
  };
  for (const [one, field] of [[event, 7], [next, 8]]) {
    if (!one) continue;
    check(one.id, field);
    need(one.token > 0 === (one.id === 'E1'), field, 'E1 has a token and no other event has');
  }
  unseen.forEach((id) => check(id, 11));
  const count = EVENTS.length - turn - (inTurn ? 1 : 0);
  need(unseen.length === count, 11, `${count} events are not yet revealed`);
}

function checkSeat(position, seat, player) {
  const field = seatField(player);
  const placed = inMarket(position, player);
  const all = seat.active + placed;
  need(seat.owned >= 3 && seat.owned <= MOST_WORKERS, field, 'a player owns 3 to 7 workers');
  need(all <= seat.owned, field, 'more workers than are owned');
  need(seat.phase !== 'I' || all === seat.owned, field, 'no worker is used in Phase I');
  need(seat.phase !== 'P' || placed === 0, field, 'passed with a worker in the market');
  need(seat.residence >= 2 && seat.residence <= RESIDENCE_END, field, 'no such residence space');

  const choosing = position.mode === 'bonus' && position.mover === player;
  if (choosing) {
    const open = seat.vp >= 8 && seat.bonuses === '' && seat.owned < MOST_WORKERS;
    need(open, field, 'has no bonus to choose');
  } else {
    const due = (seat.vp >= 8 ? 1 : 0) + (seat.vp >= 20 ? 1 : 0);
    need(seat.bonuses.length === due, field, 'bonuses do not fit the VP');
  }
  for (const card of BUILDINGS) {
    if (seat.inclined[card.id] === 0) continue;
    need(seat.phase !== 'I', field, 'no building is inclined in Phase I');
    need(card.effects.length > 0, field, `${card.code} is never inclined`);
  }
  for (const [code, used] of seat.techniques) {
    need(!used || ONCE_PER_TURN.includes(code), field, `${code} is not used once per turn`);
  }
  const kept = tokenTotal(seat.kept);
  need(kept === 0 || seat.techniques.has('Co'), field, 'only Commerce keeps tokens');
  need(kept <= MOST_KEPT_TOKENS, field, 'at most 7 tokens are kept');
}

function checkTokens(position) {
  const cells = position.market.filter((cell) => cell);
  for (const { card, tokens } of cells) {
    const most = tokensDue(card, position.players);
    need(tokenTotal(tokens) <= most, 5, `too many tokens on ${card.code}`);
  }
  const piles = [
    position.reserve,
    position.discard,
    ...cells.map((cell) => cell.tokens),
    ...position.seats.map((seat) => seat.kept),
  ];
  for (const value of [1, 2, 3]) {
    const onEvents = [position.event, position.next].filter((one) => one?.token === value).length;
    const count = onEvents + sum(piles.map((tokens) => tokens[value]));
    need(count === TOKENS_PER_VALUE, 10, `${count} tokens of the value ${value}, and not 8`);
  }
}

/** Copies of a type in field 9 that are no longer in the market. */
function departed(position, card) {
  const here = position.market.filter((cell) => cell?.card === card).length;
  return position.dealt[card.id] - here;
}

function checkDealt(position) {
  const { turn, mode } = position;
  const inTurn = mode !== 'chance';
  const period = periodOf(turn);
  const total = 9 * (turnsBefore(turn) + (inTurn ? 1 : 0));
  need(sum(position.dealt) === total, 9, `${total} cards of the period have been dealt`);
  for (const card of CARDS) {
    const most = copiesIn(card, period);
    need(position.dealt[card.id] <= most, 9, `the deck has ${most} ${card.code}`);
    need(departed(position, card) >= 0, 5, `more ${card.code} than field 9 has`);
  }
  if (inTurn) {
    const empty = position.market.filter((cell) => !cell).length;
    const mayLeave = CARDS.filter((card) => card.kind !== 'character');
    const gone = sum(mayLeave.map((card) => departed(position, card)));
    need(empty <= gone, 5, 'more empty cells than cards that have left the market');
  }
}

function checkOwned(position) {
  const { seats } = position;
  const past = ['A', 'B'].slice(0, ['A', 'B', 'C'].indexOf(periodOf(position.turn)));
  const available = (card) =>
    sum(past.map((period) => copiesIn(card, period))) + departed(position, card);
  const check = (card, counts, most) => {
    const owner = counts.findLastIndex((count) => count > 0);
    need(sum(counts) <= most, seatField(owner), `more ${card.code} than can be owned`);
  };
  for (const card of BUILDINGS) {
    check(card, seats.map((seat) => buildingsOwned(seat, card)), available(card));
  }
  for (const card of TECHNIQUES) {
    const counts = seats.map((seat) => (seat.techniques.has(card.code) ? 1 : 0));
    check(card, counts, Math.min(1, available(card)));
  }
}
