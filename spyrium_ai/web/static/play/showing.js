// Shows the moves of others one after the other, so that one can follow them.

const PAUSE = 900; // milliseconds for each
const MANY = 12; // moves that are waiting, with which the pauses become short

export class Showing {
  #draw;
  #timer = 0;
  shown = 0;
  last = 0;

  // `draw(ply, isNew)` shows the table after so many moves and deals.
  constructor(draw) {
    this.#draw = draw;
  }

  get isBehind() {
    return this.shown < this.last;
  }

  // Show what is there at once.
  jump(last) {
    clearTimeout(this.#timer);
    this.last = this.shown = last;
    this.#draw(last, false);
  }

  // Take note of a game of so many plies, all after `from` new; the first `fast` of these, one's own
  // move, are shown without a pause.
  goOn(from, last, fast) {
    this.last = last;
    if (this.shown > from) this.shown = Math.min(from, last);
    clearTimeout(this.#timer);
    if (!this.isBehind) {
      this.#draw(this.shown, false);
      return;
    }
    if (fast) this.#step();
    else this.#wait(150);
  }

  #wait(pause) {
    clearTimeout(this.#timer);
    if (this.isBehind) this.#timer = setTimeout(() => this.#step(), pause);
  }

  #step() {
    this.shown += 1;
    this.#draw(this.shown, true);
    this.#wait(this.last - this.shown > MANY ? PAUSE / 6 : PAUSE);
  }
}
