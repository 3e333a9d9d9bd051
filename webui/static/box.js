// @ts-check
// The page of the box: what hangs at the board as it is now, and how the computer fares.

import { Checkup } from "./checkup.js";
import { Desk } from "./desk.js";
import { capital, made } from "./elements.js";
import { isLit, nextChange, rhythmName, track } from "./rhythms.js";
import { drawStrip, legendMark, stripWords } from "./strip.js";
import { Tones } from "./tones.js";
import { many, t } from "./i18n.js";
import { toast } from "./toast.js";
import { field, show, write } from "./fields.js";

const EVERY = 1_000;          // between two looks
const SLOWER = 4_000;         // when the table cannot be reached
const SAME = 0.4;             // seconds within which a sound that is told twice is one

const desk = new Desk();
const tones = new Tones();
const checkup = new Checkup(document.querySelector(".checkup"));
const part = (name) => document.querySelector(`[data-part="${name}"]`);

let panel = null;
let told = 0;                 // when the panel came, by this page's stopwatch
let lights = [];              // {rhythm, element} of the strip
let blinking = null;
let running = false;
let listening = false;
let played = null;            // {sound, at} of what has sounded; null before the first look
const drawn = {};             // what is drawn of each part, as text, so that only changes are drawn anew

/** Whether a part differs from what was drawn last. */
function changed(name, value) {
  const text = JSON.stringify(value);
  if (drawn[name] === text) return false;
  drawn[name] = text;
  return true;
}

function draw() {
  const { lamps, strip, display, buzzer, buttons, missing, silent } = panel;
  for (const [name, each] of Object.entries({ lamps, strip, display, buzzer, buttons })) {
    show(part(name), each !== null);
    if (each) write(part(name).querySelector(".on"), each.on);
  }
  show(field("silent"), silent);
  if (changed("missing", missing)) part("missing").querySelector("ul").replaceChildren(...missing.map((text) => made("li", {}, capital(text))));
  show(part("missing"), missing.length > 0);
  if (lamps) lamps.lamps.forEach(drawLamp);
  for (const lamp of document.querySelectorAll(".lamp")) show(lamp, Boolean(lamps?.lamps.some((each) => each.name === lamp.dataset.lamp)));
  if (strip && changed("strip", strip.leds.map(({ point, colour, rhythm }) => [point, colour, rhythm]))) drawLeds(strip.leds);
  if (strip) write(field("milliamps"), t("{milliamps} mA now, at {brightness} % brightness", { milliamps: Math.round(strip.milliamps), brightness: strip.brightness }));
  if (display && changed("display", display)) drawDisplay(display);
  if (buzzer) drawHeard(buzzer.heard);
  if (buttons && changed("buttons", buttons.names)) {
    for (const button of document.querySelectorAll("[data-button]")) show(button, buttons.names.includes(button.dataset.button));
  }
  blink();
}

function drawLamp({ name, rhythm }) {
  const lamp = document.querySelector(`.lamp[data-lamp="${name}"]`);
  if (lamp.dataset.rhythm === rhythm) return;
  lamp.dataset.rhythm = rhythm;
  lamp.querySelector(".track").replaceWith(track(panel.rhythms, rhythm));
  write(lamp.querySelector(".rhythm"), rhythmName(rhythm));
}

function drawLeds(leds) {
  lights = drawStrip(part("strip").querySelector("svg.board"), leds);
  const groups = stripWords(leds);
  part("strip").querySelector(".legend").replaceChildren(...groups.map((group) => {
    const told = { colour: group.name, rhythm: rhythmName(group.rhythm), points: group.points.join(", ") };
    const words = many("{colour}, {rhythm}: point {points}", "{colour}, {rhythm}: points {points}", group.points.length, told);
    return made("li", {}, legendMark(group), made("span", {}, words));
  }));
  show(field("all-dark"), groups.length === 0);
}

