// The page of a table: takes its states from the server, shows them, sends what people choose.
// Uses the names of board.js: data, root, element, part, drawTable, makePanels, makeList, drawHint, clearHint.

import { announce } from "../common/announce.js";
import { get, post } from "../common/fetching.js";
import { LiveSocket } from "../common/sockets.js";
import { drawAccounts } from "./accounts.js";
import { closeAdvice } from "./advice.js";
import { drawChoices } from "./choices.js";
import { drawDeal } from "./deals.js";
import { hideEvaluation, showEvaluation } from "./evaluation.js";
import { noteFocus, restoreFocus } from "./focus.js";
import { goesOn, merged, nameOf, shared, told } from "./held.js";
import { animate } from "./moving.js";
import { closeMenu, openMenu } from "./place_menu.js";
import { dressPlaces, titleOf, undressPlaces } from "./places.js";
import { offerSeats, plays } from "./seats.js";
import { Showing } from "./showing.js";
import { drawHoldings, wireSheet } from "./sheet.js";
import { wireTools } from "./tools.js";
import { allows } from "./tutor.js";

const byId = (id) => document.getElementById(id);
const EVALUATES = "spyrium-evaluation"; // whether it is shown, in this browser
const path = `/api/tables/${encodeURIComponent(data.table)}`;
let game = null;
let looking = null; // the ply that is looked at, null for now
let answered = null; // the version to which a move is on its way: the socket may bring the next one first
let isParted = false; // with the next state a server may have begun to count its versions anew
const showing = new Showing(drawPly);

// States of the server.

function take(state, isBack = false) {
  if (state.type && state.type !== "state") return;
  // A newer one has overtaken it, or it is known, since socket and answer both bring it: drawing it
  // again would close an open menu and take the focus from a choice.
  if (game && !isParted && state.version <= game.version) {
    if (isBack) look(null);
    return;
  }
  if (!goesOn(game, state)) {
    refresh();
    return;
  }
  isParted = false;
  const before = game;
  game = merged(game, state);
  const last = game.moves.length;
  if (isBack || looking >= last) looking = null;
  describe(before);
  const same = before ? shared(before, game) : last;
  if (!before) showing.jump(last);
  else showing.goOn(same, last, last > same && plays(game, game.seats[same]));
}

// What is told of the whole game, wherever it stands.
function describe(before) {
  if (!before || before.winners.length !== game.winners.length) makePanels(game);
  if (!before) offerSeats(game, () => drawPly(showing.shown, false));
  makeList(game);
  document.title = `${game.title} – Spyrium`;
  byId("title").textContent = `Table of ${game.title}`;
  notify(game.notices.at(-1) ?? "");
}

async function refresh() {
  try {
    const state = await get(path);
    isParted = true;
    take(state);
  } catch (error) {
    lost(error);
  }
}

function lost(error) {
  const isOut = error.status === 401;
  if (isOut) socket.stop();
  notify(isOut ? "The server was started anew: open the link that it has printed, and resume the game." : error.message);
}

const socket = new LiveSocket(`${path}/socket`, take, (state) => {
  const chip = byId("link");
  chip.hidden = state === "open" || !game;
  chip.textContent = ["refused", "stopped"].includes(state) ? "not connected" : "connecting again …";
  if (state !== "waiting") return;
  isParted = true;
  refresh();
});

// What is shown.

function drawPly(ply, isNew) {
  const at = looking ?? ply;
  noteFocus();
  drawTable(game, game, at);
  clearHint();
  byId("said").textContent = at ? told(game, at) : "The table before the game.";
  byId("skip").hidden = !showing.isBehind;
  byId("looking").hidden = looking === null;
  markMove(at);
  if (isNew && looking === null) {
    announce(told(game, ply));
    animate(game.moves[ply - 1], game.seats[ply - 1]);
  }
  const isNow = looking === null && !showing.isBehind;
  if (isNow) {
    drawNow();
    restoreFocus();
  } else rest(looking === null ? "…" : `The table after move ${at} of ${game.moves.length}`);
}

// Nothing to choose: others move, or an earlier position is looked at.
function rest(words) {
  root.dataset.state = "waiting";
  undressPlaces();
  byId("list").replaceChildren();
  closeMenu();
  byId("asked").textContent = words;
  for (const id of ["list", "deal", "typed", "end", "why-not"]) byId(id).hidden = true;
}

function drawNow() {
  const { decides } = game;
  root.dataset.version = game.version;
  const isMine = decides.kind === "move" && plays(game, decides.seat);
  rest(question(decides));
  byId("undo").disabled = !game.undo;
  byId("hint").disabled = byId("why").disabled = true;
  byId("why").disabled = !game.seats.some(Boolean);
  byId("unseen").disabled = decides.kind === "over";
  if (isMine || decides.kind !== "move") root.dataset.state = { move: "choosing", engine: "waiting" }[decides.kind] ?? decides.kind;
  if (isMine) drawMoves(decides);
  drawHoldings(game.tables.at(-1), isMine ? decides.seat : null);
  if (decides.kind === "deal") drawDeal(byId("deal"), decides, enterDeal);
  if (decides.kind === "over") drawEnd();
  if (byId("evaluate").checked) showEvaluation(game, game.moves.length);
  if (isMine || decides.kind === "deal") announce(question(decides));
}

