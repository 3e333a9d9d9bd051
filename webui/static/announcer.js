// @ts-check
// The announcer: the browser's voice calls out what happens at the table, once somebody has tapped for it.

import { EXTENTS, calls } from "./calls.js";
import { recall, remember } from "./remembered.js";
import { language, t } from "./i18n.js";

const KEPT = "tableside.announcer";
const PATIENCE = 3_000;       // in which a voice that exists has begun to speak
export const PACES = { slow: 0.8, usual: 1, fast: 1.3 };
const USUAL = { on: false, extent: "all", tradition: "plain", pace: "usual", voices: {} };

/** What this device has been told about announcing. */
function recalled() {
  try {
    const kept = { ...USUAL, ...JSON.parse(recall(KEPT) ?? "{}") };
    return { ...kept, extent: EXTENTS.includes(kept.extent) ? kept.extent : USUAL.extent };
  } catch {
    return { ...USUAL };
  }
}

/** The primary part of a language's code: `en` of `en-GB`. */
const primary = (code) => code.toLowerCase().split(/[-_]/)[0];

/**
 * Says what follows from snapshot to snapshot. `onState(state, words)`: "off"; "on"; "waiting" for a tap, which browsers want
 * before they speak; or "mute", when this device does not speak, with a sentence about it.
 */
export class Announcer {
  #before = null;
  #queue = [];
  #speaking = null;           // the call that is being said
  #spoke = false;             // whether anything has ever been heard
  #patience = null;
  #tradition = null;

  constructor(onState) {
    this.onState = onState;
    this.choice = recalled();
    this.speech = globalThis.speechSynthesis ?? null;
    this.state = "off";
    if (this.choice.on && this.speech) this.#wait();
    this.#fetchTradition();
  }

  /** The voices that speak a language. */
  voices(code = language) {
    return (this.speech?.getVoices() ?? []).filter((voice) => primary(voice.lang) === primary(code));
  }

  /** Begins or ends; to be called in answer to a tap. */
  toggle() {
    if (this.state === "on") this.#end();
    else this.#begin();
  }

  /** Changes what is chosen. */
  choose(changes) {
    this.choice = { ...this.choice, ...changes };
    remember(KEPT, JSON.stringify(this.choice));
    if ("tradition" in changes) this.#fetchTradition();
  }

  /** Lets what is chosen be heard. */
  preview() {
    if (this.state === "on") this.#say([{ text: t("Announcing."), lang: language, kept: false }]);
  }

  /** The snapshot as it is now. */
  tell(snapshot) {
    const before = this.#before;
    this.#before = snapshot;
    if (this.state !== "on" || document.hidden) return;
    const said = calls(before, snapshot, { extent: this.choice.extent, tradition: this.#tradition });
    if (said.length) this.#say(said);
  }

  /** Nobody looks any more, or nothing is heard from the table: what was to be said is old. */
  hush() {
    this.#before = null;
    this.#queue = [];
    this.#speaking = null;
    this.speech?.cancel();
  }

  #begin() {
    if (!this.speech) {
      this.#mute(t("This browser cannot speak. Another one may, on this device or on another."));
      return;
    }
    this.choose({ on: true });
    this.#enter("on");
    this.#patience = setTimeout(() => {
      if (!this.#spoke) this.#mute(t("This device has no voice that speaks. Voices are added in its settings, under speech."));
    }, PATIENCE);
    this.preview();
  }

  #end() {
    clearTimeout(this.#patience);
    this.choose({ on: false });
    this.hush();
    this.#enter("off");
  }

  /** Announcing was on when the page was left: any tap on it goes on. */
  #wait() {
    this.#enter("waiting");
    const go = ({ target }) => {
      if (target.closest?.("[data-action=announce]")) return;         // the switch itself begins or ends
      removeEventListener("click", go, true);
      removeEventListener("keydown", go, true);
      if (this.state === "waiting") this.#begin();
    };
    addEventListener("click", go, true);
    addEventListener("keydown", go, true);
  }

  #mute(words) {
    clearTimeout(this.#patience);
    this.choose({ on: false });
    this.hush();
    this.#enter("mute", words);
  }

  #enter(state, words = "") {
    this.state = state;
    this.onState(state, words);
  }

  /** The newest wins: what has not been said of what came before is dropped, but for what is to be kept. */
  #say(said) {
    this.#queue = [...this.#queue.filter(({ kept }) => kept), ...said];
    if (this.#speaking && !this.#speaking.kept) {
      this.#speaking = null;
      this.speech.cancel();
    }
    this.#next();
  }

  #next() {
    if (this.#speaking) return;
    const call = this.#queue.shift();
    if (!call) return;
    this.#speaking = call;
    const utterance = new SpeechSynthesisUtterance(call.text);
    const voices = this.voices(call.lang);
    utterance.lang = call.lang;
    utterance.voice = voices.find(({ voiceURI }) => voiceURI === this.choice.voices[primary(call.lang)]) ?? null;
    if (utterance.voice) utterance.lang = utterance.voice.lang;
    utterance.rate = PACES[this.choice.pace] ?? 1;
    utterance.addEventListener("start", () => {
      this.#spoke = true;
      clearTimeout(this.#patience);
    });
    const over = () => {
      if (this.#speaking !== call) return;
      this.#speaking = null;
      this.#next();
    };
    utterance.addEventListener("end", over);
    utterance.addEventListener("error", ({ error }) => {
      if (error === "not-allowed" && !this.#spoke) {
        this.#speaking = null;
        this.#wait();
      } else over();
    });
    // Some browsers forget an utterance, and its end, that nobody else holds.
    this.utterance = utterance;
    this.speech.speak(utterance);
  }

  /** The names of rolls in the tradition that is chosen; plain numbers until they are there. */
  async #fetchTradition() {
    const { tradition } = this.choice;
    this.#tradition = null;
    if (tradition === "plain") return;
    const answer = await fetch(`/api/rollnames/${encodeURIComponent(tradition)}`).catch(() => null);
    const names = answer?.ok ? await answer.json() : null;
    if (this.choice.tradition === tradition) this.#tradition = names;
  }
}
