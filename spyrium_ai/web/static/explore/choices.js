// What can be done in the position that is shown: moves, or a deal.
// Uses seatMark of board.js.
import { make, showText } from "../common/dom.js";
import { post } from "../common/fetching.js";
import { dressPlaces, undressPlaces } from "../play/places.js";

const at = (id) => document.getElementById(id);

export class Choices {
  #play;
  #view = null;

  // `play(moves)` goes on from the position with these moves.
  constructor(play) {
    this.#play = play;
    at("draw").addEventListener("click", () => this.#deal(""));
    at("same").addEventListener("click", () => this.#play([this.#view.deal]));
    at("deal").addEventListener("submit", (event) => {
      event.preventDefault();
      if (at("deal-text").value.trim()) this.#deal(at("deal-text").value);
    });
    at("moves").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button?.dataset.move) this.#play([button.dataset.move]);
      else if (button) this.#list(this.#view.decides.legal);
    });
  }

  // Take away what belongs to another position.
  clear() {
    undressPlaces();
    this.refuse("");
    at("moves").replaceChildren();
    at("deal").hidden = true;
    at("asked").replaceChildren();
  }

  // Offer what can be done; `view` has position, decides, players' names, the game's own deal or null.
  offer(view) {
    this.#view = view;
    const { decides, names } = view;
    this.clear();
    if (decides.kind === "deal") {
      at("asked").textContent = decides.setup ? "The first player and the first event are drawn." : "Cards, tokens and the next event are dealt.";
      at("deal").hidden = false;
      at("deal-text").value = "";
      at("same").hidden = !view.deal;
    } else if (decides.kind === "over") {
      at("asked").textContent = `The game is over: ${names.map((name, i) => `${name} ${decides.scores[i]}`).join(", ")}.`;
    } else {
      at("asked").replaceChildren(seatMark(decides.seat), ` ${names[decides.seat - 1]} decides. Click a place on the board, or a move:`);
      this.#list(decides.legal);
      dressPlaces(decides, (_, items) => this.#pick(items), (_, why) => this.refuse(why));
    }
  }

  refuse(why) {
    showText(at("refused"), why);
  }

  // One move of a place is made at once, several are listed alone.
  #pick(items) {
    this.refuse("");
    if (items.length === 1) {
      this.#play([items[0].move]);
      return;
    }
    this.#list(items);
    at("moves").querySelector("button").focus();
  }

  #list(items) {
    const buttons = items.map((item) =>
      make("li", {}, make("button", { type: "button", "data-move": item.move }, `${item.number}. ${item.words}`)),
    );
    const isPart = items.length < this.#view.decides.legal.length;
    if (isPart) buttons.push(make("li", {}, make("button", { type: "button" }, "All moves")));
    at("moves").replaceChildren(...buttons);
  }

  async #deal(text) {
    const { position } = this.#view;
    try {
      const { deal } = await post("/api/analysis/deal", { position, text });
      if (position === this.#view.position) this.#play([deal]);
    } catch (error) {
      this.refuse(error.message);
    }
  }
}
