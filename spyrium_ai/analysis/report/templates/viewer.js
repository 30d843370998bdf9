// The viewer itself: which game is shown, which move of it, and the ways to get to another one.

const view = { key: null, game: null, ply: 0, isOwnEntry: false, timer: 0 };
const slider = part("slider");
const charts = [
  [new Chart(part("shares"), "%", 100, show), shareCurves, "Each player's expected win share"],
  [new Chart(part("scores"), "", 20, show), scoreCurves, "Each player's score"],
];

// Return the game and the move that an address names, null if it names none.
function addressed(hash) {
  let text = "";
  try {
    text = decodeURIComponent(hash);
  } catch {
    return null;
  }
  if (!text.startsWith("#game-")) return null;
  const key = text.slice(6);
  const parts = /^(.*)-(\d+)$/s.exec(key);
  if (data.keys.includes(key) || !parts) return { key, ply: null };
  return { key: parts[1], ply: Number(parts[2]) };
}

// Do what the address says; `isClick` when it has been changed on this page.
async function follow(isClick) {
  const target = addressed(location.hash);
  if (!target) {
    dialog.close();
    return;
  }
  if (target.key !== view.key) {
    view.key = target.key;
    view.isOwnEntry = isClick && !dialog.open;
    const game = await opened(target.key);
    if (view.key !== target.key) return;
    start(game);
  }
  if (view.game) show(target.ply ?? view.game.tables.findIndex((table) => table.a1 !== ""));
}

// Return the game, or in place of it an object that says what is wrong.
async function opened(key) {
  if (!data.keys.includes(key)) return { problem: `This page has no game '${key}'.` };
  try {
    return await loadGame(key);
  } catch (error) {
    return { problem: `This browser cannot unpack the game: ${error.message}` };
  }
}

function start(game) {
  view.game = game.tables ? game : null;
  part("title").textContent = game.title ?? "No game";
  part("result").textContent = game.result ?? "";
  part("problem").textContent = game.problem;
  part("problem").hidden = !game.problem;
  dialog.classList.toggle("gv-none", !view.game);
  if (!dialog.open) dialog.showModal();
  part("body").scrollTop = 0;
  if (!view.game) return;
  slider.max = game.changes.length;
  makePanels(game);
  makeList(game);
  drawCharts();
}

// Show what is on the table after so many moves and deals.
function show(wanted) {
  const { game } = view;
  const ply = Math.max(0, Math.min(game.changes.length, wanted));
  const now = game.tables[ply];
  const before = game.tables[Math.max(0, ply - 1)];
  const changed = new Set(ply ? Object.keys(game.changes[ply - 1]) : []);
  view.ply = ply;
  drawMarket(now, before, ply ? game.moves[ply - 1].split(":") : []);
  drawState(game, now, changed);
  dialog.querySelectorAll(".gv-panel").forEach((panel, i) => {
    drawPanel(panel, i + 1, now, before, changed);
    const isOut = game.faults.some((fault) => fault.seat === i + 1 && fault.ply <= ply);
    panel.querySelector(".gv-out").hidden = !isOut;
  });
  tell(game, ply);
  for (const [chart] of charts) chart.mark(ply);
  slider.value = ply;
  part("count").textContent = `${ply} / ${game.changes.length}`;
  for (const button of dialog.querySelectorAll("[data-go]")) {
    button.setAttribute("aria-disabled", steps[button.dataset.go]() === ply);
  }
  clearTimeout(view.timer);
  view.timer = setTimeout(writeAddress, 250); // browsers refuse to do so for every move in a run
}

function writeAddress() {
  history.replaceState(null, "", `#game-${encodeURIComponent(view.key)}-${view.ply}`);
}

// Say the last move, what its player thought, and the faults that happened after it.
function tell(game, ply) {
  const seat = ply ? game.seats[ply - 1] : 0;
  const text = ply ? `${game.words[ply - 1]}.` : "The table before the game.";
  part("said").replaceChildren(...(seat ? [seatMark(seat), ` ${game.players[seat - 1].name} `] : []), text);
  part("thought").textContent = ply ? [...thoughts(game, ply - 1), game.moves[ply - 1]].join(", ") : "";
  part("faults").replaceChildren(...game.faults.filter((fault) => fault.ply === ply).map(faultNote));
  markLogs();
  for (const button of part("list").querySelectorAll("button")) {
    const isCurrent = Number(button.dataset.ply) === ply;
    button.toggleAttribute("aria-current", isCurrent);
    if (isCurrent) scrollTo(part("list"), button);
  }
}

function* thoughts(game, index) {
  if (game.times[index] !== null) yield `${game.times[index].toLocaleString("en")} ms`;
  if (game.nodes[index] !== null) yield `${game.nodes[index].toLocaleString("en")} nodes`;
  const values = game.values[index];
  if (values) yield `expects ${values.map((value) => Math.round(value / 10)).join(" : ")} %`;
}

