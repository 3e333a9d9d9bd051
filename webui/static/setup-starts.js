// @ts-check
// The starting positions that the table learns the checkers from, as scenes of a drawn board.

const sites = Array.from({ length: 26 }, (_, site) => site);
const none = { W: 0, B: 0 };
const points = Object.fromEntries(sites.slice(1, 25).map((site) => [site, { ...none }]));
for (const [point, men] of [[24, 2], [13, 5], [8, 3], [6, 5]]) {
  points[point].W = men;
  points[25 - point].B = men;
}
const seating = { near: "light", home_right: true };

const men = (side, names) => names.map((name) => [name, { side, king: false }]);
const squares = Object.fromEntries([
  ["e5", { side: "W", king: true }],
  ...men("W", ["e3", "e4", "e6", "e7", "c5", "d5", "f5", "g5"]),
  ...men("B", ["d1", "e1", "f1", "e2", "d9", "e9", "f9", "e8", "a4", "a5", "a6", "b5", "i4", "i5", "i6", "h5"]),
]);

/** By the shape of the board: backgammon's, and Tablut's. */
export const STARTS = {
  points: {
    position: { points, bar: none, hand: none, off: none, pinned: null },
    facing: { W: sites, B: sites.map((site) => (site % 25 ? 25 - site : site)) },
    hand: false,
    seating,
  },
  squares: {
    position: { squares },
    squares: { size: 9, throne: "e5", corners: [] },
    facing: { W: [], B: [] },
    seating,
  },
};
