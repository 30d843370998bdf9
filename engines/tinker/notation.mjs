// Text: how moves and positions are written, and how positions are read. Moves are never parsed: a move in
// text is found among the legal ones, so there cannot be two ways to write it.

import { CARD, CARDS, CELLS, SLOTS, TECHNIQUES } from './cards.mjs';
import { legalMoves } from './moves.mjs';
import { Refused, startPosition } from './position.mjs';
import { checkPosition } from './validity.mjs';

const PHASES = ['I', 'II', 'P'];
const BONUSES = ['', 'w', 'm', 'wm'];
const MOST = 9999;

// ---- Moves ----

/** A move as text. */
export function moveText(move) {
  return (move.two ? 'II:' : '') + write[move.kind](move);
}

const use = (word) => ({ card, effect }) => `${word}:${card.code}:${effect + 1}`;
const write = {
  place: ({ slot }) => `place:${SLOTS[slot]}`,
  money: ({ slot, cell }) => `money:${SLOTS[slot]}${cell < 0 ? '' : `:${CELLS[cell]}`}`,
  use: use('use'),
  reuse: use('reuse'),
  pass: () => 'pass',
  bonus: ({ how }) => `bonus:${how}`,
  event(move) {
    if (move.how === 'again') return use('event')(move);
    if (move.how === 'place') return `event:${SLOTS[move.slot]}`;
    return `event:${move.how}${move.commerce ? ':commerce' : ''}`;
  },
  activate({ slot, cell, card, over, token, commerce, lobby, residence }) {
    return [
      `activate:${SLOTS[slot]}:${CELLS[cell]}`,
      over ? `:over=${over.card.code}${over.inclined ? '*' : ''}` : '',
      card.many ? `:token=${token}` : '',
      commerce ? ':commerce' : '',
      lobby ? ':lobby' : '',
      residence ? `:${residence}` : '',
    ].join('');
  },
};

