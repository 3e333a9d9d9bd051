// @ts-check
// The announcer's switch in the head of the live page, and the sheet where it is chosen what is called, and how.

import { Announcer } from "./announcer.js";
import { made } from "./elements.js";
import { styled } from "./styled.js";
import { language, t } from "./i18n.js";
import { field, write } from "./fields.js";

/** An announcer with its switch and sheet. */
export function announcer() {
  const button = document.querySelector("[data-action=announce]");
  const sheet = document.getElementById("sheet-announcer");
  const form = sheet.querySelector("form");
  const told = document.querySelector("[data-field=announcing]");
  const words = {
    off: "", mute: "", on: t("Announcing"), waiting: t("Tap anywhere to go on announcing"),
  };
  const speaker = new Announcer((state, trouble) => {
    button.setAttribute("aria-pressed", String(state === "on"));
    button.dataset.state = state;
    write(told, words[state]);
    write(field("announcer-trouble"), trouble);
    if (state === "mute") open();
  });

  async function open() {
    if (sheet.open) return;
    await styled();
    fill(form, speaker);
    sheet.showModal();
  }

  button.dataset.state = speaker.state;
  button.addEventListener("click", () => speaker.toggle());
  document.querySelector("[data-action=announcer]").addEventListener("click", open);
  sheet.querySelector("[data-close]").addEventListener("click", () => sheet.close());
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    const { extent, tradition, voice, pace } = form.elements;
    const voices = { ...speaker.choice.voices, [language]: voice.value };
    const changes = { extent: extent.value, pace: pace.value, voices };
    speaker.choose(tradition.value && tradition.value !== speaker.choice.tradition ? { ...changes, tradition: tradition.value } : changes);
    speaker.preview();
  });
  speaker.speech?.addEventListener?.("voiceschanged", () => sheet.open && fillVoices(form, speaker));
  return speaker;
}

/** Shows what is chosen. */
function fill(form, announcer) {
  const { extent, pace } = announcer.choice;
  form.elements.extent.value = extent;
  form.elements.pace.value = pace;
  fillVoices(form, announcer);
  fillTraditions(form, announcer);
}

function fillVoices(form, announcer) {
  const { voice } = form.elements;
  const there = announcer.voices().map(({ name, voiceURI }) => made("option", { value: voiceURI }, name));
  voice.replaceChildren(voice.options[0], ...there);
  voice.value = announcer.choice.voices[language] ?? "";
  if (voice.selectedIndex < 0) voice.value = "";
}

async function fillTraditions(form, announcer) {
  const { tradition } = form.elements;
  if (!tradition.options.length) {
    const answer = await fetch("/api/rollnames").catch(() => null);
    const { traditions } = answer?.ok ? await answer.json() : { traditions: [] };
    tradition.append(...traditions.map(({ id, name }) => made("option", { value: id }, name)));
    tradition.closest("label").hidden = traditions.length === 0;
  }
  tradition.value = announcer.choice.tradition;
}
