// Data of the page, unpacked in the browser: a game as lists with an item for every move and deal.

const data = JSON.parse(document.getElementById("gv-data").textContent);
let unpacking = null;

// Return all games, each as a line of JSON in the order of the keys.
async function unpacked() {
  const bytes = Uint8Array.from(atob(data.games), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(stream).text()).split("\n");
}

// Return a game with `tables`, the things on the table before the first deal and after each. Where a
// fault has ended the game, `x` decides: nobody.
async function loadGame(key) {
  unpacking ??= unpacked();
  const game = JSON.parse((await unpacking)[data.keys.indexOf(key)]);
  game.tables = [game.start];
  for (const change of game.changes) game.tables.push({ ...game.tables.at(-1), ...change });
  if (game.stopped) game.tables.at(-1).decides = "x";
  return game;
}
