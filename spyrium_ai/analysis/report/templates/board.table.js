// The table: market, workers and everybody's things as they stand after so many moves.

const clone = (id) => document.getElementById(id).content.cloneNode(true);
const listed = (text, separator = ",") => (text === "" ? [] : text.split(separator));

function element(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function seatMark(seat) {
  return element("span", `gv-seat gv-seat${seat}`, seat);
}

function tokens(values) {
  return values.map((value) => element("span", "gv-token", value));
}

// Put in a place what stands there now, marked if the last move has changed it.
function fill(place, parts, isChanged) {
  place.replaceChildren(...parts);
  place.classList.toggle("gv-changed", isChanged);
}

// Draw what is on the table after so many moves of a track, the game itself or a line beside it.
function drawTable(game, track, index) {
  const now = track.tables[index];
  const before = track.tables[Math.max(0, index - 1)];
  const changed = new Set(index ? Object.keys(track.changes[index - 1]) : []);
  drawMarket(now, before, index ? track.moves[index - 1].split(":") : []);
  drawState(game, now, changed);
  root.querySelectorAll(".gv-panel").forEach((panel, i) => drawPanel(panel, i + 1, now, before, changed));
}

// `touched` are the cells and slots of the last move.
function drawMarket(now, before, touched) {
  for (const cell of root.querySelectorAll("[data-cell]")) {
    const name = cell.dataset.cell;
    const isEmpty = now[name] === "";
    const isTaken = isEmpty && touched.includes(name);
    const face = cardFace(isTaken ? before[name] : now[name]);
    const note = isEmpty ? [element("span", "gv-left", isTaken ? "taken" : "empty")] : [];
    fill(cell, [...face, ...note, element("span", "gv-place", name)], touched.includes(name));
    cell.classList.toggle("gv-empty", isEmpty);
  }
  for (const slot of root.querySelectorAll("[data-slot]")) {
    const name = slot.dataset.slot;
    fill(slot, pawns(now[name], slot.matches(".gv-below") ? 5 : 4), touched.includes(name));
    const who = now[name] ? `workers of ${[...now[name]].join(", ")}` : "no worker";
    slot.setAttribute("aria-label", `${name}: ${who}`);
    slot.title = `${name}: ${who}`;
  }
}

function cardFace(text) {
  if (text === "") return [];
  const [code, ...values] = text.split(".");
  const card = clone(`gv-card-${code}`);
  card.querySelector(".gv-tokens")?.append(...(values.length ? tokens(values) : ["no token left"]));
  return [card];
}

// Workers of a slot, each a pawn with its seat; more than `most` as one for each seat.
function pawns(seats, most) {
  const isCrowd = seats.length > most;
  return (isCrowd ? [...new Set(seats)] : [...seats]).map((seat) => {
    const pawn = clone("gv-template-pawn").firstElementChild;
    pawn.classList.add(`gv-seat${seat}`);
    pawn.querySelector("b").textContent = seat;
    const count = seats.split(seat).length - 1;
    if (isCrowd && count > 1) pawn.append(element("i", "", `×${count}`));
    return pawn;
  });
}

function drawState(game, now, changed) {
  const turn = now.turn ? `Turn ${now.turn} of 6, period ${data.periods[now.turn]}` : "Before the game";
  const first = now.first ? `, first player ${now.first}` : "";
  part("state").replaceChildren(`${turn}${first}. `, ...deciding(game, now.decides));
  for (const name of ["event", "next"]) {
    fill(part(name), eventFace(now[name]), false);
    part(name).parentNode.classList.toggle("gv-changed", changed.has(name));
  }
  part("never").hidden = now.turn < 6;
  const counts = (text) => text.split(".").map((count, i) => `${count}×${i + 1}`).join(" ");
  const unseen = listed(now.unseen).join(" ") || "none";
  part("piles").textContent =
    `Tokens in reserve ${counts(now.reserve)}, discarded ${counts(now.discard)}. Events to come: ${unseen}.`;
}

function deciding(game, decides) {
  if (decides === ".") return ["The game is over."];
  if (decides === "x") return ["The game has ended by a fault."];
  if (decides === "?") return ["Next: a deal."];
  const seat = parseInt(decides);
  const what = decides.endsWith("b") ? " chooses a bonus." : " decides.";
  return ["Next: ", seatMark(seat), ` ${game.players[seat - 1].name}${what}`];
}

function eventFace(text) {
  if (text === "") return ["–"];
  const [code, ...values] = text.split(".");
  const face = clone(`gv-event-${code}`);
  face.querySelector(".gv-tokens").append(...tokens(values));
  return [face];
}

// A name that can be broken after each of its signs, such as a path.
function breakable(name) {
  return name.split(/(?<=[/\\_.:=-])(?=\w)/).flatMap((piece) => [piece, element("wbr", "")]);
}

// Make a panel for each player; what changes in it is drawn by `drawPanel`.
function makePanels(game) {
  const panels = game.players.map((player, i) => {
    const panel = clone("gv-template-panel").firstElementChild;
    panel.classList.add(`gv-seat${i + 1}`);
    panel.setAttribute("aria-label", `Player ${i + 1}, ${player.name}`);
    panel.querySelector(".gv-seat").textContent = i + 1;
    panel.querySelector(".gv-name").append(...breakable(player.name));
    panel.querySelector(".gv-about").textContent = player.about;
    panel.querySelector(".gv-won").hidden = !game.winners.includes(i + 1);
    return panel;
  });
  part("players").replaceChildren(...panels);
}

const PHASES = { I: "Phase I", II: "Phase II", P: "passed" };
const BONUSES = { "": "", w: "bonus: worker", m: "bonus: £5", wm: "bonuses: worker and £5" };

function drawPanel(panel, seat, now, before, changed) {
  const of = (name) => now[`${seat}.${name}`];
  const isChanged = (name) => changed.has(`${seat}.${name}`);
  for (const place of panel.querySelectorAll("[data-good]")) {
    const name = place.dataset.good;
    const value = element("span", "gv-value", of(name));
    fill(place, [value, ...difference(of(name), before[`${seat}.${name}`])], isChanged(name));
  }
  const marks = {
    phase: [PHASES[of("phase")]],
    event: of("event") ? ["event used"] : [],
    bonuses: BONUSES[of("bonuses")] ? [BONUSES[of("bonuses")]] : [],
    tokens: of("tokens") ? ["kept ", ...tokens(listed(of("tokens"), "."))] : [],
    buildings: owned(of("buildings")),
    techniques: owned(of("techniques")),
  };
  for (const place of panel.querySelectorAll("[data-mark]")) {
    fill(place, marks[place.dataset.mark], isChanged(place.dataset.mark));
  }
  const later = [[of("built"), "buildings"], [of("known"), "techniques"]].filter(([points]) => points);
  panel.querySelector(".gv-total").textContent = later.length
    ? `total: ${of("points")}${later.map(([points, what]) => ` + ${points} for ${what}`).join("")}`
    : "";
  panel.classList.toggle("gv-decides", parseInt(now.decides) === seat);
}

function difference(value, old) {
  if (value === old) return [];
  return [element("ins", "gv-diff", value > old ? `+${value - old}` : `−${old - value}`)];
}

// Buildings or techniques, equal ones as one; `*` is an inclined building, a technique used up.
function owned(text) {
  const all = listed(text);
  return [...new Set(all)].map((name) => {
    const face = clone(`gv-owned-${name.slice(0, 2)}`).firstElementChild;
    const count = all.filter((other) => other === name).length;
    if (count > 1) face.querySelector(".gv-times").textContent = ` ×${count}`;
    if (name.endsWith("*")) {
      face.classList.add("gv-inclined");
      face.append(element("span", "gv-used", "used"));
    }
    return face;
  });
}
