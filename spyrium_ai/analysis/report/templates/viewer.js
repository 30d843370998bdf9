// The viewer itself: which game is shown, which move of it, and the ways to get to another one.

// `line` is the line beside the game that is shown, null for the game itself; `step` is for the line
// what `ply` is for the game.
const view = { key: null, game: null, ply: 0, line: null, step: 0, isOwnEntry: false, timer: 0 };
const SILENCE = "No evaluations were recorded.";
const dialog = root;
const slider = part("slider");
const shareChart = new Chart(part("shares"), "%", 100, show);
const scoreChart = new Chart(part("scores"), "", 20, show);

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
  part("mistakes").hidden = !game.review;
  makePanels(game);
  makeList(game);
  drawSums(game);
  drawCurves(view.game, shareChart, scoreChart, SILENCE);
}

// Show what is on the table after so many moves and deals of the game.
function show(wanted) {
  view.line = null;
  view.ply = Math.max(0, Math.min(view.game.changes.length, wanted));
  draw();
  clearTimeout(view.timer);
  // Browsers refuse to do so for every move in a run.
  view.timer = setTimeout(writeAddress, 250, location.hash);
}

// Show what would be on the table after so many moves of a line, "better" or "played".
function showLine(name, step) {
  view.line = name;
  view.step = step;
  draw();
}

function lineShown() {
  return view.line && view.game.reviewed.get(view.ply).lines[view.line];
}

function draw() {
  const { game, ply } = view;
  const line = lineShown();
  const [track, index] = line ? [line, view.step] : [game, ply];
  drawTable(game, track, index);
  dialog.querySelectorAll(".gv-panel").forEach((panel, i) => {
    const isOut = game.faults.some((fault) => fault.seat === i + 1 && fault.ply <= ply);
    panel.querySelector(".gv-out").hidden = !isOut;
  });
  drawReview(game, ply);
  drawHints();
  tell(track, index);
  markChosen();
  shareChart.mark(ply);
  scoreChart.mark(ply);
  slider.value = ply;
  part("count").textContent = line ? `line ${index} / ${line.changes.length}` : `${ply} / ${game.changes.length}`;
}

// Mark what has been chosen, and what leads nowhere.
function markChosen() {
  for (const button of dialog.querySelectorAll("[data-go]")) {
    button.setAttribute("aria-disabled", leadsNowhere(button.dataset.go));
  }
  for (const button of dialog.querySelectorAll("[data-line]")) {
    button.setAttribute("aria-pressed", button.dataset.line === (view.line ?? ""));
  }
  for (const button of part("list").querySelectorAll("button")) {
    const isCurrent = Number(button.dataset.ply) === view.ply;
    button.toggleAttribute("aria-current", isCurrent);
    if (isCurrent) scrollTo(part("list"), button);
  }
}

// Draw the better move where the game's one has lost, and the first move of a line.
function drawHints() {
  const { game, ply } = view;
  const item = game.reviewed.get(ply);
  const line = lineShown();
  const seat = game.seats[ply - 1];
  if (line && view.step === 0) drawHint(line.moves[0], seat, view.line);
  else if (!line && GLYPHS[item?.class]) drawHint(item.best, seat, "better");
  else clearHint();
}

// Write the move that is shown into the address, unless that has changed from what it was: another
// one is about to be followed then.
function writeAddress(before) {
  if (location.hash !== before) return;
  history.replaceState(null, "", `#game-${encodeURIComponent(view.key)}-${view.ply}`);
}

// Say the last move, what its player thought, what it cost, and the faults that happened after it.
function tell(track, index) {
  const { game, ply, line } = view;
  const seat = index ? track.seats[index - 1] : 0;
  const who = seat ? [seatMark(seat), ` ${game.players[seat - 1].name} `] : [];
  const name = line && element("span", "gv-chip", line === "better" ? "better line" : "line of the move played");
  const chip = line ? null : verdictChip(game.reviewed.get(ply));
  const said = index ? `${track.words[index - 1]}.` : line ? `The table before move ${ply}.` : "The table before the game.";
  part("said").replaceChildren(...(name ? [name, " "] : []), ...who, said, ...(chip ? [" ", chip] : []));
  part("last").classList.toggle("gv-aside", Boolean(line));
  const thought = line ? [] : thoughts(game, index - 1);
  part("thought").textContent = index ? [...thought, track.moves[index - 1]].join(", ") : "";
  const faults = line ? [] : game.faults.filter((fault) => fault.ply === ply);
  part("faults").replaceChildren(...faults.map((fault) => faultNote(game, fault)));
  markLogs();
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
const lineSteps = {
  first: () => 0,
  back: () => Math.max(0, view.step - 1),
  forward: () => Math.min(lineShown().changes.length, view.step + 1),
  last: () => lineShown().changes.length,
};
const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", n: "mistake", p: "mistake-back" };
const shiftedKeys = { ArrowLeft: "turn-back", ArrowRight: "turn" };

// In a line some steps are those of the line; the others lead back into the game.
function go(name) {
  if (view.line && lineSteps[name]) showLine(view.line, lineSteps[name]());
  else show(steps[name]());
}

function leadsNowhere(name) {
  if (!view.line) return steps[name]() === view.ply;
  return Boolean(lineSteps[name]) && lineSteps[name]() === view.step;
}

// Choose a line of the move that is shown, '' for the game.
function choose(name) {
  if (name && view.game.reviewed.get(view.ply)?.lines) showLine(name, 0);
  else show(view.ply);
}

dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.go) go(button.dataset.go);
  else if (button.dataset.ply) show(Number(button.dataset.ply));
  else if (button.dataset.line !== undefined) choose(button.dataset.line);
  else dialog.close();
});
document.addEventListener("keydown", (event) => {
  if (!dialog.open || !view.game || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = (event.shiftKey ? shiftedKeys : keys)[event.key];
  if (!step && event.key !== "b") return;
  event.preventDefault();
  if (step) go(step);
  else choose(view.line === "better" ? "" : "better");
});
// Escape leads out of a line, then out of the game.
dialog.addEventListener("cancel", (event) => {
  if (!view.line) return;
  event.preventDefault();
  choose("");
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
  drawCurves(view.game, shareChart, scoreChart, SILENCE);
  shareChart.mark(view.ply);
  scoreChart.mark(view.ply);
  drawHints();
  markLogs();
}).observe(part("body"));
addEventListener("hashchange", () => follow(true));
follow(false);
