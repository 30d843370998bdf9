// The analysis of the whole game: begun, followed and cancelled.
import { announce } from "../common/announce.js";
import { get, post, remove } from "../common/fetching.js";

const at = (id) => document.getElementById(id);
const PAUSE = 700; // milliseconds between two looks at how far it is

// Offer to analyse a game; `onDone()` is called when that is done.
export function offerReview(game, onDone) {
  const address = `/api/games/${encodeURIComponent(game.name)}/review`;
  const ask = async (question) => {
    try {
      draw(await question(address));
    } catch (error) {
      at("review-status").textContent = error.message;
    }
  };
  const draw = (progress) => {
    const isOpen = progress.state === "waiting" || progress.state === "running";
    at("review-start").hidden = isOpen;
    at("review-stop").hidden = at("review-bar").hidden = !isOpen;
    at("review-bar").max = Math.max(1, progress.total);
    at("review-bar").value = progress.done;
    at("review-status").textContent = words(progress);
    if (isOpen) setTimeout(() => ask(get), PAUSE);
    else if (progress.state === "done") {
      announce("The game is analysed.");
      onDone();
    } else if (progress.state === "failed") announce(words(progress));
  };
  at("review").hidden = Boolean(game.review || game.problem);
  if (at("review").hidden) return;
  at("review-start").onclick = () => ask(post);
  at("review-stop").onclick = () => ask(remove);
  if (game.progress.state === "waiting" || game.progress.state === "running") ask(get);
}

function words({ state, done, total, error }) {
  if (state === "waiting") return "Another game is being analysed first.";
  if (state === "running") return `${done} of ${total} decisions and deals`;
  if (state === "failed") return `The analysis has failed: ${error}`;
  if (state === "cancelled") return "Cancelled. What was found is kept, and the next analysis goes on from it.";
  return "";
}
