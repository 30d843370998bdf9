// Keeps the focus where it was while the board and the list are drawn anew.
// Uses root of board.js.

const HOMES = ["text", "deal-text"]; // fields in which one goes on to type
const heading = document.getElementById("asked");
let wanted = null; // a function that finds what had the focus, until it has it again

// Note what has the focus, before it may be taken from the page.
export function noteFocus() {
  const active = document.activeElement;
  const place = active?.dataset.place;
  if (place) wanted = () => root.querySelector(`.act[data-place="${CSS.escape(place)}"]`);
  else if (HOMES.includes(active?.id)) wanted = () => document.getElementById(active.id);
  else if (active?.closest("#list, #deal, #menu, #end")) wanted = () => null;
}

// Give the focus back where drawing has lost it, to the heading of the choices if its place is gone.
export function restoreFocus() {
  if (!wanted) return;
  const active = document.activeElement;
  // What has just been hidden keeps the focus until the page is painted.
  const isLost = active === document.body || active === heading || !active.checkVisibility();
  const found = isLost ? wanted() : null;
  if (found?.checkVisibility()) found.focus({ preventScroll: true });
  else if (isLost) heading.focus({ preventScroll: true });
  if (!isLost || found) wanted = null;
}
