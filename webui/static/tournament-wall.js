// @ts-check
// A tournament on the wall: letters as large as fit, and long standings page by page.

import { stayAwake } from "./awake.js";
import { follow } from "./tournament-news.js";

const [SMALLEST, LARGEST, BESIDE] = [9, 72, 46];    // pixels; beside pairings standings are to have some lines
const LEGIBLE = 30;                     // standings by themselves are turned over rather than made smaller
const TURN = 12_000;                    // milliseconds
let page = 0;

/** The largest letters with which nothing has to be scrolled, but for long standings. */
function fit() {
  const part = document.querySelector("[data-fit]");
  const ranks = part.querySelector(".wall-ranks");
  const alone = part.children.length === 1;
  const inside = (box, tall) => box.scrollWidth <= box.clientWidth + 1 && (!tall || box.scrollHeight <= box.clientHeight + 1);
  const largest = (low, high, whole) => {
    const fits = () => inside(part, true) && (!ranks || inside(ranks, whole));
    for (let tries = 0; tries < 9; tries += 1) {
      const middle = (low + high) / 2;
      part.style.fontSize = `${middle}px`;
      if (fits()) low = middle;
      else high = middle;
    }
    return low;
  };
  for (const row of part.querySelectorAll(".wall-ranks tr")) row.hidden = false;
  let size = largest(ranks ? LEGIBLE : SMALLEST, ranks && !alone ? BESIDE : LARGEST, true);
  if (ranks && !alone && size < LEGIBLE + 1) size = largest(SMALLEST, BESIDE, false);
  part.style.fontSize = `${Math.floor(size)}px`;
  turn(0);
}

/** Shows as many lines of the standings as fit, those after the last time's next. */
function turn(by = 1) {
  const part = document.querySelector("[data-fit]");
  const rows = [...part.querySelectorAll(".wall-ranks tbody tr")];
  if (!rows.length) return;
  for (const row of rows) row.hidden = false;
  const room = part.getBoundingClientRect().bottom - rows[0].getBoundingClientRect().top - 12;
  const pages = [[]];
  let left = room;
  for (const row of rows) {
    const { height } = row.getBoundingClientRect();
    if (height > left && pages.at(-1).length) {
      pages.push([]);
      left = room;
    }
    pages.at(-1).push(row);
    left -= height;
  }
  page = (page + by) % pages.length;
  for (const row of rows) row.hidden = !pages[page].includes(row);
}

fit();
document.fonts.ready.then(fit);
addEventListener("resize", fit);
follow(fit);
setInterval(() => turn(), TURN);
stayAwake();
