// The evaluation bar: every seat's win share as the adviser sees it, asked for after each move.
// Uses element, seatMark of board.js.

import { get, wasAborted, renewing } from "../common/fetching.js";
import { nameOf } from "./held.js";
import { percentOf } from "./advice.js";

const AGAIN = 1000; // milliseconds after which a busy adviser is asked again
const box = document.getElementById("evaluation");
const bar = document.getElementById("bar");
const words = document.getElementById("shares");
const renewed = renewing();
let timer = 0;

export function hideEvaluation() {
  clearTimeout(timer);
  renewed();
  box.hidden = true;
}

// Show what the position after so many moves is worth; a position where chance decides has none.
export async function showEvaluation(game, ply) {
  clearTimeout(timer);
  if (!parseInt(game.tables[ply].decides)) return;
  box.hidden = false;
  try {
    draw(game, await get(`/api/tables/${encodeURIComponent(game.id)}/evaluation?ply=${ply}`, { signal: renewed() }));
  } catch (error) {
    if (wasAborted(error)) return;
    if (error.status === 429) timer = setTimeout(() => showEvaluation(game, ply), AGAIN);
    else words.textContent = error.message;
  }
}

function draw(game, { shares }) {
  bar.replaceChildren(
    ...shares.map((share, i) => {
      const piece = element("span", `gv-seat${i + 1}`, share > 0.08 ? i + 1 : "");
      piece.style.flexGrow = Math.max(share, 0.001);
      return piece;
    }),
  );
  const said = shares.map((share, i) => `${nameOf(game, i + 1)} ${percentOf(share)} %`);
  words.textContent = `Win shares: ${said.join(", ")}.`;
}
