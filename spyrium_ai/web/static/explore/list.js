// The games that can be looked at: kept ones, those of a file, or a position.
import { minuteOf, minuteOfName } from "../common/dates.js";
import { make, showText } from "../common/dom.js";
import { get, post } from "../common/fetching.js";
import { counted } from "../common/words.js";

const at = (id) => document.getElementById(id);
const addressOf = (name) => `/analysis?game=${encodeURIComponent(name)}`;

function fillTable(table, games, caption) {
  const heads = ["Game", "Players by seat", "Result", "Mean loss"].map((text) => make("th", { scope: "col" }, text));
  const rows = games.map((game) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, make("a", { href: addressOf(game.name) }, nameOf(game))),
      make("td", {}, game.players.join(", ")),
      make("td", {}, game.result),
      make("td", {}, lossesOf(game)),
    ),
  );
  table.replaceChildren(
    make("caption", { class: "unseen" }, caption),
    make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...rows),
  );
  table.hidden = !games.length;
}

function nameOf(game) {
  const time = minuteOfName(game.name) ?? minuteOf(game.started);
  return time ? `${time} (${game.id})` : `Game ${game.id}`;
}

function lossesOf(game) {
  if (game.losses.every((loss) => loss === null)) return "–";
  return game.losses.map((loss) => (loss === null ? "–" : `${(100 * loss).toFixed(2)} %`)).join(" ");
}

async function list() {
  try {
    const games = await get("/api/games");
    fillTable(at("kept"), games.kept, "Games that were played here");
    fillTable(at("dropped"), games.dropped, "Games of files");
    showText(at("games-none"), games.kept.length ? "" : "No game is kept yet.");
    showText(at("problem"), games.wrong.join(" "));
  } catch (error) {
    showText(at("problem"), error.message);
  }
}

// Say what has become of a file.
function tell(text, isProblem = false) {
  at("dropped-told").textContent = text;
  at("dropped-told").classList.toggle("problem", isProblem);
}

// Send a file; a single game of it is opened at once.
async function send(file) {
  tell(`${file.name} is being read.`);
  try {
    const body = { body: file, headers: { "Content-Type": "application/octet-stream" } };
    const { games, more, errors } = await post("/api/games", {}, body);
    if (games.length === 1 && !errors.length) {
      location.assign(addressOf(games[0].name));
      return;
    }
    const read = `${more ? "The first " : ""}${counted(games.length, "game")} of ${file.name}.`;
    tell(errors.length ? `${read} Left out: ${errors.join("; ")}.` : read, errors.length > 0);
    await list();
  } catch (error) {
    tell(`${file.name}: ${error.message}.`, true);
  }
}

function listenToDrops(place) {
  const isOver = (event) => {
    event.preventDefault();
    place.classList.add("drop-over");
  };
  place.addEventListener("dragenter", isOver);
  place.addEventListener("dragover", isOver);
  place.addEventListener("dragleave", () => place.classList.remove("drop-over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("drop-over");
    const [file] = event.dataTransfer.files;
    if (file) send(file);
  });
}

async function openPosition() {
  const text = at("position-text").value.trim().replace(/^position\s+/, "");
  try {
    await post("/api/analysis/game", { position: text });
    location.assign(`/analysis?position=${encodeURIComponent(text)}`);
  } catch (error) {
    showText(at("position-problem"), error.message);
    at("position-text").focus();
  }
}

listenToDrops(at("drop"));
at("file").addEventListener("change", () => at("file").files.length && send(at("file").files[0]));
at("position").addEventListener("submit", (event) => {
  event.preventDefault();
  openPosition();
});
list();
