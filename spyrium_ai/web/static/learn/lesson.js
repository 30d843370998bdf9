// The first game: steps with explanations, places pointed at, and moves to be made.
// `addTables`, `data`, `drawTable`, `element`, `makePanels`, `part`, `root` and `seatMark` are names
// of board.js.
import { announce } from "../common/announce.js";
import { post } from "../common/fetching.js";
import { make, showText } from "../common/dom.js";

const { game, steps } = data.lesson;
const GAME = { seats: [{ kind: "person", name: "You" }, { kind: "level", level: 1 }] };
let at = 0;

export function startLesson() {
  addTables(game, game.start);
  makePanels(game);
  part("progress").max = steps.length - 1;
  part("step-back").addEventListener("click", () => show(at - 1));
  part("step-next").addEventListener("click", () => show(at + 1));
  part("start").addEventListener("click", startGame);
  part("choices").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) answer(steps[at].legal.find((move) => move.move === button.value));
  });
  root.addEventListener("click", (event) => {
    const place = steps[at].ask && clicked(event.target);
    if (place) choose(place);
  });
  draw();
}

// Go to a step and say it.
function show(wanted, praise = "") {
  at = Math.max(0, Math.min(steps.length - 1, wanted));
  draw();
  const step = steps[at];
  announce([praise, `${step.title}.`, ...told().map(said), ...step.text, step.ask].filter(Boolean).join(" "));
  const panel = part("step");
  if (panel.getBoundingClientRect().top < 0) panel.scrollIntoView();
}

function draw() {
  const step = steps[at];
  drawTable(game, game, step.ply);
  part("count").textContent = `Step ${at + 1} of ${steps.length}`;
  part("progress").value = at;
  part("title").textContent = step.title;
  part("told").replaceChildren(...told().map((index) => make("li", {}, seatOf(index), said(index))));
  part("text").replaceChildren(...step.text.map((text) => element("p", "", text)));
  part("task").hidden = !step.ask;
  part("ask").textContent = step.ask;
  showText(part("reply"), "");
  if (step.ask) list(step.legal);
  part("end").hidden = at < steps.length - 1;
  part("step-back").disabled = at === 0;
  part("step-next").hidden = at === steps.length - 1;
  part("step-next").textContent = step.ask ? "Play it for me" : "Next";
  part("step-next").classList.toggle("primary", !step.ask);
  point(step.points);
}

// The moves between the step before and this one, by their index.
function told() {
  const first = at ? steps[at - 1].ply : steps[at].ply;
  return Array.from({ length: steps[at].ply - first }, (_, index) => first + index);
}

function said(index) {
  const seat = game.seats[index];
  return `${seat ? `${game.players[seat - 1].name} ` : ""}${game.words[index]}.`;
}

function seatOf(index) {
  const mark = game.seats[index] ? seatMark(game.seats[index]) : "";
  return make("span", { "aria-hidden": "true" }, mark, " ");
}

// Outline the places that a step explains.
function point(names) {
  for (const place of root.querySelectorAll(".learn-point")) place.classList.remove("learn-point");
  for (const name of names) pointed(name).classList.add("learn-point");
}

function pointed(name) {
  if (name === "market") return part("market");
  if (name === "event" || name === "next") return part(name).parentNode;
  const [, seat, good] = /^(?:player)?(\d)(?:\.(\w+))?$/.exec(name) ?? [];
  if (!seat) return root.querySelector(`[data-cell=${name}], [data-slot=${name}]`);
  const panel = root.querySelectorAll(".gv-panel")[seat - 1];
  return good ? panel.querySelector(`[data-good=${good}]`).parentNode : panel;
}

// The place of the table that was clicked, as moves name their places; "" beside all of them.
function clicked(target) {
  const place = target.closest("[data-cell], [data-slot], [data-table=event], .gv-panel.gv-decides .gv-own");
  if (!place) return "";
  return place.dataset.cell ?? place.dataset.slot ?? place.dataset.table ?? place.querySelector("i").textContent;
}

// Do what can be done at a place, offer it where there is a choice, or say why there is nothing.
function choose(place) {
  const { legal, refused } = steps[at];
  const found = legal.filter((move) => move.places.includes(place));
  if (found.length === 1) {
    answer(found[0]);
    return;
  }
  list(found.length ? found : legal);
  reply(found.length ? "Choose one of these moves." : `Not possible: ${refused[place] ?? "nothing can be done there"}.`);
}

function list(moves) {
  const buttons = moves.map(({ move, words }) => {
    const button = make("button", { type: "button", value: move }, words.charAt(0).toUpperCase() + words.slice(1));
    return make("li", {}, button);
  });
  const all = make("button", { type: "button", class: "learn-all" }, "Show all legal moves");
  all.addEventListener("click", (event) => {
    event.stopPropagation();
    list(steps[at].legal);
    part("choices").focus();
  });
  part("choices").replaceChildren(...buttons, ...(moves.length < steps[at].legal.length ? [make("li", {}, all)] : []));
}

// Go on with the move that was asked for; any other one stays a move not made.
function answer(move) {
  if (move.move === steps[at].answer) {
    const hadFocus = part("choices").contains(document.activeElement);
    show(at + 1, "Right.");
    if (hadFocus) (steps[at].ask ? part("choices").querySelector("button") : part("step-next")).focus();
  } else reply(`This move is legal: ${move.words}. But the lesson goes on with another one. ${steps[at].ask}`);
}

function reply(text) {
  showText(part("reply"), text);
  announce(text);
}

async function startGame() {
  part("start").disabled = true;
  showText(part("problem"), "");
  try {
    const { id } = await post("/api/tables", GAME);
    location.assign(`/table/${encodeURIComponent(id)}`);
  } catch (error) {
    showText(part("problem"), error.message);
    part("start").disabled = false;
  }
}
