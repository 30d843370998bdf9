// The head of the choices: what the player has who decides; on phones the choices are a sheet over
// the board that folds up; the arrow key goes from the head to the first choice.

const byId = (id) => document.getElementById(id);

export function wireSheet() {
  const fold = byId("fold");
  fold.addEventListener("click", () => {
    const isOpen = fold.closest(".choices").classList.toggle("folded") === false;
    fold.ariaExpanded = isOpen;
    fold.textContent = isOpen ? "Fold" : "Unfold";
  });
  byId("asked").addEventListener("keydown", (event) => {
    const first = byId("list").querySelector("button.choice");
    if (event.key !== "ArrowDown" || !first) return;
    event.preventDefault();
    first.focus();
  });
}

// Say what a seat has to spend; nothing where none of this screen decides.
export function drawHoldings(table, seat) {
  const of = (good) => table[`${seat}.${good}`];
  byId("holds").textContent = seat ? `£${of("money")}, ${of("spyrium")} Spyrium, active workers: ${of("active")}` : "";
}
