// All that is to be seen of the viewer's table, as texts.
() => {
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const texts = (root, selector) => all(root, selector).map((one) => one.innerText.trim());
  const first = (root, selector) => texts(root, selector)[0] ?? "";
  const isSeen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
  const count = (text) => Number(text.replace("×", "") || 1);
  const by = (items, name, look) =>
    Object.fromEntries(items.filter(isSeen).map((one) => [one.dataset[name], look(one)]));

  const cell = (one) => ({
    card: first(one, ".gv-kind i"),
    name: first(one, ".gv-name"),
    price: first(one, ".gv-price"),
    tokens: texts(one, ".gv-token").map(Number),
    left: first(one, ".gv-left"),
  });
  const pawn = (one) => first(one, "b").repeat(count(first(one, "i")));
  const slot = (one) => all(one, ".gv-pawn").filter(isSeen).map(pawn).join("");
  const owned = (one) => ({
    name: first(one, ".gv-name i") + (first(one, ".gv-used") === "used" ? "*" : ""),
    count: count(first(one, ".gv-times")),
  });
  const panel = (one) => ({
    name: first(one, "h3"),
    goods: by(all(one, "[data-good]"), "good", (good) => first(good, ".gv-value")),
    owned: all(one, ".gv-own").filter(isSeen).map(owned),
    marks: by(all(one, "[data-mark]"), "mark", (mark) => mark.innerText.trim()),
    tokens: texts(one, "[data-mark=tokens] .gv-token").map(Number),
    decides: one.matches(".gv-decides"),
    chips: all(one, ".gv-chip").filter(isSeen).map((chip) => chip.innerText),
  });
  return {
    cells: by(all(document, "[data-cell]"), "cell", cell),
    slots: by(all(document, "[data-slot]"), "slot", slot),
    panels: all(document, ".gv-panel").filter(isSeen).map(panel),
    state: first(document, ".gv-state"),
    events: texts(document, ".gv-events dd"),
    piles: first(document, ".gv-piles"),
    count: first(document, ".gv-buttons output"),
  };
}
