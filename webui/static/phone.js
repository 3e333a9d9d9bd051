// @ts-check
// The phone above the board: shows what it sees with what is read laid over it, and sends it on, picture by picture. The next
// goes out when the table has looked at the last, so that none waits in a line, however slow the network is.

import { stayAwake } from "./awake.js";
import { Desk } from "./desk.js";
import { language, many, t } from "./i18n.js";
import { field, show, write } from "./fields.js";

const EVERY = 150;          // milliseconds between two pictures, at most
const IDLE = 2_000;         // the same while another camera is watched, or the table cannot be reached
const LATE = 10_000;        // an answer that takes longer does not come
const WIDEST = 1280;        // pixels
const QUALITY = 0.85;
const WIDEST_FULL = 4096;   // pixels of a picture in full resolution
const FULL_QUALITY = 0.9;
const HOT = 3;              // times as long between two pictures while the phone is hot
const SETTLING = 2_000;     // milliseconds in which a camera finds the exposure that it is held to then
const OTHERWISE = 45;       // by so much, of 255, a picture's brightness differs where the light of the room has become another
const LOW = 0.2;            // of a battery
const SVG = "http://www.w3.org/2000/svg";
const PERCENT = new Intl.NumberFormat(language, { style: "percent" });

const page = document.querySelector(".above");
const video = page.querySelector("video");
const marks = page.querySelector(".marks");
const part = (name) => page.querySelector(`[data-part=${name}]`);
const button = (name) => document.querySelector(`[data-action=${name}]`);
const canvas = document.createElement("canvas");
const small = Object.assign(document.createElement("canvas"), { width: 8, height: 8 });
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
const name = (sessionStorage["tableside.phone"] ??= Array.from(crypto.getRandomValues(new Uint32Array(3)), (each) => each.toString(36)).join(""));

const desk = new Desk();
let admitted = page.dataset.admitted === "yes";
let wanted = false;         // somebody wants this phone to be the camera
let takes = false;          // in another's place
let running = false;
let stream = null;
let hot = null;             // whether the phone is, where the browser tells of it
let settles = Infinity;     // when the camera's exposure is to be held, in milliseconds
let level = null;           // the brightness of the pictures when it was
let photographing = false;  // a picture in full resolution is on its way
let sent = [];              // when pictures were taken in, lately

function say(state, words) {
  page.dataset.state = state;
  write(field("says"), words);
}

/** The camera's stream, opened anew where it has ended: a call, another app. Throws where there is none. */
async function open() {
  if (stream?.getVideoTracks()[0]?.readyState === "live") return;
  stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: "environment" }, width: { ideal: WIDEST }, height: { ideal: 960 }, frameRate: { ideal: 15 } },
  });
  video.srcObject = stream;
  await video.play();
  show(page.querySelector(".seen"), true);
  expose("continuous");
}

/** Has the camera hold exposure and white balance, or look for them, where the browser can: hands that come and go change neither. */
function expose(mode) {
  const track = stream.getVideoTracks()[0];
  const can = track.getCapabilities?.() ?? {};
  const held = ["exposureMode", "whiteBalanceMode"].filter((each) => can[each]?.includes("manual") && can[each].includes("continuous"));
  if (held.length) track.applyConstraints({ advanced: held.map((each) => ({ [each]: mode })) }).catch(() => {});
  settles = mode === "continuous" && held.length ? performance.now() + SETTLING : Infinity;
  level = null;
}

/** Holds the exposure once it has settled, and lets go of it where the light of the room has become another. */
function mindExposure() {
  if (performance.now() < settles && level === null) return;
  const few = small.getContext("2d", { willReadFrequently: true });
  few.drawImage(canvas, 0, 0, small.width, small.height);
  const { data } = few.getImageData(0, 0, small.width, small.height);
  const mean = data.reduce((sum, value, at) => sum + (at % 4 < 3 ? value : 0), 0) / (data.length * 0.75);
  if (level === null) {
    expose("manual");
    level = mean;
  } else if (Math.abs(mean - level) > OTHERWISE) {
    expose("continuous");
  }
}

