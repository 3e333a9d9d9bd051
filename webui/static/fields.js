// @ts-check
// Writing into the page: only where something has changed, so that a screen reader is not told the same again.

/** The element that shows a field of the snapshot.
 * @param {string} name
 * @param {ParentNode} [within]
 * @returns {any} */
export function field(name, within = document) {
  return within.querySelector(`[data-field="${name}"]`);
}

export function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

export function show(element, visible) {
  // a drawing has no property of that name
  element?.toggleAttribute("hidden", !visible);
}
