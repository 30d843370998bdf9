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

// Writes what is shown into the address. Browsers refuse to do so for every move in a run, so all
// but new entries wait; Back from a new one leads to what was shown before it.
export class Naming {
  #timer = 0;
  #waiting = null; // what the address does not say yet

  // Name the position after some moves beside the game, from a ply of it.
  name(ply, moves, isNew) {
    clearTimeout(this.#timer);
    if (isNew) {
      this.#last();
      writeAddress(ply, moves, true);
      return;
    }
    this.#waiting = [ply, moves];
    this.#timer = setTimeout(() => this.#last(), 250);
  }

  // The address has been changed by others.
  drop() {
    clearTimeout(this.#timer);
    this.#waiting = null;
  }

  #last() {
    if (this.#waiting) writeAddress(...this.#waiting, false);
    this.#waiting = null;
  }
}

// `isNew` is whether Back is to lead to the position before.
function writeAddress(ply, moves, isNew) {
  const hash = `#${[ply, ...moves].map(encodeURI).join("/")}`;
  if (hash === location.hash) return;
  if (isNew) history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
}