function close() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  video.srcObject = null;
  show(page.querySelector(".seen"), false);
}

/** What the phone sees now, as JPEG. */
function shot() {
  const scale = Math.min(1, WIDEST / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  mindExposure();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

/** What the phone's camera takes at its largest: a photograph where the browser has one taken, else the whole of its film. */
async function photograph() {
  const { ImageCapture } = /** @type {any} */ (window);
  try {
    const camera = new ImageCapture(stream.getVideoTracks()[0]);
    const { imageWidth, imageHeight, fillLightMode } = await camera.getPhotoCapabilities();
    // unasked, some take it as small as the film, or with a flash
    const largest = imageWidth?.max && imageHeight?.max ? { imageWidth: imageWidth.max, imageHeight: imageHeight.max } : {};
    return await createImageBitmap(await camera.takePhoto({ ...largest, ...(fillLightMode?.includes("off") ? { fillLightMode: "off" } : {}) }));
  } catch {
    return createImageBitmap(video);
  }
}

/** Sends one picture in full resolution, which the table has asked for; what fails is tried again while it is asked for. */
async function sendFull() {
  try {
    const photo = await photograph();
    const scale = Math.min(1, WIDEST_FULL / Math.max(photo.width, photo.height));
    const full = Object.assign(document.createElement("canvas"), { width: Math.round(photo.width * scale), height: Math.round(photo.height * scale) });
    full.getContext("2d").drawImage(photo, 0, 0, full.width, full.height);
    photo.close();
    await send(await new Promise((resolve) => full.toBlob(resolve, "image/jpeg", FULL_QUALITY)), "/full");
  } catch {
    // the table goes by the usual pictures
  }
}

async function send(jpeg, kind = "") {
  const answer = await fetch(`/api/camera/picture${kind}?phone=${name}${takes ? "&take" : ""}`, {
    method: "POST", headers: { "Content-Type": "image/jpeg", "X-Tableside": "1" }, body: jpeg, cache: "no-store",
    signal: /** @type {any} */ (AbortSignal).timeout(LATE),
  });
  return { status: answer.status, ok: answer.ok, told: await answer.json().catch(() => ({})) };
}

/** Lays what was read over the picture. */
function lay({ outline, sites, dice }) {
  const { videoWidth: width, videoHeight: height } = video;
  const size = Math.min(width, height) / 34;
  const made = (kind, attributes, text = "") => {
    const element = document.createElementNS(SVG, kind);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };
  const drawn = outline.length ? [made("polygon", { points: outline.map(([x, y]) => `${x * width},${y * height}`).join(" ") })] : [];
  for (const { at: [x, y], light, dark, sure } of sites) {
    const kind = light >= dark ? "light" : "dark";
    const place = { x: x * width, y: y * height };
    drawn.push(made("circle", { cx: place.x, cy: place.y, r: size, class: sure ? kind : `${kind} doubt` }));
    drawn.push(made("text", { ...place, "font-size": size * 1.3, class: `on-${kind}` }, String(Math.max(light, dark))));
  }
  for (const { at: [x, y], value, sure } of dice) {
    const corner = { x: x * width - size, y: y * height - 3.4 * size };
    drawn.push(made("rect", { ...corner, width: 2 * size, height: 2 * size, rx: size / 3, class: sure ? "die" : "die doubt" }));
    drawn.push(made("text", { x: corner.x + size, y: corner.y + size, "font-size": size * 1.4, class: "on-light" }, String(value)));
  }
  marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
  marks.replaceChildren(...drawn);
}

/** One picture, and what comes of it; after how many milliseconds the next is due. */
async function one() {
  try {
    await open();
  } catch {
    say("trouble", t("This browser gives no camera: allow it for this page, and see that no other app uses it."));
    return IDLE;
  }
  const jpeg = video.videoWidth ? await shot() : null;
  if (!jpeg) return EVERY;
  const began = performance.now();
  let answer;
  try {
    answer = await send(jpeg);
  } catch {
    if (!wanted) return 0;
    say("trouble", t("No picture arrives: the table cannot be reached. It is tried again."));
    lay({ outline: [], sites: [], dice: [] });
    return IDLE;
  }
  // an answer that comes after somebody has stopped says nothing any more
  if (!wanted) return 0;
  if (answer.status === 401) {
    desk.forget();
    return IDLE;
  }
  if (!answer.ok) {
    say("trouble", answer.told.detail ?? t("The table answers {status}.", { status: answer.status }));
    // another phone is the camera: this one waits to be told
    if (answer.status === 409) {
      end();
      show(button("take"), true);
    }
    return IDLE;
  }
  takes = false;
  const { watched, says, marks: read, full } = answer.told;
  // beside the film, which goes on; one at a time
  if (full && !photographing) {
    photographing = true;
    sendFull().finally(() => { photographing = false; });
  }
  show(part("unwatched"), !watched);
  if (!watched) {
    say("idle", "");
    lay({ outline: [], sites: [], dice: [] });
    return IDLE;
  }
  say("sending", says);
  lay(read);
  const now = performance.now();
  sent = [...sent.filter((time) => time > now - 5_000), now];
  const rate = Math.max(1, Math.round((1_000 * (sent.length - 1)) / Math.max(now - sent[0], 1_000)));
  write(field("sent"), many("{count} picture a second goes to the table.", "{count} pictures a second go to the table.", rate));
  return Math.max(0, (hot ? HOT : 1) * EVERY - (now - began));
}

/** Goes on from picture to picture as long as this phone is to be the camera; a page that is not seen gets no pictures. */
async function run() {
  if (running) return;
  running = true;
  while (wanted && admitted) {
    if (document.hidden) await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
    const pause = await one();
    if (wanted) await wait(pause);
  }
  running = false;
  close();
  write(field("sent"), "");
  drawButtons();
}

function drawButtons() {
  show(button("start"), !wanted && isSecureContext);
  show(button("stop"), wanted);
  if (wanted) show(button("take"), false);
}

function end() {
  wanted = false;
  drawButtons();
}

async function begin(instead) {
  if (!admitted && !(await desk.ask())) return;
  takes = instead;
  wanted = true;
  stayAwake();
  watchHeat();
  drawButtons();
  say("idle", t("One moment..."));
  run();
}

async function watchBattery() {
  const battery = await navigator.getBattery?.();
  const tell = () => write(field("battery"), battery.charging || battery.level > LOW ? "" : t("The battery is at {percent}: put the phone on a charger.", { percent: PERCENT.format(battery.level) }));
  for (const each of ["levelchange", "chargingchange"]) battery?.addEventListener(each, tell);
  if (battery) tell();
}

/** A phone that its work makes hot sends fewer pictures, before it stops by itself; where the browser tells of it. */
async function watchHeat() {
  const { PressureObserver } = /** @type {any} */ (window);
  if (hot !== null || !PressureObserver) return;
  hot = false;
  const observer = new PressureObserver((told) => {
    hot = told.at(-1).state === "critical";
    write(field("heat"), hot ? t("The phone is hot or has too much to do: put it in the shade and close other apps. It sends fewer pictures meanwhile.") : "");
  });
  await observer.observe("cpu", { sampleInterval: 5_000 }).catch(() => {});
}

addEventListener("admitted", (event) => {
  admitted = event.detail;
  if (!admitted) {
    end();
    say("trouble", t("Give the referee's PIN first."));
  }
});
for (const each of document.querySelectorAll("[data-close]")) each.addEventListener("click", () => each.closest("dialog").close());
button("start").addEventListener("click", () => begin(false));
button("take").addEventListener("click", () => begin(true));
button("stop").addEventListener("click", () => {
  end();
  say("idle", t("Stopped: this phone sends nothing."));
});
show(part("insecure"), !isSecureContext);
drawButtons();
watchBattery();
// by the code that the set-up shows; a link on somebody else's page has no phone send
const ours = !document.referrer || new URL(document.referrer).origin === location.origin;
if (location.hash === "#start" && ours && isSecureContext) begin(false);
