// @ts-check
// The winning chances at this score, for who asks for them: asked anew whenever score or cube change while they are open.

import { made } from "./elements.js";
import { language, many, t } from "./i18n.js";
import { nameOf } from "./words.js";
import { field, show } from "./fields.js";

const SHARES = new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

export class Chances {
  #asked = "";

  constructor(box) {
    this.box = box;
    box.addEventListener("toggle", () => {
      // A snapshot that came just after the tap may have asked already.
      if (!box.open) this.#asked = "";
      this.#ask();
    });
  }

  /** A snapshot: whether there is anything to ask for, and whether it is another answer now. */
  tell(snapshot) {
    /** @type {import("../types/notice").Notice} */
    this.snapshot = snapshot;
    const { match, game, position, profile } = snapshot;
    // Where pip counts are not shown the server would refuse, too: in a tournament, by whosever rules.
    const allowed = Boolean(position?.pips) && ["home", "nardy"].includes(profile);
    show(this.box, match.length > 0 && !match.winner && allowed && game.id === "backgammon");
    this.#ask();
  }

  async #ask() {
    const { match, score, cube, game } = this.snapshot ?? {};
    if (!this.box.open || this.box.hidden) return;
    // Value by value: the snapshot in the page names its parts in another order than those of the stream.
    const stands = [score.W, score.B, cube.value, cube.owner, cube.offered_by, cube.in_play];
    const key = JSON.stringify([match.number, match.white, match.black, ...stands, game.number, game.phase === "over"]);
    if (key === this.#asked) return;
    this.#asked = key;
    const answer = await fetch("/api/chances", { headers: { "Accept-Language": language } }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (this.#asked !== key) return;
    if (!told) this.#asked = "";
    field("chances", this.box).replaceChildren(answer?.ok ? this.#table(told) : (told?.detail ?? ""));
  }

  #table({ now, outcomes, passed }) {
    const row = (label, { W, B }) => made("tr", {}, made("th", { scope: "row" }, label), made("td", {}, SHARES.format(W)), made("td", {}, SHARES.format(B)));
    const head = made("tr", {}, made("th", {}), .../** @type {("W" | "B")[]} */ (["W", "B"]).map((side) => made("th", { scope: "col" }, nameOf(this.snapshot, side))));
    const won = ({ winner, points }) => many("{name}: {count} point", "{name}: {count} points", points, { name: nameOf(this.snapshot, winner) });
    return made("table", {}, head, row(t("At this score"), now), ...outcomes.map((each) => row(won(each), each.chance)),
      ...(passed ? [row(t("If it is passed"), passed.chance)] : []));
  }
}
