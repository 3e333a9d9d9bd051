// @ts-check
// The step that chooses the camera: every one that there is with its picture, taken one after another.

import { capital, made } from "./elements.js";
import { Step, showVerdict } from "./setup-parts.js";
import { draw } from "./setup-picture.js";
import { ask, picture } from "./setup-talk.js";
import { t } from "./i18n.js";
import { show } from "./fields.js";

const AGAIN = 1_000;        // milliseconds until a camera without a picture is asked once more, and longer each time
const ROUNDS = 2;           // so often one that is not open yet is asked in all
const PHONE = "phone";      // which may begin to send at any moment

export class Camera extends Step {
  #looked = 0;              // how often the cameras were looked for; an older look gives way to a newer
  #filled = false;
  #picked = false;          // somebody has chosen a camera here

  constructor(wizard) {
    super("camera", wizard);
    this.list = this.field("cameras");
    this.form.addEventListener("input", () => wizard.draw());
    this.list.addEventListener("input", () => (this.#picked = true));
  }

  enter() {
    this.#filled = false;
    this.#look();
  }

  leave() {
    this.#looked += 1;
  }

  async #look() {
    const turn = (this.#looked += 1);
    const answer = await ask("/api/setup/cameras");
    if (turn !== this.#looked) return;
    if (!answer.ok) return this.wizard.refuse(answer.detail);
    const { cameras } = answer.body;
    const cards = cameras.map((camera) => card(camera));
    if (cameras.length === 1) cards[0].querySelector("input").checked = true;
    this.list.replaceChildren(...cards);
    this.reveal("no-cameras", cameras.length === 0);
    this.#offerPhone(cards);
    this.wizard.draw();
    // One after another, as a camera is slow to open. One that gives no picture is asked once more, a phone and the one that
    // is open already for as long as somebody looks: it may be waking.
    for (let round = 0; turn === this.#looked; round += 1) {
      const left = cards.filter((each) => each.dataset.seen !== "yes" && (round < ROUNDS || isOpen(each) || isPhone(each)));
      if (left.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, Math.min(round, 3) * AGAIN));
      for (const each of left) if (turn === this.#looked) await this.#see(each);
    }
  }

  async #see(face) {
    const { value } = face.querySelector("input");
    const { bitmap, detail } = await picture(`/api/setup/camera.jpg?id=${encodeURIComponent(value)}`);
    const says = face.querySelector(".camera-says");
    const canvas = face.querySelector("canvas");
    if (bitmap) {
      draw(canvas, bitmap);
      face.dataset.seen = "yes";
      // who has just had a phone send means it
      if (isPhone(face) && !this.#picked) {
        face.querySelector("input").checked = true;
        this.wizard.draw();
      }
      this.#offerPhone([...this.list.children]);
    }
    show(canvas, bitmap !== null);
    says.textContent = capital(detail);
    show(says, bitmap === null);
  }

  /** Shows the code that makes a phone the camera, while none sends. */
  #offerPhone(cards) {
    show(this.section.querySelector(".by-phone"), cards.some((each) => isPhone(each) && each.dataset.seen !== "yes"));
  }

  show(state) {
    if (!this.#filled) {
      this.#filled = true;
      this.#picked = this.isDone(state);
      this.form.board.value = state.shape;
      this.form.rotate.value = String(state.camera?.rotate ?? 0);
      this.form.mirror.checked = state.camera?.mirror ?? false;
    }
    showVerdict(this.field("verdict"), this.verdict(state));
  }

  /** The camera that is chosen on the page. */
  get #chosen() {
    return this.form.url.value.trim() || this.form.elements.camera?.value || "";
  }

  #isAsItIs(state) {
    const { camera, shape } = state;
    const same = !this.form.url.value.trim() && this.list.querySelector("input:checked")?.dataset.chosen === "yes";
    return same && this.form.board.value === shape && Number(this.form.rotate.value) === camera?.rotate && this.form.mirror.checked === camera?.mirror;
  }

  acts(state) {
    const again = { id: "look", text: t("Look for cameras"), plain: true, act: () => this.#look() };
    if (this.isDone(state) && this.verdict(state)?.ok !== false && this.#isAsItIs(state)) return [this.onwards, again];
    return [{ id: "take", text: t("Take this camera"), act: () => this.#take(), off: !this.#chosen }, again];
  }

  async #take() {
    const camera = this.#chosen;
    const { rotate, mirror, board, url } = this.form;
    const taken = await this.post("camera", { camera, rotate: Number(rotate.value), mirror: mirror.checked, board: board.value });
    if (!taken) return;
    for (const input of this.list.querySelectorAll("input")) input.dataset.chosen = input.value === camera ? "yes" : "no";
    if (url.value) {
      url.value = "";
      this.#look();
    }
    this.wizard.draw();
  }
}

function isOpen(face) {
  return face.querySelector("input").dataset.chosen === "yes";
}

function isPhone(face) {
  return face.querySelector("input").value === PHONE;
}

/** A camera as a picture to be tapped. */
function card({ id, name, chosen }) {
  const input = made("input", { type: "radio", name: "camera", value: id, "data-chosen": chosen ? "yes" : "no" });
  input.checked = chosen;
  const canvas = made("canvas", { width: "4", height: "3", "aria-hidden": "true", hidden: "" });
  return made(
    "label", { class: "camera-card" }, input,
    made("span", { class: "camera-face" }, canvas, made("span", { class: "camera-says" }, t("One moment..."))),
    made("span", { class: "camera-name" }, name),
  );
}
