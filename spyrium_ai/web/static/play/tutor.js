// The tutor: asks before a move is played that loses much.
// Uses drawHint of board.js.

import { post } from "../common/fetching.js";

const BAD = ["error", "blunder"]; // the classes of moves that are questioned
const KEY = "spyrium-start"; // where the start page keeps what was chosen
const box = document.getElementById("tutor");
const dialog = document.getElementById("doubt");
const words = document.getElementById("doubt-text");
const button = (name) => document.getElementById(`doubt-${name}`);

box.checked = Boolean(kept().tutor);
box.addEventListener("change", () => localStorage.setItem(KEY, JSON.stringify({ ...kept(), tutor: box.checked })));

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

// Return whether the move is to be played: at once without the tutor or where it is good enough,
// else as the person says.
export async function allows(table, version, item, seat) {
  if (!box.checked) return true;
  let found;
  try {
    found = await post(`/api/tables/${encodeURIComponent(table)}/check`, { version, move: item.move });
  } catch {
    return true; // an adviser that fails must not end the game
  }
  if (!BAD.includes(found.class)) return true;
  words.textContent = found.text;
  dialog.showModal();
  return await new Promise((resolve) => {
    const answer = (isAllowed) => {
      dialog.close();
      resolve(isAllowed);
    };
    button("play").onclick = () => answer(true);
    button("again").onclick = () => answer(false);
    button("look").onclick = () => {
      words.textContent = `${found.text} Better: ${found.words} [${found.best}].`;
      drawHint(found.best, seat, "better");
    };
    dialog.oncancel = () => resolve(false);
  });
}