function question(decides) {
  if (decides.kind === "over") return game.result;
  if (decides.kind === "deal") return decides.setup ? "What lies on your table?" : "What is dealt on your table?";
  const name = nameOf(game, decides.seat || 1);
  if (decides.kind === "engine") return decides.seat ? `${name} thinks …` : "…";
  const what = game.tables.at(-1).decides.endsWith("b") ? "chooses a bonus" : "decides";
  return plays(game, decides.seat) ? `${name} ${what}` : `Waiting for ${name}`;
}

function drawMoves(decides) {
  byId("hint").disabled = false;
  byId("list").hidden = byId("typed").hidden = false;
  const point = (item) => (item ? drawHint(item.move, decides.seat, `${item.number}`) : clearHint());
  drawChoices(byId("list"), decides.legal, play, point);
  const pick = (place, items, button) => {
    byId("why-not").hidden = true;
    if (items.length === 1 && !items[0].begins) play(items[0]);
    else openMenu(button, titleOf(button.parentNode), items, play, point);
  };
  dressPlaces(decides, pick, (place, why) => say(`${why}.`));
}

function drawEnd() {
  byId("end").hidden = false;
  drawAccounts(byId("accounts"), game);
  byId("analyse").hidden = !game.kept;
  byId("analyse").href = `/analysis?game=${encodeURIComponent(game.kept)}`;
  announce(game.result);
}

function markMove(ply) {
  for (const button of part("list").querySelectorAll("button")) {
    const isCurrent = Number(button.dataset.ply) === ply;
    button.ariaCurrent = isCurrent ? "step" : null;
    if (isCurrent) scrollTo(part("list"), button);
  }
}

function say(text) {
  const place = byId("why-not");
  const words = `${text[0].toUpperCase()}${text.slice(1)}`;
  place.textContent = words;
  place.hidden = false;
  announce(words);
}

function notify(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}

// What people do.

async function play(item, isAgain = false) {
  const { version, decides, moves } = game;
  if (answered === version) return;
  answered = version;
  closeMenu();
  byId("why-not").hidden = true;
  try {
    if (!(await allows(data.table, version, item, decides.seat))) return;
    closeAdvice();
    noteFocus();
    take(await post(`${path}/move`, { version, move: item.move }));
  } catch (error) {
    if (error.status !== 409 || isAgain) {
      refused(error);
      return;
    }
    await refresh();
    answered = null;
    // The same table with another version, as after a new start of the server.
    if (game.decides.seat === decides.seat && String(game.moves) === String(moves)) await play(item, true);
  } finally {
    if (answered === version) answered = null;
  }
}

async function enterDeal(entry) {
  try {
    take(await post(`${path}/deal`, { version: game.version, ...entry }));
  } catch (error) {
    refused(error);
  }
}

// Someone else was faster, or it is not possible.
function refused(error) {
  if (error.status === 409) refresh();
  else if (error.status === 422) say(error.message);
  else lost(error);
}

wireSheet();
wireTools({ path, game: () => game, ply: () => looking ?? game.moves.length, take, refused });
byId("skip").addEventListener("click", () => showing.jump(game.moves.length));
byId("evaluate").checked = localStorage.getItem(EVALUATES) === "on";
byId("evaluate").addEventListener("change", () => {
  localStorage.setItem(EVALUATES, byId("evaluate").checked ? "on" : "off");
  if (byId("evaluate").checked) showEvaluation(game, game.moves.length);
  else hideEvaluation();
});
byId("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("text").value.trim();
  if (!text) return;
  byId("text").value = "";
  play({ move: /^\d+$/.test(text) ? `#${text}` : text });
});
byId("again").addEventListener("click", async () => {
  try {
    const seats = game.players.map((player) => player.asked);
    const { id } = await post("/api/tables", { seats, deals: game.deals });
    location.assign(`/table/${encodeURIComponent(id)}`);
  } catch (error) {
    refused(error);
  }
});

// Looking back.

function look(ply) {
  looking = ply === null || ply >= game.moves.length ? null : Math.max(0, ply);
  drawPly(showing.shown, false);
}

part("list").addEventListener("click", (event) => {
  const ply = event.target.closest("button")?.dataset.ply;
  if (ply) look(Number(ply));
});
byId("now").addEventListener("click", () => look(null));
byId("back").addEventListener("click", () => look(looking - 1));
byId("forward").addEventListener("click", () => look(looking + 1));

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && showing.isBehind) showing.jump(game.moves.length);
});

addEventListener("pagehide", () => socket.stop());
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
