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

// Whether a message goes on from what is held.
export function goesOn(held, message) {
  return message.from === 0 || (held !== null && message.from <= held.moves.length);
}

// How many moves and deals two states of a game have in common.
export function shared(one, other) {
  const first = other.moves.findIndex((move, i) => move !== one.moves[i]);
  return first < 0 ? other.moves.length : first;
}

export const nameOf = (game, seat) => game.players[seat - 1].name;

// A move or deal in words, with its player's name.
export function told(game, ply) {
  const seat = game.seats[ply - 1];
  const words = game.words[ply - 1];
  return `${seat ? `${nameOf(game, seat)} ` : ""}${words}.`;
}
