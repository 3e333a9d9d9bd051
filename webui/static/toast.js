// @ts-check
// What has just happened, said at the foot of the page for a moment.

import { field, show, write } from "./fields.js";

/** @type {number | undefined} */
let timer;

/** Says it for so many milliseconds; without words, what was said before is gone. */
export function toast(words, milliseconds = 5_000) {
  write(field("told"), words);
  show(field("told"), words !== "");
  clearTimeout(timer);
  if (words) timer = setTimeout(() => toast(""), milliseconds);
}
