// The final scores as a table: where everybody's points come from.

import { make } from "../common/dom.js";

const COLUMNS = ["track", "buildings", "techniques", "total"];

export function drawAccounts(place, game) {
  place.hidden = !game.accounts.length;
  const head = ["player", ...COLUMNS].map((name) => make("th", { scope: "col" }, name));
  const rows = game.accounts.map((score, i) => {
    const details = make("span", { class: "small muted" }, score.details.join("; "));
    const name = make("th", { scope: "row" }, `${i + 1} ${game.players[i].name}`, details);
    return make("tr", {}, name, ...COLUMNS.map((column) => make("td", {}, String(score[column]))));
  });
  place.replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)));
}
