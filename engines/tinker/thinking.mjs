// The choice of a move: flat Monte Carlo. Every legal move is tried again and again. After it, all players
// make random moves (the useful kinds more often) to the end of the turn, and the position there is judged
// by a rule of thumb. Moves that do well are tried more often (the UCB1 rule). Nothing looks past the end of
// a turn, so no deal ever has to be guessed.

import { BUILDINGS } from './cards.mjs';
import { legalMoves, workersFor } from './moves.mjs';
import { legalByText, positionText } from './notation.mjs';
import { buildingsOwned, copyPosition, inMarket, turnsLeft } from './position.mjs';
import { generator, hash } from './random.mjs';
import { finalScore, makeMove } from './rules.mjs';

const CURIOSITY = 0.15; // how much UCB1 prefers moves that have been tried little
const SPREAD = 5; // a lead of so many points makes a win about e times as likely
const LONGEST = 400; // plies in one sample; a turn is far shorter

/** How often a kind of move is played in a sample, compared with the others. */
const LIKING = { activate: 8, use: 8, reuse: 8, event: 4, place: 4, money: 1, bonus: 1, pass: 0.2 };
const LIKING_TO_BEGIN_PHASE_TWO = 0.4; // times the above: too early leaves workers at home

/** A search for the best move of a position. `limits` has `nodes`, `milliseconds` and `depth`. */
export class Search {
  constructor(position, seed, limits) {
    this.position = position;
    this.limits = limits;
    this.started = performance.now();
    this.random = generator(hash(`${seed} ${positionText(position)}`));
    this.nodes = 0; // one node is one sample
    this.candidates = [...legalByText(position)].map(([text, move]) => {
      const after = copyPosition(position);
      makeMove(after, move);
      const promise = judge(after).value[position.mover];
      const nothing = () => new Array(position.players).fill(0);
      return { text, after, promise, visits: 0, sums: { value: nothing(), points: nothing() } };
    });
    // The most promising come first, for searches that are too short to try all.
    this.candidates.sort((a, b) => b.promise - a.promise);
  }

  get elapsed() {
    return performance.now() - this.started;
  }

  /** Whether a limit has been reached. At least one sample is always made. */
  get done() {
    if (this.nodes === 0) return false;
    return this.nodes >= this.limits.nodes || this.elapsed >= this.limits.milliseconds;
  }

  /** Thinks for some milliseconds, or until done. */
  slice(milliseconds) {
    const until = performance.now() + milliseconds;
    do this.sample();
    while (!this.done && performance.now() < until);
  }

  sample() {
    const candidate = this.nextCandidate();
    const { value, points } = judge(this.playOut(candidate.after));
    candidate.visits += 1;
    this.nodes += 1;
    value.forEach((share, player) => (candidate.sums.value[player] += share));
    points.forEach((score, player) => (candidate.sums.points[player] += score));
  }

  /** The first one not yet tried; after that, the best by UCB1 for the player who decides. */
  nextCandidate() {
    if (this.nodes < this.candidates.length) return this.candidates[this.nodes];
    const log = Math.log(this.nodes);
    let best = null;
    let bestBound = -1;
    for (const candidate of this.candidates) {
      const { visits, sums } = candidate;
      const mean = sums.value[this.position.mover] / visits;
      const bound = mean + CURIOSITY * Math.sqrt(log / visits);
      if (bound > bestBound) [best, bestBound] = [candidate, bound];
    }
    return best;
  }

  /** Plays at random to the end of the turn, or as deep as allowed. The move itself is the first ply. */
  playOut(after) {
    const position = copyPosition(after);
    const plies = Math.min(this.limits.depth, LONGEST);
    for (let ply = 1; ply < plies; ply++) {
      const moves = legalMoves(position);
      if (moves.length === 0) break; // the turn is over
      makeMove(position, this.pick(moves));
    }
    return position;
  }

  /** One of the moves, by liking. */
  pick(moves) {
    const weights = moves.map(
      (move) => LIKING[move.kind] * (move.two ? LIKING_TO_BEGIN_PHASE_TWO : 1),
    );
    let left = this.random() * weights.reduce((sum, weight) => sum + weight, 0);
    const index = weights.findIndex((weight) => (left -= weight) < 0);
    return moves[Math.max(index, 0)];
  }

  /** The candidates that have been tried, best first: the most visits, then the best mean. */
  ranking() {
    const me = this.position.mover;
    const mean = ({ sums, visits }) => sums.value[me] / visits;
    return this.candidates
      .filter((candidate) => candidate.visits > 0)
      .sort((a, b) => b.visits - a.visits || mean(b) - mean(a));
  }

  /** The `info` lines about the `count` best moves. */
  info(count) {
    const time = Math.round(this.elapsed);
    const speed = time > 0 ? ` nps ${Math.round((this.nodes * 1000) / time)}` : '';
    return this.ranking().slice(0, count).map(({ text, visits, sums }, index) => {
      const value = thousandths(sums.value.map((sum) => sum / visits));
      const points = sums.points.map((sum) => (sum / visits).toFixed(1));
      const line = count > 1 ? ` multipv ${index + 1}` : '';
      return `info nodes ${this.nodes} time ${time}${speed}${line} value ${value.join(' ')} ` +
        `points ${points.join(' ')} pv ${text}`;
    });
  }
}

/** Shares that add up to 1 as whole thousandths that add up to 1000. */
function thousandths(shares) {
  let before = 0;
  let sum = 0;
  return shares.map((share) => {
    sum += share;
    const upTo = Math.round(sum * 1000);
    const part = upTo - before;
    before = upTo;
    return part;
  });
}

/** The points that each player may expect at the end, and the share of the win that follows from them. */
function judge(position) {
  const turns = turnsLeft(position);
  const points = position.seats.map(
    (seat, player) => finalScore(seat) + prospects(seat, turns) + chances(position, seat, player),
  );
  const best = Math.max(...points);
  const odds = points.map((score) => Math.exp((score - best) / SPREAD));
  const total = odds.reduce((sum, one) => sum + one, 0);
  return { points, value: odds.map((one) => one / total) };
}

/** A rule of thumb for what a player's means will be worth in the turns to come. */
function prospects(seat, turns) {
  if (turns === 0) return 0;
  let worth = 0.4 * seat.pounds + 1 * seat.spyrium;
  let each = 1.5 * seat.owned + 0.5 * seat.residence; // per turn
  for (const card of BUILDINGS) {
    const count = buildingsOwned(seat, card);
    if (count > 0) each += count * useWorth(seat, card);
  }
  for (const code of seat.techniques.keys()) each += code === 'Lo' || code === 'Ta' ? 1 : 0.6;
  worth += each * turns;
  return worth;
}

/** What a player's workers may still do in this turn: nothing at its end. */
function chances(position, seat, player) {
  if (position.mode === 'chance' || seat.phase === 'P') return 0;
  return (seat.phase === 'I' ? 1.5 : 0.5) * seat.active + 2 * inMarket(position, player);
}

/** What a use of the building is worth, over what its workers and Spyrium could do elsewhere. */
function useWorth(seat, card) {
  const worths = card.effects.map(
    (effect) =>
      effect.vp + 1.2 * (effect.spyrium - effect.pays) - workersFor(seat, card, effect),
  );
  return Math.max(0, ...worths);
}
