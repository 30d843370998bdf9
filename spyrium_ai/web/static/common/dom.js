// Elements for pages with or without a board. Texts are texts, never markup.

// Return an element. Attributes that are null or false are left out, true ones are empty; children
// are nodes and texts.
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

// Show a text in an element that is hidden while it has none, as the problem of a form.
export function showText(place, text) {
  place.textContent = text;
  place.hidden = !text;
}
