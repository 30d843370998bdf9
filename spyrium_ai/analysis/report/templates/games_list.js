"use strict";
(() => {
  const PAGE = 50;
  const at = (id) => document.getElementById("games-" + id);
  const { players, journals, games } = JSON.parse(at("data").textContent);
  const kinds = {
    all: () => true,
    shown: (game) => game.shown,
    faulty: (game) => game.faults > 0,
    shared: (game) => game.winners.length > 1,
    void: (game) => game.outcome === "void",
  };
  const all = games.map(([key, shown, journal, id, seats, scores, winners, outcome, moves, faults], game) => {
    const [best = null, second = null] = [...(scores ?? [])].sort((a, b) => b - a);
    const winner = winners.length ? players[seats[winners[0] - 1]] : null;
    const margin = best === null ? null : best - second;
    return { game, key, shown, journal, id, seats, scores, winners, winner, best, margin, outcome, moves, faults };
  });
  const compareText = new Intl.Collator("en", { numeric: true }).compare;
  let sortedBy = { key: "game", sign: 1 };
  let chosen = all;
  let first = 0;

  function element(name, text, style) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (style) made.className = style;
    return made;
  }

  function name(game) {
    const head = element("th");
    const link = element(game.shown ? "a" : "span", game.id);
    if (game.shown) link.href = "#game-" + game.key;
    head.scope = "row";
    head.append(link);
    if (journals.length > 1) head.append(element("small", journals[game.journal]));
    return head;
  }

  function seats(game) {
    const list = element("ul", undefined, "players");
    game.seats.forEach((player, i) => {
      const won = game.winners.includes(i + 1);
      const score = game.scores ? " " + game.scores[i] : "";
      list.append(element("li", (won ? "★ " : "") + players[player] + score, won ? "won" : ""));
    });
    return list;
  }

  function outcome(game) {
    if (!game.faults) return game.outcome;
    return game.outcome + (game.faults === 1 ? ", a fault" : ", " + game.faults + " faults");
  }

  function row(game) {
    const made = element("tr");
    const players = element("td");
    players.append(seats(game));
    const numbers = [game.best, game.margin, game.moves].map((number) => element("td", number ?? "-", "number"));
    made.append(name(game), players, ...numbers, element("td", outcome(game)));
    return made;
  }

  function show() {
    const last = Math.min(first + PAGE, chosen.length);
    at("rows").replaceChildren(...chosen.slice(first, last).map(row));
    at("status").textContent = chosen.length
      ? `${(first + 1).toLocaleString("en")} to ${last.toLocaleString("en")} of ${chosen.length.toLocaleString("en")}`
      : "no such games";
    at("back").disabled = first === 0;
    at("on").disabled = last === chosen.length;
  }

  function turn(by) {
    first += by;
    show();
  }

  // Games without what they are sorted by come last; equal ones stay in the order of the games.
  function compare(a, b) {
    const [x, y] = [a, b].map((game) => game[sortedBy.key]);
    if (x === null || y === null) return (x === null) - (y === null);
    return sortedBy.sign * (typeof x === "number" ? x - y : compareText(x, y));
  }

  function choose() {
    const is = kinds[at("kind").value];
    const player = at("player").value;
    chosen = all.filter((game) => is(game) && (player === "" || game.seats.includes(Number(player))));
    chosen.sort(compare);
    first = 0;
    show();
  }

  // Sort by a column; a second press turns the order around. Numbers begin with the highest.
  function sortBy(button) {
    const { key } = button.dataset;
    const isNumber = button.parentNode.classList.contains("number");
    sortedBy = { key, sign: key === sortedBy.key ? -sortedBy.sign : isNumber ? -1 : 1 };
    at("head").querySelector("[aria-sort]").removeAttribute("aria-sort");
    button.parentNode.setAttribute("aria-sort", sortedBy.sign > 0 ? "ascending" : "descending");
    choose();
  }

  players.forEach((player, i) => at("player").append(new Option(player, i)));
  at("kind").addEventListener("change", choose);
  at("player").addEventListener("change", choose);
  for (const button of at("head").querySelectorAll("button")) {
    button.addEventListener("click", () => sortBy(button));
  }
  at("back").addEventListener("click", () => turn(-PAGE));
  at("on").addEventListener("click", () => turn(PAGE));
  choose();
})();
