// @ts-check
// Cards of tables as large as a screen has room for all of them.

const GAP = 8;
const [WIDE, HIGH] = [23, 14.4];           // of a card, in its own letters' height
const [SMALLEST, LARGEST] = [10.5, 64];    // letters in pixels: below that one scrolls instead
const big = matchMedia("(min-width: 60rem) and (min-height: 30rem)");

/** How so many cards lie on a screen as large as they can; `unit` is the height of their letters. */
function grid(count, width, height) {
  let best = { unit: 0, columns: 1, rows: count };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const unit = Math.min((width - GAP * (columns - 1)) / columns / WIDE, (height - GAP * (rows - 1)) / rows / HIGH, LARGEST);
    if (unit > best.unit) best = { unit, columns, rows };
  }
  return best;
}

/**
 * What fits the cards of a wall, `counted()` of them, into the window, now and whenever that is resized; `scan` is the
 * card of the code by which phones come there, if there is one. Where cards would be too small to be read, one scrolls.
 */
export function fitted(wall, counted, scan = null) {
  function fit() {
    const count = counted();
    wall.classList.toggle("fitted", big.matches && count > 0);
    if (!big.matches || !count) {
      for (const name of ["--columns", "--row", "--unit"]) wall.style.removeProperty(name);
      return;
    }
    const { clientWidth: width } = wall;
    const height = innerHeight - wall.getBoundingClientRect().top - scrollY - GAP;
    let best = grid(count + (scan ? 1 : 0), width, height);
    if (scan) {
      // The tables come first: where there is no place for the code among them, the page `home` of each table has it.
      scan.hidden = best.unit < SMALLEST;
      if (scan.hidden) best = grid(count, width, height);
    }
    const scrolls = best.unit < SMALLEST;
    const columns = scrolls ? Math.max(1, Math.floor((width + GAP) / (SMALLEST * WIDE + GAP))) : best.columns;
    const unit = scrolls ? Math.min((width - GAP * (columns - 1)) / columns / WIDE, SMALLEST * 1.3) : best.unit;
    const row = scrolls ? unit * HIGH : Math.min((height - GAP * (best.rows - 1)) / best.rows, unit * HIGH * 1.25);
    for (const [name, value] of [["--columns", `${columns}`], ["--row", `${row}px`], ["--unit", `${unit}px`]]) wall.style.setProperty(name, value);
  }

  addEventListener("resize", fit);
  big.addEventListener("change", fit);
  return fit;
}
