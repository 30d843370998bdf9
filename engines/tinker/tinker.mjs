// Tinker, a sample engine: knows the rules itself and speaks the whole protocol (docs/protocol.md).
// Start it with `node tinker.mjs` and type `spyrium`, `position start 2`, `show`, `quit`.
//
//   cards.mjs     the material            position.mjs  what a position is
//   moves.mjs     the legal moves         rules.mjs     what they do, and the scores
//   deals.mjs     what chance decides     notation.mjs  moves and positions as text
//   validity.mjs  accepted positions      thinking.mjs  the choice of a move
//   random.mjs    seeded random numbers   protocol.mjs  commands and answers
//
// This file only moves lines between the engine and the outside world.

import { Engine } from './protocol.mjs';

const LONGEST_LINE = 65536; // bytes, without the line's end
const NEWLINE = 10;

const engine = new Engine((line) => process.stdout.write(`${line}\n`), leave);

/** Lets the process end: nothing is left to wait for once the input is closed. */
function leave() {
  process.stdin.destroy();
}

let pieces = []; // the beginning of a line whose end has not come yet
let length = 0;

function take(piece) {
  length += piece.length;
  if (length <= LONGEST_LINE + 1) pieces.push(piece); // one more for a carriage return
}

function endOfLine() {
  const line = Buffer.concat(pieces).toString('latin1').replace(/\r$/, ''); // any byte is a character
  const tooLong = length > LONGEST_LINE + 1 || line.length > LONGEST_LINE;
  pieces = [];
  length = 0;
  engine.receive(tooLong ? null : line);
}

process.stdin.on('data', (chunk) => {
  let from = 0;
  for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
    take(chunk.subarray(from, end));
    endOfLine();
    from = end + 1;
  }
  take(chunk.subarray(from));
});
process.stdin.on('end', () => {
  if (length > 0) endOfLine();
  engine.receive('quit');
});
process.stdin.on('error', () => engine.receive('quit'));
process.stdout.on('error', () => process.exit(0)); // nobody reads any more
