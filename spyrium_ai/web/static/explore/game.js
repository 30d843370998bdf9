// A game on the board, or a branch beside it: which position is shown, and the ways to another one.
// Uses root, part, element, addTables, drawTable, Chart and more of board.js.
import { showText } from "../common/dom.js";
import { get, post, renewing, wasAborted } from "../common/fetching.js";
import { Naming, readAddress } from "./address.js";
import { Choices } from "./choices.js";
import { Lines } from "./lines.js";
import { offerReview } from "./review.js";
import { tell } from "./screen.js";

const SILENCE = "No evaluations are known: analyse the game to see them.";
const at = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);

// `branch` are moves beside the game, after `from` moves of it; `at` of them are made. `ply` is the
// move of the game whose analysis is shown.
const view = { game: null, ply: 0, branch: null };
const slider = part("slider");
const shareChart = new Chart(part("shares"), "%", 100, show);
const scoreChart = new Chart(part("scores"), "", 20, show);
const choices = new Choices(play);
const lines = new Lines(play);
const renewed = renewing();
const naming = new Naming();

const from = () => view.branch?.from ?? view.ply;
const madeMoves = () => view.branch?.moves.slice(0, view.branch.at) ?? [];
const nameIt = (isNew) => naming.name(from(), madeMoves(), isNew);
const shown = () => (view.branch ? [view.branch, view.branch.at] : [view.game, view.ply]);

// The text of the position after so many moves of the game and some of a branch.
function textOf(ply, moves) {
  const all = [...view.game.moves.slice(0, ply), ...moves];
  return all.length ? `${view.game.first} moves ${all.join(" ")}` : view.game.first;
}

async function load() {
  const name = query.get("game");
  if (name !== null) return get(`/api/games/${encodeURIComponent(name)}`);
  return post("/api/analysis/game", { position: query.get("position") });
}

async function open() {
  try {
    start(await load());
  } catch (error) {
    showText(at("problem"), error.message);
    return;
  }
  await follow();
}

function start(game) {
  addTables(game, game.start);
  if (game.stopped) game.tables.at(-1).decides = "x";
  const { decisions = [], deals = [] } = game.review ?? {};
  game.reviewed = new Map([...decisions, ...deals].map((item) => [item.ply, item]));
  view.game = game;
  document.title = `${game.title} – Spyrium`;
  at("title").textContent = game.title;
  at("result").textContent = game.result;
  showText(at("problem"), game.problem);
  at("screen").hidden = false;
  slider.max = game.changes.length;
  part("mistakes").hidden = !game.review;
  makePanels(game);
  makeList(game);
  drawSums(game);
  drawCurves(game, shareChart, scoreChart, SILENCE);
  if (game.name) offerReview(game, reload);
}

// The analysis is done: show it without moving away from the position.
async function reload() {
  try {
    start(await load());
    draw();
  } catch (error) {
    showText(at("problem"), error.message);
  }
}

// Show what the address names.
async function follow() {
  naming.drop();
  const wanted = readAddress();
  if (!view.game) return;
  if (wanted?.moves.length) {
    await branchOff(Math.min(wanted.ply, view.game.changes.length), wanted.moves);
    return;
  }
  const first = query.has("game") ? view.game.tables.findIndex((table) => table.a1 !== "") : view.game.changes.length;
  view.branch = null;
  view.ply = Math.min(wanted?.ply ?? Math.max(0, first), view.game.changes.length);
  draw();
}

// Show the game after so many moves and deals.
function show(ply) {
  view.branch = null;
  view.ply = Math.max(0, Math.min(view.game.changes.length, ply));
  draw();
  nameIt(false);
}

// Go on with moves: along the game or the branch where they are the next ones of it.
async function play(moves) {
  const [track, index] = shown();
  if (moves.every((move, i) => track.moves[index + i] === move)) {
    if (view.branch) view.branch.at += moves.length;
    else view.ply += moves.length;
    draw();
    nameIt(true);
    return;
  }
  if (await branchOff(from(), [...madeMoves(), ...moves])) nameIt(true);
}

// Show a branch after all of its moves, or after `made` of them; return whether it is possible.
async function branchOff(ply, moves, made = moves.length, more = {}) {
  try {
    const position = textOf(ply, []);
    const track = await post("/api/analysis/line", { position, line: moves }, { signal: renewed() });
    addTables(track, track.start);
    view.branch = { ...track, from: ply, at: made, label: "", ...more };
    if (view.branch.label === "") view.ply = ply;
    draw();
    return true;
  } catch (error) {
    if (!wasAborted(error)) showText(at("refused"), error.message);
    if (!wasAborted(error) && !view.branch) show(ply);
    return false;
  }
}

// A line of the analysis, from the position before the mistake.
function showLine(name) {
  const line = view.game.reviewed.get(view.ply)?.lines?.[name];
  if (line) branchOff(view.ply - 1, line.moves, 0, { label: name });
}

function leave() {
  if (view.branch) show(view.branch.label ? view.ply : view.branch.from);
}

