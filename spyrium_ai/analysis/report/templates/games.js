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
  const all = games.map(([key, shown, journal, id, seats, scores, winners, outcome, moves, faults]) =>
    ({ key, shown, journal, id, seats, scores, winners, outcome, moves, faults }));
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
    made.append(name(game), players, element("td", game.moves, "number"), element("td", outcome(game)));
    return made;
  }

  function show() {
    const last = Math.min(first + PAGE, chosen.length);
    at("rows").replaceChildren(...chosen.slice(first, last).map(row));
    at("status").textContent = chosen.length
      ? `${(first + 1).toLocaleString("en")} to ${last.toLocaleString("en")} of ${chosen.length.toLocaleString("en")}`
      : "no such game";
    at("back").disabled = first === 0;
    at("on").disabled = last === chosen.length;
  }

  function turn(by) {
    first += by;
    show();
  }

  function choose() {
    const is = kinds[at("kind").value];
    const player = at("player").value;
    chosen = all.filter((game) => is(game) && (player === "" || game.seats.includes(Number(player))));
    first = 0;
    show();
  }

  players.forEach((player, i) => at("player").append(new Option(player, i)));
  at("kind").addEventListener("change", choose);
  at("player").addEventListener("change", choose);
  at("back").addEventListener("click", () => turn(-PAGE));
  at("on").addEventListener("click", () => turn(PAGE));
  choose();
})();
