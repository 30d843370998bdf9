// What screen readers say: one polite live region, in the shell.

const PAUSE = 120; // milliseconds: a region has to be empty for a moment, or the same text is not said again
const region = document.getElementById("announcer");
let waiting = [];
let timer = 0;

// Say a text when nothing else is being said; several in a row are said in their order.
export function announce(text) {
  if (!text) return;
  waiting.push(text);
  region.textContent = "";
  clearTimeout(timer);
  timer = setTimeout(say, PAUSE);
}

function say() {
  region.textContent = waiting.join(" ");
  waiting = [];
}
