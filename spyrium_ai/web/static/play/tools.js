// The tools beside the choices: undo, hint, why, unseen cards, invite, help, and their keys.

import { announce } from "../common/announce.js";
import { get, post } from "../common/fetching.js";
import { closeAdvice, showHints, showParts, showText } from "./advice.js";
import { nameOf, told } from "./held.js";
import { plays } from "./seats.js";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
const ONLY_HERE = "It works in browsers of this machine. For others, start the server with --host.";

const byId = (id) => document.getElementById(id);
const KEYS = { u: "undo", h: "hint", w: "why", c: "unseen", "?": "help" };

// Wire the buttons. `table` is the page's: `path`, `game()`, `ply()` that is shown, `take(state)`,
// `refused(error)`.
export function wireTools(table) {
  const asks = asksOf(table);
  for (const [name, ask] of Object.entries(asks)) {
    byId(name).addEventListener("click", async () => {
      try {
        await ask();
      } catch (error) {
        closeAdvice();
        table.refused(error);
      }
    });
  }
  byId("advice-close").addEventListener("click", closeAdvice);
  byId("help-close").addEventListener("click", () => byId("help-box").close());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, textarea, select")) return;
    if (document.querySelector("dialog[open]")) return;
    const button = KEYS[event.key] && byId(KEYS[event.key]);
    if (button && !button.disabled && table.game()) button.click();
  });
}

function asksOf({ path, game, ply, take }) {
  return {
    async undo() {
      take(await post(`${path}/undo`, { version: game().version }), true);
      closeAdvice();
    },
    async hint() {
      showText("The best moves", ["The adviser thinks …"]);
      const { version, decides } = game();
      const { lines } = await post(`${path}/hint`, { version, lines: 3 });
      if (version !== game().version) return;
      showHints(lines, decides.seat, (seat) => nameOf(game(), seat));
      announce(`Hint: ${lines[0].words}.`);
    },
    async why() {
      const at = asksAbout(game(), ply());
      showText("Why?", ["The adviser thinks …"]);
      const { text } = await post(`${path}/why`, { ply: at });
      showText(at ? told(game(), at) : "Why?", text);
      announce(text.join(" "));
    },
    async unseen() {
      const { unseen } = await get(`${path}/text?what=unseen`);
      showParts("What has not been seen yet", unseen);
    },
    async invite() {
      const link = new URL(game().invite, location.href).href;
      const reach = LOOPBACK.has(location.hostname) ? [ONLY_HERE] : [];
      try {
        await navigator.clipboard.writeText(link);
        showText("Invite", ["This link to the table has been copied:", link, ...reach]);
      } catch {
        showText("Invite", ["This link leads to the table:", link, ...reach]);
      }
    },
    async help() {
      byId("help-box").showModal();
    },
  };
}

// The move that a person at this screen wants to have explained: the last one of their own, or, where
// they look back in the list, the one that they look at.
function asksAbout(game, ply) {
  const last = (isMeant) => 1 + game.seats.findLastIndex((seat, i) => seat && i < ply && isMeant(seat));
  const own = ply === game.moves.length && last((seat) => plays(game, seat));
  return own || last(() => true);
}
