// @ts-check
// New elements of a page, and their words.

export function made(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A sentence's first letter made large, unless a command to be typed or an address begins there. */
export function capital(text) {
  return /^((sudo|pip|tableside) |[a-z]+:\/\/)/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