function faultNote(fault) {
  const note = element("article", "gv-fault");
  const name = view.game.players[fault.seat - 1].name;
  note.append(element("h3", "", `Fault of ${name} (seat ${fault.seat}): ${fault.kind}`), element("p", "", fault.reason));
  if (fault.command) note.append(element("p", "", "Last command:"), element("pre", "", fault.command));
  if (fault.log.length) note.append(logBox(fault.log));
  return note;
}

function logBox(lines) {
  const place = element("div", "");
  const head = element("p", "", "Last lines of its input and output");
  const box = element("div", "gv-log");
  head.append(element("span", "gv-more", " (scroll up for earlier ones ↑)"), ":");
  box.append(element("pre", "", lines.join("\n")));
  box.tabIndex = 0;
  box.role = "region";
  box.ariaLabel = "Last lines";
  place.append(head, box);
  return place;
}

// Say so where a log has more lines than there is room for.
function markLogs() {
  for (const box of part("faults").querySelectorAll(".gv-log")) {
    box.parentNode.classList.toggle("gv-cut", box.scrollHeight > box.clientHeight);
  }
}

// Scroll the list alone, not what it stands in.
function scrollTo(list, item) {
  const offset = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (offset < 0 || offset + item.offsetHeight > list.clientHeight) {
    list.scrollTop += offset - list.clientHeight / 3;
  }
}

function makeList(game) {
  const parts = [];
  let list = null;
  for (const [index, words] of game.words.entries()) {
    if (game.seats[index] === 0) {
      const turn = game.tables[index + 1].a1 === "" ? "Setup" : `Turn ${game.tables[index + 1].turn}`;
      list = element("ol", "gv-turn");
      parts.push(element("h4", "", turn), list);
    }
    list.append(entry(index + 1, words, game.seats[index]));
    list.append(...faultEntries(game, index + 1));
  }
  part("list").replaceChildren(...faultEntries(game, 0), ...parts);
}

function entry(ply, text, seat, kind = "") {
  const button = element("button", kind);
  button.type = "button";
  button.dataset.ply = ply;
  button.append(...(seat ? [seatMark(seat), " "] : []), text);
  const item = element("li", "");
  item.append(button);
  return item;
}

function faultEntries(game, ply) {
  const faults = game.faults.filter((fault) => fault.ply === ply);
  return faults.map((fault) => entry(ply, `fault: ${fault.kind}`, fault.seat, "gv-fault-entry"));
}

function drawCharts() {
  const { game } = view;
  for (const [chart, curves, label] of charts) chart.draw(game, curves(game), label);
  const shares = shareCurves(game);
  const silent = shares.filter((curve) => curve.isDashed).map((curve) => curve.seat);
  const isSilent = shares.every((curve) => curve.points.length === 0);
  part("shares-note").textContent = isSilent
    ? "No evaluations were recorded."
    : `Each player's own evaluation at its moves${silent.length ? `; dashed: seat ${silent.join(", ")} as evaluated by the others` : ""}.`;
  part("shares").hidden = isSilent;
}

const deals = () => view.game.moves.flatMap((move, i) => (move.startsWith("deal:") ? [i + 1] : []));
const steps = {
  first: () => 0,
  "turn-back": () => deals().findLast((ply) => ply < view.ply) ?? 0,
  back: () => Math.max(0, view.ply - 1),
  forward: () => Math.min(view.game.changes.length, view.ply + 1),
  turn: () => deals().find((ply) => ply > view.ply) ?? view.game.changes.length,
  last: () => view.game.changes.length,
};
const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
const shiftedKeys = { ArrowLeft: "turn-back", ArrowRight: "turn" };

dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.go) show(steps[button.dataset.go]());
  else if (button?.dataset.ply) show(Number(button.dataset.ply));
  else if (button) dialog.close();
});
document.addEventListener("keydown", (event) => {
  const step = (event.shiftKey ? shiftedKeys : keys)[event.key];
  if (!dialog.open || !view.game || !step || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  show(steps[step]());
});
slider.addEventListener("input", () => show(Number(slider.value)));
// Closing leaves the page as it was before the game was opened, its address too.
dialog.addEventListener("close", () => {
  clearTimeout(view.timer);
  view.key = null;
  if (!addressed(location.hash)) return;
  if (view.isOwnEntry) history.back();
  else history.replaceState(null, "", location.pathname + location.search);
});
new ResizeObserver(() => {
  if (!dialog.open || !view.game) return;
  drawCharts();
  for (const [chart] of charts) chart.mark(view.ply);
  markLogs();
}).observe(part("body"));
addEventListener("hashchange", () => follow(true));
follow(false);
