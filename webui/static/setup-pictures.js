// @ts-check
// The steps that take a picture of the board: bare, and with the starting position.

import { Drawing } from "./drawing.js";
import { Step, showVerdict } from "./setup-parts.js";
import { LivePicture } from "./setup-picture.js";
import { STARTS } from "./setup-starts.js";
import { t } from "./i18n.js";

class Taking extends Step {
  constructor(id, wizard) {
    super(id, wizard);
    this.live = new LivePicture(this.section.querySelector(".shot"), "/api/setup/live.jpg?width=960");
  }

  enter() {
    this.live.start();
  }

  leave() {
    this.live.stop();
  }

  show(state) {
    this.reveal("simulated", state.simulated);
    showVerdict(this.field("verdict"), this.verdict(state));
  }

  /** The acts; `take` names the first look, `insist` what is done where the person knows better, if they may. */
  taking(state, take, insist) {
    const verdict = this.verdict(state);
    const look = (text, plain) => ({ id: "take", text, plain, act: () => this.post(this.id) });
    if (this.isDone(state)) return [this.onwards, look(t("Look again"), true)];
    if (!verdict) return [look(take)];
    return [look(t("Look again")), { id: "insist", text: insist, plain: true, act: () => this.post(this.id, { insist: true }) }];
  }
}

export class Empty extends Taking {
  constructor(wizard) {
    super("empty", wizard);
  }

  acts(state) {
    const acts = this.taking(state, t("It is empty"), t("It is empty all the same"));
    if (!this.isDone(state)) acts.push({ id: "skip", text: t("Skip this"), plain: true, act: () => this.finish("empty", { skip: true }) });
    return acts;
  }
}

export class Start extends Taking {
  #drawn = null;

  constructor(wizard) {
    super("start", wizard);
    this.drawing = new Drawing(this.field("start"));
  }

  show(state) {
    super.show(state);
    if (this.#drawn === state.shape) return;
    this.#drawn = state.shape;
    this.drawing.show(STARTS[state.shape]);
  }

  acts(state) {
    return this.taking(state, t("It stands so"), t("It stands so all the same"));
  }
}
