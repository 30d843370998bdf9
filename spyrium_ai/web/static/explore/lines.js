// The best lines of the position that is shown, while an engine searches deeper and deeper.
// Uses shareText, drawHint, clearHint of board.js.
import { make } from "../common/dom.js";
import { LiveSocket } from "../common/sockets.js";

const at = (id) => document.getElementById(id);
const KEPT = "spyrium-live"; // whether to search, as it was chosen last

export class Lines {
  #play;
  #socket = null;
  #position = null;
  #isDone = false;

  // `play(moves)` goes on from the position with these moves.
  constructor(play) {
    this.#play = play;
    at("live").addEventListener("click", () => this.toggle());
    at("live-on").addEventListener("click", () => this.#ask());
    for (const id of ["engine", "count"]) at(id).addEventListener("change", () => this.#ask());
    document.addEventListener("visibilitychange", () => this.#rest());
    at("live").setAttribute("aria-pressed", localStorage.getItem(KEPT) !== "off");
  }

  get #isOn() {
    return at("live").getAttribute("aria-pressed") === "true";
  }

  toggle() {
    at("live").setAttribute("aria-pressed", !this.#isOn);
    localStorage.setItem(KEPT, this.#isOn ? "on" : "off");
    this.#ask();
  }

  // Search for lines of a position in which so many moves are legal; of one or none there is nothing
  // to search.
  show(position, legal) {
    const wanted = legal > 1 ? position : null;
    if (wanted && wanted === this.#position) return;
    this.#position = wanted;
    at("live-lines").replaceChildren();
    at("live-status").textContent = wanted ? "" : legal ? "Only one move is possible." : "Nobody decides here.";
    this.#ask();
  }

  #ask() {
    at("live-on").hidden = true;
    this.#isDone = false;
    if (!this.#isOn || !this.#position) {
      this.#socket?.send({ stop: true });
      if (!this.#isOn) at("live-status").textContent = "The search is off.";
      return;
    }
    // A socket that opens asks for itself.
    if (this.#socket) this.#send();
    else this.#socket = new LiveSocket("/api/analysis/lines", (message) => this.#take(message), (state) => state === "open" && this.#send());
  }

  #send() {
    if (!this.#isOn || !this.#position || document.hidden) return;
    const multipv = Number(at("count").value);
    this.#socket.send({ watch: { position: this.#position, multipv, engine: at("engine").value || null } });
  }

  // A tab that is not seen needs no engine.
  #rest() {
    if (document.hidden) this.#socket?.send({ stop: true });
    else if (this.#socket && !this.#isDone) this.#send();
  }

  // Messages on earlier positions come late, and are dropped.
  #take(message) {
    if (message.position !== this.#position || !this.#isOn) return;
    if (message.type === "error") {
      at("live-status").textContent = message.error;
      this.#end();
      return;
    }
    const depth = message.depth && message.depth < 1e6 ? [`depth ${message.depth}`] : [];
    const parts = [...depth, `${message.nodes.toLocaleString("en")} nodes`, `${message.seconds} s`];
    at("live-status").textContent = `${message.engine}: ${parts.join(", ")}`;
    this.#draw(message.lines);
    if (message.done && !document.hidden) this.#end();
  }

  #end() {
    this.#isDone = true;
    at("live-on").hidden = false;
  }

  // Lines change several times a second: their elements stay, so that they can be clicked and focused.
  #draw(lines) {
    const place = at("live-lines");
    while (place.children.length > lines.length) place.lastChild.remove();
    lines.forEach((line, i) => {
      const item = place.children[i] ?? place.appendChild(this.#item());
      const [numbers, moves] = item.children;
      const points = line.points ? `, ${line.points.map((value) => value.toFixed(1)).join(" : ")} VP` : "";
      const exact = line.exact ? " (exact)" : "";
      numbers.textContent = `${shareText(line.shares.map((share) => 1000 * share))}${points}${exact}`;
      while (moves.children.length > line.line.length) moves.lastChild.remove();
      line.line.forEach((move, n) => {
        const button = moves.children[n] ?? moves.appendChild(make("button", { type: "button" }));
        button.textContent = n ? move : `${line.words} (${move})`;
        button.dataset.moves = line.line.slice(0, n + 1).join(" ");
      });
      item.dataset.move = line.move;
      item.dataset.seat = line.seat;
    });
  }

  #item() {
    const item = make("li", {}, make("p", { class: "live-numbers" }), make("div", { class: "live-moves" }));
    item.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.#play(button.dataset.moves.split(" "));
    });
    const point = () => drawHint(item.dataset.move, Number(item.dataset.seat), `line ${[...item.parentNode.children].indexOf(item) + 1}`);
    item.addEventListener("pointerenter", point);
    item.addEventListener("focusin", point);
    item.addEventListener("pointerleave", clearHint);
    item.addEventListener("focusout", clearHint);
    return item;
  }
}