/** The legal moves by their text. The keys come sorted. */
export function legalByText(position) {
  const pairs = legalMoves(position).map((move) => [moveText(move), move]);
  return new Map(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

// ---- Positions as text ----

const orDash = (text) => (text === '' ? '-' : text);
const tokenList = (tokens) => [1, 2, 3].flatMap((value) => new Array(tokens[value]).fill(value));
const tokenCounts = (tokens) => tokens.slice(1).join('.');
const eventText = (event) => (event ? event.id + (event.token ? `.${event.token}` : '') : '-');
const cellText = (cell) => (cell ? [cell.card.code, ...tokenList(cell.tokens)].join('.') : '-');

/** A position as a line of text. */
export function positionText(position) {
  return positionFields(position).join(' ');
}

function positionFields(position) {
  const slots = SLOTS.map((_, slot) => {
    const here = position.workers.slice(slot * position.players, (slot + 1) * position.players);
    return orDash(here.map((count, player) => String(player + 1).repeat(count)).join(''));
  });
  const dealt = CARDS.flatMap((card) => new Array(position.dealt[card.id]).fill(card.code));
  const decides = {
    move: `${position.mover + 1}`,
    bonus: `${position.mover + 1}b`,
    chance: '?',
    over: '.',
  };
  return [
    `${position.players}`,
    `${position.turn}`,
    position.first < 0 ? '-' : `${position.first + 1}`,
    decides[position.mode],
    position.market.map(cellText).join(),
    slots.join(),
    eventText(position.event),
    eventText(position.next),
    orDash(dealt.join()),
    `${tokenCounts(position.reserve)}/${tokenCounts(position.discard)}`,
    orDash(position.unseen.join()),
    ...position.seats.map(seatText),
  ];
}

function seatText(seat) {
  const buildings = CARDS.flatMap((card) => [
    ...new Array(seat.straight[card.id]).fill(card.code),
    ...new Array(seat.inclined[card.id]).fill(`${card.code}*`),
  ]);
  const techniques = TECHNIQUES.filter(({ code }) => seat.techniques.has(code)).map(
    ({ code }) => code + (seat.techniques.get(code) ? '*' : ''),
  );
  return [
    seat.phase,
    seat.eventUsed ? 'e' : '-',
    seat.vp,
    seat.pounds,
    seat.spyrium,
    seat.residence,
    seat.active,
    seat.owned,
    orDash(seat.bonuses),
    orDash(buildings.join()),
    orDash(techniques.join()),
    orDash(tokenList(seat.kept).join('.')),
  ].join('/');
}

// ---- Reading positions ----
//
// Reading is lenient about order and such things. At the end the position is written again, and a field
// that comes out differently was not written in the one right way.

/** Reads a position; `words` are its fields. Throws Refused for anything that is not accepted. */
export function readPosition(words) {
  const players = /^[2-5]$/.test(words[0]) ? Number(words[0]) : refuse(1, 'there are 2 to 5 players');
  if (words.length !== 11 + players) {
    throw new Refused('position', `${words.length} fields, and not ${11 + players}`);
  }
  const position = startPosition(players);
  position.turn = number(2, words[1]);
  if (words[2] !== '-') position.first = seatNumber(3, words[2], players);
  readDecider(position, words[3]);
  position.market = items(5, words[4], 9).map((text) => (text === '-' ? null : readCell(text)));
  readWorkers(position, items(6, words[5], 12));
  position.event = readEvent(7, words[6]);
  position.next = readEvent(8, words[7]);
  list(words[8]).forEach((code) => (position.dealt[readCard(9, code).id] += 1));
  [position.reserve, position.discard] = parts(10, words[9], '/', 2).map((text) => [
    0,
    ...parts(10, text, '.', 3).map((count) => number(10, count)),
  ]);
  position.unseen = list(words[10]).sort();
  position.seats = position.seats.map((seat, player) =>
    readSeat(12 + player, words[11 + player], seat),
  );
  checkPosition(position);
  positionFields(position).forEach((text, index) => {
    if (text !== words[index]) refuse(index + 1, 'not written in the one right way');
  });
  return position;
}

function refuse(field, why) {
  throw new Refused(`field ${field}`, why);
}

const list = (text) => (text === '-' ? [] : text.split(','));
const number = (field, text) =>
  /^\d{1,4}$/.test(text) ? Number(text) : refuse(field, `not a number from 0 to ${MOST}`);
const seatNumber = (field, text, players) =>
  /^[1-5]$/.test(text) && Number(text) <= players
    ? Number(text) - 1
    : refuse(field, 'not a player of this game');
const readCard = (field, code) => CARD.get(code) ?? refuse(field, 'an unknown card');
const items = (field, text, count) => parts(field, text, ',', count);

function parts(field, text, separator, count) {
  const found = text.split(separator);
  return found.length === count ? found : refuse(field, `${found.length} parts, and not ${count}`);
}

function readTokens(field, values) {
  const tokens = [0, 0, 0, 0];
  for (const value of values) {
    if (!/^[123]$/.test(value)) refuse(field, 'tokens have the values 1, 2 and 3');
    tokens[Number(value)] += 1;
  }
  return tokens;
}

function readDecider(position, text) {
  if (text === '?') position.mode = 'chance';
  else if (text === '.') position.mode = 'over';
  else {
    position.mode = text.endsWith('b') ? 'bonus' : 'move';
    position.mover = seatNumber(4, text.replace(/b$/, ''), position.players);
  }
}

function readCell(text) {
  const [code, ...values] = text.split('.');
  return { card: readCard(5, code), tokens: readTokens(5, values) };
}

function readWorkers(position, slots) {
  slots.forEach((text, slot) => {
    for (const digit of text === '-' ? '' : text) {
      position.workers[slot * position.players + seatNumber(6, digit, position.players)] += 1;
    }
  });
}

function readEvent(field, text) {
  if (text === '-') return null;
  const [id, ...values] = text.split('.');
  if (values.length > 1) refuse(field, 'an event has at most one token');
  const tokens = readTokens(field, values);
  return { id, token: tokens.indexOf(1) < 0 ? 0 : tokens.indexOf(1) };
}

function readSeat(field, text, seat) {
  const [phase, used, vp, pounds, spyrium, residence, active, owned, bonuses, cards, patents, kept] =
    parts(field, text, '/', 12);
  if (!PHASES.includes(phase)) refuse(field, 'the phase is I, II or P');
  if (!BONUSES.includes(bonuses.replace('-', ''))) refuse(field, 'the bonuses are -, w, m or wm');
  const read = {
    ...seat,
    phase,
    eventUsed: used === 'e',
    vp: number(field, vp),
    pounds: number(field, pounds),
    spyrium: number(field, spyrium),
    residence: number(field, residence),
    active: number(field, active),
    owned: number(field, owned),
    bonuses: bonuses.replace('-', ''),
    kept: readTokens(field, kept === '-' ? [] : kept.split('.')),
  };
  for (const word of list(cards)) {
    const card = readCard(field, word.replace('*', ''));
    if (card.kind !== 'building') refuse(field, 'not a building');
    (word.endsWith('*') ? read.inclined : read.straight)[card.id] += 1;
  }
  for (const word of list(patents)) {
    const card = readCard(field, word.replace('*', ''));
    if (card.kind !== 'technique') refuse(field, 'not a technique');
    if (read.techniques.has(card.code)) refuse(field, 'a technique twice');
    read.techniques.set(card.code, word.endsWith('*'));
  }
  return read;
}
