// The material of the game: cards, events, and the geometry of the market. Nothing here ever changes.

// Cells are numbered 0 to 8 in reading order, slots 0 to 11 in the order of the notation.
export const CELLS = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'];
export const SLOTS = [
  'a1b1', 'b1c1', 'a2b2', 'b2c2', 'a3b3', 'b3c3', 'a1a2', 'b1b2', 'c1c2', 'a2a3', 'b2b3', 'c2c3',
];

/** The two cells of each slot. */
export const SLOT_CELLS = SLOTS.map((name) => [
  CELLS.indexOf(name.slice(0, 2)),
  CELLS.indexOf(name.slice(2)),
]);

/** The two to four slots around each cell. */
export const CELL_SLOTS = CELLS.map((_, cell) =>
  SLOTS.map((_name, slot) => slot).filter((slot) => SLOT_CELLS[slot].includes(cell)),
);

export const LAST_TURN = 6;
export const MOST_WORKERS = 7;
export const MOST_KEPT_TOKENS = 7;
export const MOST_POINTS_PER_TECHNIQUE = 7;
export const TOKENS_PER_VALUE = 8;
export const RESIDENCE_END = 7;
export const SPACE_DISCOUNT_OF_CRANE = 3;
export const DISCOUNT_FOR_SYMBOL = 3;
export const EVENTS = ['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E7'];

/** '1w 2s > 5vp' reads: use one worker and pay two Spyrium to gain five victory points. */
function effect(text) {
  const [pay, gain] = text.split('>');
  const amount = (part, unit) => Number(part.match(new RegExp(`(\\d+)${unit}\\b`))?.[1] ?? 0);
  return {
    workers: amount(pay, 'w'),
    pays: amount(pay, 's'),
    vp: amount(gain, 'vp'),
    spyrium: amount(gain, 's'),
  };
}

/**
 * One type of card. `copies` has a letter of a period for each copy. What activating it does:
 * - `vp`, `spyrium`, `workers`: gained at once; `pays`: Spyrium it costs; `residence`: the residence action;
 * - `token`: what the value of its token means: 'vp' or 'spyrium' gained, or 'pounds' to pay;
 * - `many`: it has players - 1 tokens, and needs one to be activated.
 * Buildings also have `points`, `symbols` (letters of Mine, Factory, Research) and `effects`.
 */
function card(kind, code, copies, price, rest) {
  const nothing = {
    points: 0, symbols: '', effects: [], vp: 0, spyrium: 0, workers: 0, pays: 0,
    residence: false, token: null, many: false,
  };
  const filled = { ...nothing, ...rest, kind, code, copies, price };
  filled.effects = filled.effects.map(effect);
  return filled;
}
const building = (code, copies, price, points, symbols, effects, built = {}) =>
  card('building', code, copies, price, { points, symbols, effects, ...built });
const character = (code, copies, gives) => card('character', code, copies, 0, gives);
const technique = (code, copies) => card('technique', code, copies, 6, {});

/** All types of cards, in the order in which lists of cards are sorted. */
export const CARDS = [
  building('M1', 'AA', 2, 0, 'M', ['1w > 1s']),
  building('M2', 'AAA', 5, 0, 'M', ['> 1s', '1w > 2s']),
  building('M3', 'BB', 7, 0, 'M', ['> 1s', '1w > 3s'], { token: 'spyrium' }),
  building('W1', 'AAA', 2, 2, 'F', ['1w 1s > 3vp']),
  building('W2', 'AA', 4, 3, 'F', ['1w 2s > 5vp']),
  building('F1', 'BB', 6, 4, 'F', ['1w 2s > 6vp', '2w 3s > 10vp']),
  building('F2', 'BC', 8, 5, 'F', ['2w 3s > 10vp', '2w 5s > 15vp']),
  building('L1', 'A', 5, 1, 'FR', ['1w 1s > 4vp']),
  building('L2', 'B', 6, 2, 'FR', ['1w 1s > 5vp']),
  building('L3', 'BC', 7, 2, 'FR', ['1w 2s > 7vp']),
  building('N1', 'AAA', 5, 3, '', [], { workers: 1 }),
  building('N2', 'BB', 6, 4, '', [], { workers: 2 }),
  building('R1', 'AAB', 3, 2, '', [], { residence: true }),
  building('R2', 'BB', 5, 4, '', [], { residence: true }),
  building('U1', 'A', 2, 0, 'R', ['1w > 2vp'], { token: 'vp' }),
  building('U2', 'B', 5, 0, 'R', ['1w > 3vp', '2w > 6vp'], { token: 'vp' }),
  building('H1', 'C', 6, 6, '', []),
  building('H2', 'C', 8, 9, '', []),
  building('H3', 'C', 10, 12, '', []),
  character('Bu', 'AB', { token: 'vp', many: true }),
  character('Mi', 'AAB', { token: 'spyrium', many: true }),
  character('Ap', 'AA', { pays: 1, vp: 3 }),
  character('En', 'BC', { pays: 1, vp: 4 }),
  character('Ar', 'AAB', { token: 'pounds', many: true, residence: true }),
  character('Ge', 'BC', { spyrium: 2 }),
  character('Ba', 'B', { token: 'pounds', many: true, vp: 4 }),
  character('Fi', 'C', { token: 'pounds', many: true, vp: 5 }),
  character('Ad', 'C', { vp: 3 }),
  technique('Co', 'A'),
  technique('Lo', 'A'),
  technique('Au', 'A'),
  technique('Ca', 'A'),
  technique('Eg', 'A'),
  technique('Cr', 'A'),
  technique('Ta', 'B'),
];
CARDS.forEach((one, id) => Object.assign(one, { id }));

/** The card types by code. */
export const CARD = new Map(CARDS.map((one) => [one.code, one]));
export const BUILDINGS = CARDS.filter((one) => one.kind === 'building');
export const TECHNIQUES = CARDS.filter((one) => one.kind === 'technique');

/** How often a type is in the deck of a period ('A', 'B' or 'C'). */
export const copiesIn = (one, period) => one.copies.split(period).length - 1;

/** The period of a turn, and how many turns of that period come before it. */
export const periodOf = (turn) => (turn <= 3 ? 'A' : turn <= 5 ? 'B' : 'C');
export const turnsBefore = (turn) => (turn <= 3 ? Math.max(turn - 1, 0) : turn <= 5 ? turn - 4 : 0);

/** How many tokens a card gets when the market is laid out. */
export function tokensDue(one, players) {
  if (one.many) return players - 1;
  return one.token ? 1 : 0;
}

/** The value that Commerce's choice gives to a token. */
export const bestValue = (one) => (one.token === 'pounds' ? 1 : 3);

/** Whether two buildings have a symbol in common. */
export const shareSymbol = (a, b) => [...a.symbols].some((symbol) => b.symbols.includes(symbol));
