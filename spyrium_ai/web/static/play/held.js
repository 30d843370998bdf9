// What a page holds of a table: the whole game, put together from the messages of the server.
// Uses addTables of board.js.

const LISTS = ["changes", "moves", "seats", "words", "times"];

// Return what is held after a message: the plies from `from` on take the place of those held.
export function merged(held, message) {
  const game = { ...held, ...message };
  for (const name of LISTS) game[name] = [...(held?.[name] ?? []).slice(0, message.from), ...message[name]];
  addTables(game, game.start);
  if (game.faults.length && game.decides.kind === "over" && !game.scores) game.tables.at(-1).decides = "x";
  game.reviewed = new Map();
  return game;
}

// Whether a message goes on from what is held, and is not older.
export function goesOn(held, message) {
  if (!held) return message.from === 0;
  return message.version >= held.version && message.from <= held.moves.length;
}

export const nameOf = (game, seat) => game.players[seat - 1].name;

// A move or deal in words, with its player's name.
export function told(game, ply) {
  const seat = game.seats[ply - 1];
  const words = game.words[ply - 1];
  return `${seat ? `${nameOf(game, seat)} ` : ""}${words}.`;
}
