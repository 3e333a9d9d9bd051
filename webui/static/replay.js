// @ts-check
// Stepping through a match: where one stands, and where a key leads; apart from any page.

/** The match of `GET /api/matches/N`, all its steps in a row; every move returns whether there was anywhere to go. */
export class Replay {
  constructor(match) {
    this.match = match;
    this.steps = match.games.flatMap((game, index) => game.steps.map((step, place) => ({ ...step, game, index, place })));
    this.at = 0;
  }

  /** The step one stands at, with its `game`, that game's `index` and its own `place` in it. */
  get step() {
    return this.steps[this.at];
  }

  /** The row number of the first step of a game. */
  first(index) {
    return this.steps.findIndex((step) => step.index === index);
  }

  go(at) {
    const to = Math.max(0, Math.min(this.steps.length - 1, at));
    const moved = to !== this.at;
    this.at = to;
    return moved;
  }

  next() {
    return this.go(this.at + 1);
  }

  back() {
    return this.go(this.at - 1);
  }

  /** To a place of the game one stands in. */
  goTo(place) {
    return this.go(this.first(this.step.index) + Math.min(place, this.step.game.steps.length - 1));
  }

  home() {
    return this.goTo(0);
  }

  end() {
    return this.goTo(Infinity);
  }

  /** To the start of so many games on; back, to that of one's own game first. */
  leap(games) {
    const { index, place } = this.step;
    const wanted = index + (games < 0 && place > 0 ? games + 1 : games);
    const last = this.match.games.length - 1;
    return wanted > last ? this.go(this.steps.length - 1) : this.go(this.first(Math.max(0, wanted)));
  }

  /** To the next step with a mark, after the last the first again. */
  nextMark() {
    const marked = this.steps.flatMap((step, at) => (step.marks.length ? [at] : []));
    return marked.length > 0 && this.go(marked.find((at) => at > this.at) ?? marked[0]);
  }

  /** To the step of a number, or what comes nearest before it. */
  find(seq) {
    const at = this.steps.findLastIndex((step) => step.seq <= seq);
    return this.go(at < 0 ? 0 : at);
  }
}

/** A step as the snapshot that it was, which is what boards and words are made from. */
export function noticeOf(step, match) {
  const isEnd = step.game === match.games.at(-1) && step.phase === "over";
  return {
    ...step,
    match: { ...match, winner: isEnd ? match.winner : null, crawford: step.game.crawford ? "active" : "pending" },
    game: { ...step.game.board, number: step.game.number, phase: step.phase },
    marks: step.won,
  };
}
