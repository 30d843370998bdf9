// The chosen game under way, on the board of /static/board.js: addTables, makePanels, makeList,
// drawTable, scrollTo, part, seatMark and root are names of it.

import { announce } from "/static/common/announce.js";

const LISTS = ["changes", "moves", "seats", "words", "times", "nodes", "values"];
const PAUSE = 10_000; // milliseconds between two moves that are told to screen readers

const byId = (id) => document.getElementById(id);

// `onStep` is called with "back" or "next" when another game is wanted.
export class LiveBoard {
  #game = null;
  #ply = 0;
  #isNow = true;
  #told = 0;

  constructor(onStep) {
    byId("game-back").addEventListener("click", () => onStep(-1));
    byId("game-next").addEventListener("click", () => onStep(1));
    byId("back").addEventListener("click", () => this.#show(this.#ply - 1));
    byId("forward").addEventListener("click", () => this.#show(this.#ply + 1));
    byId("now").addEventListener("click", () => this.#show(Infinity));
    part("list").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.#show(Number(button.dataset.ply));
    });
    document.addEventListener("keydown", (event) => {
      if (!this.#game || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target.closest("input, select, textarea, .wide")) return;
      const doing = {
        n: () => onStep(1),
        p: () => onStep(-1),
        ArrowLeft: () => this.#show(this.#ply - 1),
        ArrowRight: () => this.#show(this.#ply + 1),
        End: () => this.#show(Infinity),
      }[event.key];
      if (!doing) return;
      event.preventDefault();
      doing();
    });
  }

  // Whether the last move is shown, and so whatever comes next.
  get isNow() {
    return this.#isNow;
  }

  // Take what the server tells of a game: all of it, or what has been added.
  take(message) {
    if (message.from === 0) this.#begin(message);
    else if (this.#game?.number !== message.game || this.#game.moves.length !== message.from) return false;
    else for (const name of LISTS) this.#game[name].push(...message[name]);
    const game = this.#game;
    game.faults = message.faults;
    addTables(game, game.start);
    makeList(game);
    this.#show(this.#isNow ? Infinity : this.#ply);
    return true;
  }

  // Say how the game has ended, or why it is under way no longer; it stays on the board.
  end(words) {
    const text = `This game is not under way any more. ${words && `${words}.`}`.replace(/\.\.$/, ".");
    byId("said").textContent = text;
    announce(text);
  }

  #begin(message) {
    this.#game = { ...message, number: message.game, winners: [], reviewed: new Map(), review: null };
    this.#isNow = true;
    makePanels(this.#game);
    byId("board-title").textContent = `Game ${message.game} (${message.id})`;
    byId("board").hidden = false;
  }

  #show(wanted) {
    const game = this.#game;
    if (!game) return;
    const last = game.changes.length;
    this.#ply = Math.max(0, Math.min(last, wanted));
    this.#isNow = this.#ply === last;
    drawTable(game, game, this.#ply);
    root.querySelectorAll(".gv-panel").forEach((panel, i) => {
      panel.querySelector(".gv-out").hidden = !game.faults.some((f) => f.seat === i + 1 && f.ply <= this.#ply);
    });
    this.#say();
    byId("now").hidden = this.#isNow;
    byId("count").textContent = `move ${this.#ply} of ${last}`;
    byId("back").setAttribute("aria-disabled", this.#ply === 0);
    byId("forward").setAttribute("aria-disabled", this.#isNow);
    for (const button of part("list").querySelectorAll("button")) {
      const isCurrent = Number(button.dataset.ply) === this.#ply;
      button.toggleAttribute("aria-current", isCurrent);
      if (isCurrent) scrollTo(part("list"), button);
    }
  }

  #say() {
    const [game, ply] = [this.#game, this.#ply];
    if (ply === 0) {
      byId("said").textContent = "The table before the game.";
      return;
    }
    const seat = game.seats[ply - 1];
    const who = seat ? [seatMark(seat), ` ${game.players[seat - 1].name} `] : [];
    byId("said").replaceChildren(...who, `${game.words[ply - 1]}.`);
    if (performance.now() - this.#told < PAUSE && this.#isNow) return;
    this.#told = performance.now();
    announce(byId("said").textContent);
  }
}
