// @ts-check
// What this device remembers from one visit to the next.

/** The name of what was last seen of the table, and when. */
export const LAST = "tableside.last";

/** What was kept under a name; null where there is nothing. */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;            // private windows may keep nothing
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // then it holds for as long as the page is open
  }
}