/** The display as it is, pixel for pixel; its words where the picture cannot be made. */
function drawDisplay({ width, height, rows, lines }) {
  const canvas = part("display").querySelector("canvas");
  const words = part("display").querySelector("pre");
  show(canvas, rows.length > 0);
  show(words, rows.length === 0);
  write(words, lines.join("\n"));
  canvas.setAttribute("aria-label", lines.length ? t("The display: {lines}", { lines: lines.join("; ") }) : t("The display: dark"));
  if (!rows.length) return;
  Object.assign(canvas, { width, height });
  const paint = canvas.getContext("2d");
  paint.fillStyle = "#05080a";
  paint.fillRect(0, 0, width, height);
  paint.fillStyle = "#c9f1ff";
  rows.forEach((row, y) => {
    for (let x = 0; x < width; x += 1) {
      if ((parseInt(row[x >> 2], 16) >> (3 - (x & 3))) & 1) paint.fillRect(x, y, 1, 1);
    }
  });
}

function drawHeard(heard) {
  const sounds = heard.map(({ sound, says, ago }) => ({ sound, says, at: panel.at - ago, ago }));
  const isNew = ({ sound, at }) => !played.some((each) => each.sound === sound && Math.abs(each.at - at) < SAME);
  if (played && listening) for (const each of sounds.filter(isNew)) tones.play(panel.sounds[each.sound], Math.max(0, -each.ago));
  played = sounds;
  show(field("no-sound"), sounds.length === 0);
  const list = part("buzzer").querySelector(".heard");
  if (changed("heard", sounds.map(({ sound }) => sound))) list.replaceChildren(...sounds.map(heardItem).reverse());
  [...list.children].forEach((item, index) => write(item.querySelector("small"), since(sounds.at(-1 - index).ago)));
}

function heardItem({ sound, says }) {
  const button = made("button", { type: "button", class: "small", "aria-label": t("Hear: {sound}", { sound: says }) }, t("Hear"));
  button.addEventListener("click", async () => {
    await tones.open();
    tones.play(panel.sounds[sound]);
  });
  return made("li", {}, made("span", {}, says, made("small")), button);
}

/** How long ago something was, in words. */
function since(seconds) {
  if (seconds < 5) return t("just now");
  if (seconds < 90) return many("{count} second ago", "{count} seconds ago", Math.round(seconds / 5) * 5);
  if (seconds < 5400) return many("{count} minute ago", "{count} minutes ago", Math.round(seconds / 60));
  return many("{count} hour ago", "{count} hours ago", Math.round(seconds / 3600));
}

/** Lights what is lit now, and again when that changes. */
function blink() {
  clearTimeout(blinking);
  const now = panel.at + (performance.now() - told) / 1000;
  const lamps = [...document.querySelectorAll(".lamp")].map((element) => ({ rhythm: element.dataset.rhythm, element }));
  const all = [...lamps, ...lights];
  for (const { rhythm, element } of all) element.classList.toggle("lit", isLit(panel.rhythms, rhythm, now));
  const wait = nextChange(panel.rhythms, all.map(({ rhythm }) => rhythm), now);
  if (wait !== null) blinking = setTimeout(blink, wait * 1000 + 5);
}

function say(state, words) {
  document.body.dataset.connection = state;
  write(field("connection-state"), words);
}

async function refresh() {
  try {
    const answer = await fetch("/api/box", { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    panel = await answer.json();
  } catch {
    say("stale", t("The table cannot be reached."));
    return false;
  }
  told = performance.now();
  say("live", t("live"));
  draw();
  return true;
}

/** Goes on looking as long as somebody looks at the page. */
async function watch() {
  if (running) return;
  running = true;
  while (!document.hidden) {
    const reached = await refresh();
    if (reached) checkup.keep();
    await new Promise((resolve) => setTimeout(resolve, reached ? EVERY : SLOWER));
  }
  running = false;
}

for (const button of document.querySelectorAll("[data-button]")) {
  button.addEventListener("click", async () => {
    const answer = await desk.send({ button: button.dataset.button }, "/api/button");
    if (answer) toast(answer.ok ? t("Pressed: {button}.", { button: button.textContent.trim() }) : answer.detail);
  });
}
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
const listen = document.querySelector("[data-action=listen]");
listen.addEventListener("change", async () => {
  if (listen.checked) await tones.open();
  listening = listen.checked;
});

addEventListener("admitted", () => checkup.look());
document.addEventListener("visibilitychange", watch);
watch();
