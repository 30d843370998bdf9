// Which seats this screen plays: those of all people, or one person's.
// Uses data, element of board.js.

const KEY = `spyrium-seat-${data.table}`;
const box = document.getElementById("own-box");
const select = document.getElementById("own");
const asked = new URLSearchParams(location.search).get("seat") ?? sessionStorage.getItem(KEY);
let own = Number(asked) || null;

export function plays(game, seat) {
  if (!seat || game.players[seat - 1].kind !== "person") return false;
  return own === null || own === seat;
}

// Let people choose where several of them play; `onChange()` is called when they have.
export function offerSeats(game, onChange) {
  const people = game.players.filter(({ kind }) => kind === "person");
  box.hidden = people.length < 2;
  const options = [["", "everybody"], ...people.map(({ seat, name }) => [seat, `${seat} ${name}`])];
  select.replaceChildren(...options.map(([value, words]) => new Option(words, value)));
  select.value = own ?? "";
  select.onchange = () => {
    own = Number(select.value) || null;
    sessionStorage.setItem(KEY, select.value);
    onChange();
  };
}
