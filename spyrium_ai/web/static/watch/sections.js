// The parts of the page beside the board, drawn from what the server tells.

import { get, post } from "/static/common/fetching.js";
import { make, showText } from "/static/common/dom.js";
import { counted } from "/static/common/words.js";

const byId = (id) => document.getElementById(id);
const percent = (share) => (100 * share).toFixed(1);
const SOON = "None is to be seen: a game appears when it has lasted 0.2 s.";
const STATES = {
  running: "Running",
  killed: "Interrupted: its process was killed",
  ended: "Not running",
};

export function drawRun(run) {
  byId("title").textContent = run.name;
  document.title = `${run.name} – Watch – Spyrium`;
  const isDone = run.games !== null && run.finished >= run.games;
  const state = run.state === "ended" && isDone ? "Finished" : STATES[run.state];
  const total = run.games === null ? "" : ` of ${run.games}`;
  const rate = run.rate === null ? "" : `, ${run.rate} games a minute`;
  const reading = run.reading ? ", reading the game log" : "";
  const bad = run.bad ? `, ${run.bad} lines not counted` : "";
  byId("state").textContent = `${state}: ${run.finished}${total} games${rate}${reading}${bad}.`;
  byId("live-none").textContent = run.state === "running" ? SOON : "None: the run is not running.";
  byId("progress").hidden = !run.games;
  byId("done").style.width = run.games ? `${Math.min(100, (100 * run.finished) / run.games)}%` : "0";
}

export function drawStandings(standings) {
  const rest = [
    standings.void ? `, ${standings.void} void` : "",
    standings.faulty ? `, ${standings.faulty} with a fault` : "",
  ];
  const sets = standings.blocks ? counted(standings.blocks, "whole deal set") : "no whole deal set yet";
  byId("counts").textContent = `${counted(standings.games, "game")} counted, ${sets}${rest.join("")}.`;
  byId("standings").replaceChildren(...standings.players.map(standingsRow));
}

function standingsRow(player) {
  const isKnown = player.share !== null;
  const cells = [
    isKnown ? `${percent(player.share)} %` : "–",
    isKnown ? `${percent(player.low)} – ${percent(player.high)} %` : "–",
    isKnown ? intervalBar(player) : "",
    player.games,
    player.mean_score === null ? "–" : player.mean_score.toFixed(1),
    player.fault_words || "0",
  ];
  return make("tr", {}, make("th", { scope: "row" }, player.name), ...cells.map((cell) => make("td", {}, cell)));
}

// The interval as a line with the mean on it; the same stands beside it as text.
function intervalBar(player) {
  const made = (tag, attributes) => {
    const shape = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    return shape;
  };
  const picture = made("svg", { class: "interval", viewBox: "-2 0 104 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  picture.append(
    made("line", { class: "axis", x1: 0, x2: 100, y1: 5, y2: 5 }),
    made("line", { class: "axis", x1: 50, x2: 50, y1: 1, y2: 9 }),
    made("line", { class: "range", x1: 100 * player.low, x2: 100 * player.high, y1: 5, y2: 5 }),
    made("rect", { class: "mean", x: 100 * player.share - 0.6, width: 1.2, y: 1, height: 8 }),
  );
  return picture;
}

// Draw the games under way; the buttons stay where they are, so that one can be clicked.
export function drawLive(games, chosen) {
  byId("live-none").hidden = games.length > 0;
  const list = byId("live");
  const known = new Map([...list.children].map((item) => [Number(item.dataset.game), item]));
  const items = games.map((game) => {
    const item = known.get(game.game) ?? make("li", { "data-game": game.game }, make("button", { type: "button" }));
    const button = item.firstElementChild;
    const turn = game.turn ? `turn ${game.turn}` : "before the first turn";
    const players = game.players.map((name, i) => `${name} ${game.scores[i]}`).join(", ");
    const text = `Game ${game.game}, ${turn}: ${players}`;
    if (button.textContent !== text) button.textContent = text;
    button.setAttribute("aria-pressed", game.game === chosen);
    return item;
  });
  const isSame = items.length === list.children.length && items.every((item, i) => item === list.children[i]);
  if (!isSame) list.replaceChildren(...items);
}

export function drawFaults(faults) {
  byId("faults-none").hidden = faults.length > 0;
  byId("faults").replaceChildren(
    ...faults.map((fault) =>
      make("li", {}, make("strong", {}, fault.player), ` in game ${fault.game} (${fault.id}): ${fault.words}`),
    ),
  );
}

export function drawFinished(games, run) {
  byId("finished").replaceChildren(
    ...games.map((game) => {
      const link = make("a", { href: "/analysis", "aria-label": `Analyse game ${game.game}` }, "Analyse");
      link.addEventListener("click", (event) => {
        event.preventDefault();
        analyse(run, game.game);
      });
      return make("li", {}, `Game ${game.game} (${game.id}): ${game.result}`, link);
    }),
  );
}

// Give a finished game to the page of analysis, and go there.
async function analyse(run, game) {
  try {
    const record = await get(`/api/watch/${run}/games/${game}`);
    const { games } = await post("/api/games", record);
    location.href = `/analysis?game=${encodeURIComponent(games[0].name)}`;
  } catch (error) {
    showText(byId("notice"), error.message);
  }
}
