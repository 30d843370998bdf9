// The page that watches: the list of runs, or one run (`?run=ID`) as it goes on.

import { announce } from "/static/common/announce.js";
import { minuteOf } from "/static/common/dates.js";
import { make, showText } from "/static/common/dom.js";
import { get } from "/static/common/fetching.js";
import { LiveSocket } from "/static/common/sockets.js";
import { LiveBoard } from "/static/watch/board.js";
import { drawFaults, drawFinished, drawLive, drawRun, drawStandings } from "/static/watch/sections.js";

const LOOK = 3000; // milliseconds between two looks at the list of runs
const PAUSE = 10_000; // milliseconds between two words on who leads

const byId = (id) => document.getElementById(id);
const run = new URLSearchParams(location.search).get("run");
let live = [];
let chosen = null;
let socket = null;
let isRunning = false;
let told = { at: -PAUSE, text: "" };
let leader = "";

async function showRuns() {
  byId("runs").hidden = false;
  try {
    const { runs } = await get("/api/watch");
    byId("runs-none").hidden = runs.length > 0;
    const items = runs.map(runItem);
    const known = [...byId("runs-list").children];
    const isSame = items.length === known.length && items.every((item, i) => item.isEqualNode(known[i]));
    if (!isSame) byId("runs-list").replaceChildren(...items); // else the link with the focus would lose it
    showText(byId("notice"), "");
  } catch (error) {
    showText(byId("notice"), error.message);
  }
}

function runItem({ id, name, changed, running }) {
  const link = make("a", { href: `/watch?run=${encodeURIComponent(id)}` }, name);
  const time = changed ? `, last changed ${minuteOf(1000 * changed)}` : "";
  return make("li", {}, link, running ? " running" : " not running", time);
}

function receive(message) {
  if (message.type === "state") takeState(message);
  else if (message.type === "game" && message.game === chosen && !board.take(message)) ask(chosen);
  else if (message.type === "end" && message.game === chosen) endGame(message);
}

function takeState(state) {
  if (state.run) {
    drawRun(state.run);
    isRunning = state.run.state === "running";
  }
  if (state.standings) {
    drawStandings(state.standings);
    leader = lead(state.standings.players);
  }
  if (state.faults) drawFaults(state.faults);
  if (state.finished) drawFinished(state.finished, run);
  if (state.live) {
    live = state.live;
    if (chosen === null && live.length && goesOn()) choose(live[0].game);
    else drawLive(live, chosen);
  }
  tellLeader();
}

// Another game comes as soon as the server tells of one.
function endGame(message) {
  board.end(message.result || (isRunning ? "" : "The run was ended amid it"));
  live = live.filter((game) => game.game !== chosen);
  chosen = null;
  if (live.length && goesOn()) choose(live[0].game);
}

// Who looks back at a game keeps it.
function goesOn() {
  return byId("go-on").checked && board.isNow;
}

function choose(game) {
  chosen = game;
  ask(game);
  drawLive(live, chosen);
}

function ask(game) {
  socket?.send({ game });
}

// Choose the game before or after the chosen one in the list; without one, the last or the first.
function step(by) {
  if (!live.length) return;
  const at = live.findIndex((game) => game.game === chosen);
  const from = at < 0 && by < 0 ? 0 : at;
  choose(live[(from + by + live.length) % live.length].game);
}

function lead(players) {
  const [first] = players;
  if (!first || first.share === null) return "";
  return `${first.name} leads with ${(100 * first.share).toFixed(1)} % of ${first.games} games.`;
}

function tellLeader() {
  const now = performance.now();
  if (!leader || leader === told.text || now - told.at < PAUSE) return;
  told = { at: now, text: leader };
  announce(leader);
}

function tellState(state, reason) {
  const texts = {
    waiting: "The connection to the server is lost. The page connects again by itself.",
    refused: `The server refuses: ${reason}.`,
  };
  showText(byId("notice"), texts[state] ?? "");
  if (state === "open" && chosen !== null) ask(chosen);
}

const board = new LiveBoard(step);
byId("live").addEventListener("click", (event) => {
  const item = event.target.closest("[data-game]");
  if (item) choose(Number(item.dataset.game));
});
if (run === null) {
  showRuns();
  setInterval(() => document.hidden || showRuns(), LOOK);
} else {
  byId("run").hidden = false;
  socket = new LiveSocket(`/api/watch/${encodeURIComponent(run)}/socket`, receive, tellState);
}
