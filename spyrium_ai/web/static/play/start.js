// The start page: who sits at the new table, the games to go on with.

import { minuteOf, minuteOfName } from "../common/dates.js";
import { make, showText } from "../common/dom.js";
import { get, post } from "../common/fetching.js";

const KEY = "spyrium-start"; // what was chosen last, in this browser
const byId = (id) => document.getElementById(id);
const problem = byId("problem");
let setup = null;

const remembered = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
};

// The seats.

function seatRow(number, chosen) {
  const kind = make("select", { "aria-label": `Seat ${number}: who plays` });
  kind.append(make("option", { value: "person" }, "a person"), levelGroup(), engineGroup());
  kind.value = valueOf(chosen);
  if (!kind.value) kind.value = "level:4";
  const name = make("input", { "aria-label": `Seat ${number}: name`, maxlength: 24, value: chosen.name ?? "", autocomplete: "off" });
  const show = () => {
    name.hidden = kind.value !== "person";
  };
  kind.addEventListener("change", show);
  show();
  const row = make("li", { class: "row" }, make("span", { class: `gv-seat gv-seat${number}`, "aria-hidden": "true" }, String(number)), kind, name);
  row.seat = () => asked(kind.value, name.value);
  return row;
}

function levelGroup() {
  const group = make("optgroup", { label: "a level" });
  for (const { level, elo } of setup.levels) {
    group.append(make("option", { value: `level:${level}` }, `level ${level} (${elo.toLocaleString("en")} Elo)`));
  }
  return group;
}

function engineGroup() {
  const group = make("optgroup", { label: "an engine" });
  for (const { name, about } of setup.engines) group.append(make("option", { value: `engine:${name}` }, `${name}: ${about}`));
  return group;
}

function valueOf(seat) {
  if (seat.kind === "person") return "person";
  return seat.kind === "level" ? `level:${seat.level}` : `engine:${seat.name}`;
}

function asked(value, name) {
  const [kind, ...rest] = value.split(":");
  if (kind === "person") return { kind, name };
  return kind === "level" ? { kind, level: Number(rest[0]) } : { kind, name: rest.join(":") };
}

const seats = () => [...byId("seats").children].map((row) => row.seat());

function drawSeats(chosen) {
  byId("seats").replaceChildren(...chosen.map((seat, i) => seatRow(i + 1, seat)));
  byId("count").value = chosen.length;
}

byId("count").addEventListener("change", () => {
  const count = Number(byId("count").value);
  const now = seats().slice(0, count);
  while (now.length < count) now.push({ kind: "level", level: 4 });
  drawSeats(now);
});

byId("new").addEventListener("submit", async (event) => {
  event.preventDefault();
  showText(problem, "");
  const time = byId("movetime").value;
  const choice = { seats: seats(), deals: byId("manual").checked ? "manual" : "seed", movetime: time ? Number(time) : null };
  localStorage.setItem(KEY, JSON.stringify({ ...choice, tutor: byId("tutor").checked }));
  byId("begin").disabled = true;
  try {
    go((await post("/api/tables", { ...choice, seed: byId("seed").value.trim(), keep: byId("keep").checked })).id);
  } catch (error) {
    showText(problem, asSentence(error.message));
    pointAtNameless();
    byId("begin").disabled = false;
  }
});

// A name that is missing is what the server refuses most often.
function pointAtNameless() {
  const nameless = [...byId("seats").querySelectorAll("input")].filter((name) => !name.hidden && !name.value.trim());
  for (const name of byId("seats").querySelectorAll("input")) name.ariaInvalid = nameless.includes(name) ? "true" : null;
  nameless[0]?.setAttribute("aria-describedby", "problem");
  nameless[0]?.focus();
}

const asSentence = (text) => `${text[0].toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;
const go = (id) => location.assign(`/table/${encodeURIComponent(id)}`);

// The games that there are.

function drawGames() {
  const open = setup.tables.filter(({ id }) => !setup.kept.some((game) => game.name === id));
  const rows = [...open.map(openRow), ...setup.kept.map(keptRow)];
  byId("games").hidden = !rows.length;
  byId("rows").replaceChildren(...rows);
}

function openRow({ id, started, names, turn, over }) {
  return row(minuteOf(started), names, over ? "over" : `in turn ${turn}`, make("a", { href: `/table/${encodeURIComponent(id)}` }, "Go to the table"));
}

function keptRow({ name, date, players, turn, over, scores }) {
  const state = over ? scores.join(" : ") : `in turn ${turn}`;
  const links = [make("a", { href: `/analysis?game=${encodeURIComponent(name)}` }, "Analyse")];
  if (!over) links.unshift(make("a", { href: `/table/${encodeURIComponent(name)}` }, "Resume"), " ");
  return row(minuteOfName(date) ?? date, players, state, ...links);
}

function row(when, players, state, ...links) {
  return make("tr", {}, make("td", {}, when), make("td", {}, players.join(", ")), make("td", {}, state), make("td", { class: "links" }, ...links));
}

try {
  setup = await get("/api/setup");
  const last = remembered();
  drawSeats(last.seats?.length >= 2 ? last.seats : [{ kind: "person", name: "Player" }, { kind: "level", level: 4 }]);
  byId("movetime").value = last.movetime ?? "";
  byId("manual").checked = last.deals === "manual";
  byId("tutor").checked = Boolean(last.tutor);
  drawGames();
  byId("begin").disabled = false;
} catch (error) {
  showText(problem, error.message);
}
