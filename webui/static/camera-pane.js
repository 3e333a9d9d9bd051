// @ts-check
// What the camera sees, beside the board as believed: a new picture when there is one, at most one a second, as long as
// somebody looks.

import { markPicture, tellDiffering } from "./differing.js";
import { t } from "./i18n.js";
import { field, show, write } from "./fields.js";

const EVERY = 1_000;
const SLOWER = 4_000;       // when there is none, or the table cannot be reached
const WIDE = matchMedia("(min-width: 60rem)");

export class CameraPane {
  #running = false;
  #admitted;
  #shown = null;            // the frame that is shown, and how

  /** `onDiffers(differs)`: where the board is seen otherwise than believed; null while nobody looks. */
  constructor(desk, admitted, onDiffers) {
    this.desk = desk;
    this.#admitted = admitted;
    this.onDiffers = onDiffers;
    this.box = document.querySelector(".camera-picture");
    this.image = document.getElementById("picture");
    this.marks = this.box.querySelector(".shot-marks");
    this.drawn = document.getElementById("drawn");
    const widen = () => WIDE.matches && (this.box.open = true);
    WIDE.addEventListener("change", widen);
    widen();
    this.box.addEventListener("toggle", () => this.watch());
    this.drawn.addEventListener("change", () => this.watch());
    document.addEventListener("visibilitychange", () => this.watch());
    addEventListener("admitted", (event) => {
      this.#admitted = event.detail;
      this.watch();
    });
    this.watch();
  }

  get #looking() {
    return this.#admitted && this.box.open && !document.hidden;
  }

  /** Goes on from picture to picture as long as somebody looks. */
  async watch() {
    write(field("camera-says"), this.#admitted ? "" : t("The camera's pictures are for the referee: give the PIN."));
    if (this.#running) return;
    this.#running = true;
    while (this.#looking) {
      const reached = await this.#refresh();
      await new Promise((resolve) => setTimeout(resolve, reached ? EVERY : SLOWER));
    }
    this.#running = false;
    if (!this.#admitted) show(this.box.querySelector(".shot"), false);
    if (!this.#admitted || !this.box.open) this.onDiffers(null);
    this.box.dataset.state = this.#admitted ? "paused" : "shut";
  }

  async #refresh() {
    const now = await this.desk.get("/api/sight");
    if (!now) {
      write(field("camera-says"), this.#admitted ? t("The table cannot be reached.") : t("The camera's pictures are for the referee: give the PIN."));
      return false;
    }
    const got = now.frame !== null && (await this.#picture(now.frame));
    write(field("camera-says"), now.frame === null ? t("The camera has given no picture yet.") : now.view === "clear" ? "" : now.says ?? t("The board is not read."));
    show(this.box.querySelector(".shot"), got);
    // In a view that is not clear nothing was read, and what was before says nothing of now.
    const differs = got && now.view === "clear" ? now.differs : [];
    if (got) markPicture(this.marks, differs, this.image.naturalWidth, this.image.naturalHeight);
    write(field("differences"), got && now.view === "clear" ? tellDiffering(differs) : "");
    this.onDiffers(differs);
    this.box.dataset.state = got ? "live" : "stale";
    return got;
  }

  /** Shows the picture of a frame in place of the last, if it is another one; whether there is one. */
  async #picture(frame) {
    const wanted = `${this.drawn.checked ? "" : "plain&"}n=${frame}`;
    if (wanted === this.#shown) return true;
    const next = new Image();
    next.src = `/api/sight.jpg?${wanted}`;
    try {
      await next.decode();
    } catch {
      return false;
    }
    this.image.src = next.src;
    await this.image.decode().catch(() => {});
    this.#shown = wanted;
    return true;
  }
}