function draw() {
  const { game, ply, branch } = view;
  const [track, index] = shown();
  choices.clear();
  drawTable(game, track, index);
  root.querySelectorAll(".gv-panel").forEach((panel, i) => {
    panel.querySelector(".gv-out").hidden = !game.faults.some((fault) => fault.seat === i + 1 && fault.ply <= ply);
  });
  // A branch of one's own was never judged.
  drawReview(game, branch?.label === "" ? 0 : ply);
  drawHints();
  tell(game, track, index, branch);
  mark();
  shareChart.mark(ply);
  scoreChart.mark(ply);
  slider.value = ply;
  part("count").textContent = branch ? `branch ${index} / ${branch.changes.length}` : `${ply} / ${game.changes.length}`;
  look();
}

// Draw the better move where the game's one has lost, and the first move of a line.
function drawHints() {
  const { game, ply, branch } = view;
  const item = game.reviewed.get(ply);
  if (branch?.label && branch.at === 0) drawHint(branch.moves[0], branch.seats[0], branch.label);
  else if (!branch && GLYPHS[item?.class]) drawHint(item.best, game.seats[ply - 1], "better");
  else clearHint();
}

// Ask what can be done in the position that is shown, once one stays on it.
let looking = 0;
function look() {
  clearTimeout(looking);
  looking = setTimeout(lookNow, 150, renewed());
}

async function lookNow(signal) {
  const position = textOf(from(), madeMoves());
  try {
    const { decides } = await post("/api/analysis/line", { position }, { signal });
    choices.offer({ position, decides, names: view.game.players.map((player) => player.name), deal: ownDeal() });
    drawHints();
    lines.show(position, decides.kind === "move" ? decides.legal.length : 0);
  } catch (error) {
    if (!wasAborted(error)) choices.refuse(error.message);
  }
}

// What was dealt in the game where the branch stands now, null if nothing was.
function ownDeal() {
  const isDeal = (move) => /^(deal|setup):/.test(move);
  const before = madeMoves().filter(isDeal).length;
  return view.game.moves.slice(from()).filter(isDeal)[before] ?? null;
}

// Mark what has been chosen, and what leads nowhere.
function mark() {
  for (const button of root.querySelectorAll("[data-go]")) {
    button.setAttribute("aria-disabled", leadsNowhere(button.dataset.go));
  }
  for (const button of root.querySelectorAll("[data-line]:not(#to-game)")) {
    button.setAttribute("aria-pressed", button.dataset.line === view.branch?.label);
  }
  at("to-game").hidden = !view.branch;
  for (const button of part("list").querySelectorAll("button")) {
    const isCurrent = Number(button.dataset.ply) === view.ply;
    button.toggleAttribute("aria-current", isCurrent);
    if (isCurrent) scrollTo(part("list"), button);
  }
}

const deals = () => view.game.moves.flatMap((move, i) => (move.startsWith("deal:") ? [i + 1] : []));
const steps = {
  first: () => 0,
  "turn-back": () => deals().findLast((ply) => ply < view.ply) ?? 0,
  back: () => Math.max(0, view.ply - 1),
  forward: () => Math.min(view.game.changes.length, view.ply + 1),
  turn: () => deals().find((ply) => ply > view.ply) ?? view.game.changes.length,
  last: () => view.game.changes.length,
  "mistake-back": () => mistakes(view.game).findLast((item) => item.ply < view.ply)?.ply ?? view.ply,
  mistake: () => mistakes(view.game).find((item) => item.ply > view.ply)?.ply ?? view.ply,
};
const branchSteps = {
  first: () => 0,
  back: () => Math.max(0, view.branch.at - 1),
  forward: () => Math.min(view.branch.changes.length, view.branch.at + 1),
  last: () => view.branch.changes.length,
};
const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", n: "mistake", p: "mistake-back" };
const shiftedKeys = { ArrowLeft: "turn-back", ArrowRight: "turn" };

// In a branch some steps are those of the branch; the others lead back into the game.
function go(name) {
  if (view.branch && branchSteps[name]) {
    if (name === "back" && view.branch.at <= 1 && !view.branch.label) {
      leave();
      return;
    }
    view.branch.at = branchSteps[name]();
    draw();
    nameIt(false);
  } else show(steps[name]());
}

function leadsNowhere(name) {
  if (!view.branch) return steps[name]() === view.ply;
  return Boolean(branchSteps[name]) && branchSteps[name]() === view.branch.at;
}

function choose(name) {
  if (name && view.branch?.label !== name) showLine(name);
  else leave();
}

root.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.go) go(button.dataset.go);
  else if (button?.dataset.ply) show(Number(button.dataset.ply));
  else if (button?.dataset.line !== undefined) choose(button.dataset.line);
});
document.addEventListener("keydown", (event) => {
  if (!view.game || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input:not([type=range]), select, textarea, summary, .scroll")) return;
  const step = (event.shiftKey ? shiftedKeys : keys)[event.key];
  if (step) go(step);
  else if (event.key === "b") choose("better");
  else if (event.key === "l") lines.toggle();
  else if (event.key === "Escape") leave();
  else return;
  event.preventDefault();
});
slider.addEventListener("input", () => show(Number(slider.value)));
addEventListener("hashchange", follow);
addEventListener("popstate", follow);
new ResizeObserver(() => {
  if (!view.game || at("screen").hidden) return;
  drawCurves(view.game, shareChart, scoreChart, SILENCE);
  shareChart.mark(view.ply);
  scoreChart.mark(view.ply);
  markLogs();
}).observe(part("shares").parentNode);
open();
