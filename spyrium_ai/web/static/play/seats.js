// Which seats this screen plays: those of all people, or one person's.
// Uses data, element of board.js.

const KEY = `spyrium-seat-${data.table}`;
const box = document.getElementById("own-box");
const select = document.getElementById("own");
const ASK = "ask"; // in the address of an invitation
const NOBODY = 0;
const who = document.getElementById("who");
const asked = new URLSearchParams(location.search).get("seat");
const chosen = asked && asked !== ASK ? asked : (sessionStorage.getItem(KEY) ?? asked);
let own = chosen === ASK ? NOBODY : chosen ? Number(chosen) : null; // null: everybody

export function plays(game, seat) {
  if (!seat || game.players[seat - 1].kind !== "person") return false;
  return own === null || own === seat;
}

// Let people choose where several of them play; `onChange()` is called when they have.
export function offerSeats(game, onChange) {
  const people = game.players.filter(({ kind }) => kind === "person");
  box.hidden = people.length < 2 && chosen !== ASK;
  const one = people.map(({ seat, name }) => [seat, `${seat} ${name}`]);
  const options = [["", "everybody"], ...one, [NOBODY, "nobody"]];
  select.replaceChildren(...options.map(([value, words]) => new Option(words, value)));
  select.value = own ?? "";
  const choose = (value) => {
    select.value = value;
    own = value === "" ? null : Number(value);
    sessionStorage.setItem(KEY, value);
    onChange();
  };
  select.onchange = () => choose(select.value);
  if (chosen === ASK) ask([...one, [NOBODY, "I only watch"]], choose);
}

// Let somebody who was invited say who they are, before they can play.
function ask(options, choose) {
  const buttons = options.map(([value, words]) => {
    const button = element("button", "", words);
    button.type = "button";
    button.addEventListener("click", () => {
      who.close();
      choose(String(value));
    });
    return button;
  });
  document.getElementById("who-list").replaceChildren(...buttons);
  who.showModal();
}
