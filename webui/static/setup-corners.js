// @ts-check
// The step that confirms the board's corners: found, or dragged to where they are.

import { CornerEditor } from "./setup-editor.js";
import { Step, showVerdict } from "./setup-parts.js";
import { picture } from "./setup-talk.js";
import { t } from "./i18n.js";

const WIDEST = 1600;        // a larger picture is shown smaller, and the loupe fetches what it shows

export class Corners extends Step {
  #shown = "";
  #still = null;

  constructor(wizard) {
    super("corners", wizard);
    this.editor = new CornerEditor(this.field("editor"), this.field("corner-says"), () => wizard.draw());
  }

  enter() {
    this.#shown = "";
  }

  show(state) {
    const { still, places, confirmed, width } = state.corners;
    showVerdict(this.field("verdict"), this.verdict(state));
    const key = JSON.stringify([still, places, confirmed]);
    if (state.work || still === null || key === this.#shown) return;
    this.#shown = key;
    this.#open(still, places, width ?? (state.camera?.width || WIDEST));
  }

  async #open(still, places, width) {
    if (still !== this.#still) {
      const small = width > WIDEST ? "?width=1280" : "";
      const { bitmap, detail } = await picture(`/api/setup/pictures/${still}.jpg${small}`);
      if (!bitmap) return this.wizard.refuse(detail);
      this.#still = still;
      this.editor.picture(bitmap, small ? width : bitmap.width, small ? still : null);
      this.editor.root.scrollIntoView({ block: "nearest" });
    }
    this.editor.open(places);
    this.wizard.draw();
  }

  #tell(more = {}) {
    return this.post("corners", { places: this.editor.places, still: this.#still, ...more });
  }

  acts(state) {
    const verdict = this.verdict(state);
    const ready = this.#still !== null && this.#still === state.corners.still;
    const again = { id: "find", text: t("Look again"), plain: true, act: () => this.post("find") };
    const turn = { id: "turn", text: t("Another side is near"), plain: true, act: () => this.editor.turn(), off: !ready };
    if (this.isDone(state) && state.corners.confirmed && !this.editor.touched) return [this.onwards, turn, again];
    const these = { id: "these", text: t("These are the corners"), act: () => this.#tell(), off: !ready };
    if (verdict?.ok === false && state.corners.places && !this.editor.touched) {
      // The same corners would be refused again: they are dragged, turned, or looked for in a new picture.
      return [
        { ...again, plain: false },
        { id: "insist", text: t("These are right all the same"), plain: true, act: () => this.#tell({ insist: true }), off: !ready },
        turn,
      ];
    }
    return [these, turn, again];
  }
}
