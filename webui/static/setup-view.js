// @ts-check
// The step that looks whether light and focus are good and all of the board is in the picture.

import { Step, showVerdict } from "./setup-parts.js";
import { LivePicture } from "./setup-picture.js";
import { t } from "./i18n.js";

export class View extends Step {
  constructor(wizard) {
    super("view", wizard);
    this.live = new LivePicture(this.section.querySelector(".shot"), "/api/setup/live.jpg?width=960");
  }

  enter() {
    this.live.start();
  }

  leave() {
    this.live.stop();
  }

  show(state) {
    showVerdict(this.field("verdict"), this.verdict(state));
  }

  acts(state) {
    const verdict = this.verdict(state);
    const look = { id: "look", text: t("Look again"), act: () => this.post("look") };
    const on = { id: "on", text: t("Go on"), act: () => this.finish("view") };
    if (!verdict) return [this.isDone(state) ? on : { ...on, off: true }, { ...look, plain: true }];
    if (verdict.ok) return [on, { ...look, plain: true }];
    return [look, { ...on, text: t("Go on all the same"), plain: true }];
  }
}
