// The protocol: commands in, answers out.

import { applyDeal, isDeal } from './deals.mjs';
import { legalByText, positionText, readPosition } from './notation.mjs';
import { Refused, copyPosition, startPosition } from './position.mjs';
import { finalScore, makeMove } from './rules.mjs';
import { Search } from './thinking.mjs';

const VERSION = '1.0';
const SLICE = 5; // milliseconds of thinking between two looks at the input
const INFO_EVERY = 1000; // milliseconds between reports during a long search
const NODES_PER_PLY = 200; // samples of a search that has a depth and no other limit
const LONGEST_WORD = 60; // of a refused word that is repeated in an error

const OPTIONS = {
  seed: { default: 0, min: 0, max: 4294967295 },
  think: { default: 50, min: 1, max: 3600000 }, // milliseconds a move, if `go` has no limits
};

/** The engine without its input and output: `receive` takes lines, `write` and `leave` are called. */
export class Engine {
  constructor(write, leave) {
    this.write = write;
    this.leave = leave;
    this.options = { seed: OPTIONS.seed.default, think: OPTIONS.think.default };
    this.players = null; // as the last newgame said
    this.position = startPosition(2);
    this.search = null; // the search under way
    this.waiting = []; // commands that wait for its end
    this.left = false;
  }

  /** Takes one line; null stands for a line that is too long. Never throws. */
  receive(text) {
    if (this.left) return;
    const line = text && text.replace(/^[ \t]+|[ \t]+$/g, '');
    if (this.search && !['stop', 'isready', 'quit'].includes(line)) this.waiting.push(line);
    else this.obey(line);
    this.obeyWaiting();
  }

  obeyWaiting() {
    while (this.waiting.length > 0 && !this.search && !this.left) this.obey(this.waiting.shift());
  }

  obey(line) {
    if (line === '') return;
    try {
      if (line === null) throw new Refused('line', 'too long');
      const [command, ...words] = line.split(/[ \t]+/); // more forgiving than the page asks
      if (!Object.hasOwn(COMMANDS, command)) throw new Refused(command, 'not a command');
      COMMANDS[command](this, words);
    } catch (error) {
      // Any other error is a bug of ours. It must not end the program either.
      if (!(error instanceof Refused)) process.stderr.write(`${error.stack}\n`);
      const { what = 'engine', why = error.message } = error;
      this.write(`error ${printable(what)}: ${printable(why)}`);
    }
  }

  // ---- The search, in slices, so that the input is read between them ----

  startSearch(limits) {
    const search = new Search(this.position, this.options.seed, limits);
    this.search = search;
    let nextInfo = INFO_EVERY;
    const step = () => {
      if (this.search !== search) return; // stopped
      search.slice(SLICE);
      if (search.done) {
        if (limits.infinite) return; // `stop` will end it
        this.endSearch();
        this.obeyWaiting();
        return;
      }
      if (search.elapsed > nextInfo) {
        this.report(search);
        nextInfo += INFO_EVERY;
      }
      setImmediate(step);
    };
    if (search.candidates.length === 1 && !limits.infinite) {
      search.slice(0);
      this.endSearch();
    } else {
      setImmediate(step);
    }
  }

  endSearch() {
    const { search } = this;
    if (search.nodes === 0) search.slice(0);
    this.search = null;
    this.report(search);
    this.write(`bestmove ${search.ranking()[0].text}`);
  }

  report(search) {
    search.info(search.limits.multipv).forEach((line) => this.write(line));
  }
}

/** Bytes that are not printable ASCII become question marks, and long words are cut. */
function printable(text) {
  const clean = text.replace(/[^ -~]/g, '?');
  return clean.length > LONGEST_WORD ? `${clean.slice(0, LONGEST_WORD)}...` : clean;
}

/** Reads a whole number from `min` to `max`, or refuses `what`. */
function integer(what, text, min, max = Number.MAX_SAFE_INTEGER) {
  const value = /^(0|[1-9]\d{0,15})$/.test(text ?? '') ? Number(text) : NaN;
  if (!(value >= min && value <= max)) {
    throw new Refused(what, `'${text ?? ''}' is not a number from ${min} to ${max}`);
  }
  return value;
}

function noMoreWords(words) {
  if (words.length > 0) throw new Refused(words[0], 'an unknown word');
}

