// The small menu beside a place of the board where several things can be done.
// Uses element of board.js.

import { choice } from "./choices.js";

const menu = document.getElementById("menu");
const title = document.getElementById("menu-title");
const list = document.getElementById("menu-list");
let opener = null;

// Open it at a button; `onPick(item)` gets the move that is chosen.
export function openMenu(button, name, items, onPick, onPoint) {
  opener = button;
  title.textContent = name;
  const pick = (item) => {
    closeMenu();
    onPick(item);
  };
  list.replaceChildren(...items.map((item) => choice(item, item.begins ? item.words : item.short, pick, onPoint)));
  menu.showPopover();
  place(button.getBoundingClientRect());
  list.querySelector("button").focus();
}

export function closeMenu() {
  if (menu.matches(":popover-open")) menu.hidePopover();
}

// Beside its place, within the window; narrow windows have it at their foot.
function place(box) {
  const width = menu.offsetWidth;
  const height = menu.offsetHeight;
  const left = Math.min(Math.max(8, box.left), innerWidth - width - 8);
  const below = box.bottom + 6;
  const top = below + height > innerHeight - 8 ? Math.max(8, box.top - height - 6) : below;
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}

menu.addEventListener("toggle", (event) => {
  if (event.newState === "closed" && opener?.isConnected && menu.contains(document.activeElement)) opener.focus();
});
menu.addEventListener("keydown", (event) => {
  const all = [...list.querySelectorAll("button")];
  const at = all.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined || !all[to]) return;
  event.preventDefault();
  all[to].focus();
});
