// The address of a position: `#17/place:a1b1` is a branch of one move after 17 of the game.

export function readAddress() {
  let text = "";
  try {
    text = decodeURIComponent(location.hash.slice(1));
  } catch {
    return null;
  }
  const [ply, ...moves] = text.split("/");
  return /^\d{1,5}$/.test(ply) ? { ply: Number(ply), moves: moves.filter(Boolean) } : null;
}

// Name a position; `isNew` is whether Back is to lead to the one before.
export function writeAddress(ply, moves, isNew) {
  const hash = `#${[ply, ...moves].map(encodeURI).join("/")}`;
  if (hash === location.hash) return;
  if (isNew) history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
}
