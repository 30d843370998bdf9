// The games of the page, unpacked in the browser.

let unpacking = null;

// Return all games, each as a line of JSON in the order of the keys.
async function unpacked() {
  const bytes = Uint8Array.from(atob(data.games), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(stream).text()).split("\n");
}

// Return a game with `tables`, the things on the table before the first deal and after each. Where a
// fault has ended the game, `x` decides: nobody. The lines of its analysis have tables too, from that
// before the move; `reviewed` has decisions and deals by ply.
async function loadGame(key) {
  unpacking ??= unpacked();
  const game = JSON.parse((await unpacking)[data.keys.indexOf(key)]);
  addTables(game, game.start);
  if (game.stopped) game.tables.at(-1).decides = "x";
  const { decisions = [], deals = [] } = game.review ?? {};
  game.reviewed = new Map([...decisions, ...deals].map((item) => [item.ply, item]));
  for (const decision of decisions) {
    for (const line of Object.values(decision.lines ?? {})) addTables(line, game.tables[decision.ply - 1]);
  }
  return game;
}
