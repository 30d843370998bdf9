// Data of the page, unpacked in the browser: a game as lists with an item for every move and deal.

const data = JSON.parse(document.getElementById("gv-data").textContent);
let dictionary = null;

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function inflate(...parts) {
  const stream = new Blob(parts).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Return the bytes as a stored block of deflate, which later blocks can refer to.
function storedBlock(bytes) {
  const low = bytes.length & 255;
  const high = bytes.length >> 8;
  return [new Uint8Array([0, low, high, 255 - low, 255 - high]), bytes];
}

// Return a game with `tables`, the things on the table before the first deal and after each. Where a
// fault has ended the game, `x` decides: nobody.
async function loadGame(key) {
  dictionary ??= await inflate(bytesOf(data.dictionary));
  const all = await inflate(...storedBlock(dictionary), bytesOf(data.games[key]));
  const game = JSON.parse(new TextDecoder().decode(all.subarray(dictionary.length)));
  game.tables = [game.start];
  for (const change of game.changes) game.tables.push({ ...game.tables.at(-1), ...change });
  if (game.stopped) game.tables.at(-1).decides = "x";
  return game;
}