const COMMANDS = {
  spyrium(engine, words) {
    noMoreWords(words);
    engine.write('id name Tinker');
    engine.write('id author the spyrium-ai developers');
    engine.write(`id version ${VERSION}`);
    for (const [name, range] of Object.entries(OPTIONS)) {
      const { min, max } = range;
      engine.write(`option name ${name} type spin default ${range.default} min ${min} max ${max}`);
    }
    engine.write('spyriumok 1');
  },

  isready(engine, words) {
    noMoreWords(words);
    engine.write('readyok');
  },

  setoption(engine, [name, option, value, ...text]) {
    if (name !== 'name' || value !== 'value') throw new Refused('setoption', 'name N value V expected');
    if (!Object.hasOwn(OPTIONS, option)) throw new Refused('setoption', `no option named ${option}`);
    const { min, max } = OPTIONS[option];
    engine.options[option] = integer('setoption', text.join(' '), min, max);
  },

  newgame(engine, [word, count, ...rest]) {
    if (word !== 'players') throw new Refused('newgame', 'players N expected');
    const players = integer('newgame', count, 2, 5);
    if (rest[0] === 'seat') {
      integer('newgame', rest[1], 1, players); // `go` works for every seat
      rest.splice(0, 2);
    }
    noMoreWords(rest);
    engine.players = players;
    engine.position = startPosition(players);
  },

  position(engine, words) {
    const at = words.indexOf('moves');
    const fields = at < 0 ? words : words.slice(0, at);
    const moves = at < 0 ? [] : words.slice(at + 1);
    let position;
    if (fields[0] === 'start') {
      position = startPosition(integer('position', fields[1], 2, 5));
      noMoreWords(fields.slice(2));
    } else {
      if (fields.length === 0) throw new Refused('position', 'a position expected');
      position = readPosition(fields);
    }
    if (engine.players !== null && position.players !== engine.players) {
      throw new Refused(`${position.players}`, `newgame said ${engine.players} players`);
    }
    moves.forEach((word) => follow(position, word));
    engine.position = position; // only now: an error changes nothing
  },

  go(engine, words) {
    const { mode } = engine.position;
    if (mode === 'over') throw new Refused('go', 'the game is over');
    if (mode === 'chance') throw new Refused('go', 'chance decides here');
    engine.startSearch(readLimits(engine, words));
  },

  stop(engine, words) {
    noMoreWords(words);
    if (engine.search) engine.endSearch();
  },

  legal(engine, words) {
    noMoreWords(words);
    engine.write(['legal', ...legalByText(engine.position).keys()].join(' '));
  },

  show(engine, words) {
    noMoreWords(words);
    engine.write(`position ${positionText(engine.position)}`);
  },

  result(engine, words) {
    noMoreWords(words);
    const { mode, seats } = engine.position;
    engine.write(`result ${mode === 'over' ? seats.map(finalScore).join(' ') : '-'}`);
  },

  quit(engine, words) {
    noMoreWords(words);
    engine.left = true;
    engine.search = null;
    engine.leave();
  },
};

/** Makes a move or a deal, given as text. */
function follow(position, word) {
  if (position.mode === 'over') throw new Refused(word, 'the game is over');
  if (position.mode === 'chance') {
    if (!isDeal(word)) throw new Refused(word, 'chance decides here, not a player');
    applyDeal(position, word);
    return;
  }
  if (isDeal(word)) throw new Refused(word, 'a player decides here, not chance');
  const move = legalByText(position).get(word);
  if (!move) throw new Refused(word, 'not a legal move');
  makeMove(position, move);
}

/** Turns the words after `go` into limits for a search. */
function readLimits(engine, words) {
  const { players, mover } = engine.position;
  const limits = { nodes: Infinity, milliseconds: Infinity, depth: Infinity, multipv: 1, infinite: false };
  const budgets = [];
  const seen = new Set();
  let clock = null;
  let increment = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (seen.has(word)) throw new Refused(word, 'given twice');
    seen.add(word);
    if (word === 'infinite') limits.infinite = true;
    else if (word === 'movetime') budgets.push(movetimeBudget(integer(word, words[++at], 1)));
    else if (word === 'inc') increment = integer(word, words[++at], 0);
    else if (['nodes', 'depth', 'multipv'].includes(word)) limits[word] = integer(word, words[++at], 1);
    else if (word === 'clock') {
      clock = (words[++at] ?? '').split(',').map((text) => integer(word, text, 0));
      if (clock.length !== players) throw new Refused(word, `${players} times expected`);
    } else throw new Refused(word, 'not a limit');
  }
  if (clock) budgets.push(clockBudget(clock[mover], increment));
  else if (seen.has('inc')) throw new Refused('inc', 'an increment needs a clock');

  limits.milliseconds = Math.min(...budgets);
  const bounded = limits.infinite || budgets.length > 0 || seen.has('nodes');
  if (!bounded && seen.has('depth')) limits.nodes = NODES_PER_PLY * Math.min(limits.depth, 10);
  else if (!bounded) limits.milliseconds = engine.options.think;
  return limits;
}

/** Some of the time is left for writing the answer. */
const movetimeBudget = (time) => Math.max(1, time - Math.min(10, time / 10));

/** A fortieth of the time that is left, and most of the increment; never the last 50 ms of the clock. */
const clockBudget = (left, increment) =>
  Math.max(1, Math.min(left / 40 + 0.8 * increment, left - 50));
