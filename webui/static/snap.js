// @ts-check
// A photograph becomes a position: sent small to be read, its corners and its board put right by thumb, asked about in four
// taps what no picture shows, then drawn and coded.

import { Desk } from "./desk.js";
import { FreeDraft } from "./draft.js";
import { Drawing } from "./drawing.js";
import { SIDES } from "./geometry.js";
import { judge } from "./position-analysis.js";
import { CornerEditor } from "./setup-editor.js";
import { t } from "./i18n.js";
import { Touch } from "./touch.js";
import { field, show, write } from "./fields.js";

const LONG = 8;             // seconds after which a reading takes longer than it usually does
const TOLD = 4_000;         // milliseconds until that is told anew
const WIDEST = 1920;        // pixels of the longer side that are sent
const QUALITY = 0.88;
const HOMES = { "near-right": ["light", true], "near-left": ["light", false], "far-right": ["dark", true], "far-left": ["dark", false] };

const part = (name) => document.querySelector(`[data-part=${name}]`);
const button = (name) => document.querySelector(`[data-snap=${name}]`);
const form = document.querySelector(".asked");
const keeping = document.querySelector(".keep");
const game = JSON.parse(document.getElementById("game").textContent);
const desk = new Desk();
const editor = new CornerEditor(field("editor"), field("corner-says"), () => {
  button("again").disabled = false;
});

let jpeg = null;            // the picture as it is sent
let seating = null;
let draft = null;
let unsure = [];            // in the picture's own numbering
let asked = "";             // the query string of the position that is shown
let told = null;            // and what the table says of it

const kindOf = (side) => ((side === "W") === (seating.near === "light") ? "light" : "dark");
const nameOf = (side) => (kindOf(side) === "light" ? t("Light") : t("Dark"));

/** What the tap on the board asks of a page. */
const page = {
  board: new Drawing(document.getElementById("board")),
  snapshot: { game, kept_back: false },
  draw() {
    if (!draft) return;
    const slot = (site) => (seating.home_right || site > 24 ? site : site <= 12 ? 13 - site : 37 - site);
    page.board.show({
      position: draft.position, facing: game.facing, hand: game.hand, seating, turned: false, numbersFor: form.to_play.value || "W",
      marks: unsure.map(slot),
    });
    touch.mark();
  },
};
const touch = new Touch(page, async () => null);
touch.borrow({
  draft: () => draft,
  onChange() {
    unsure = [];
    look();
  },
});

/** The picture made small enough to be sent, upright, without what else its file holds. */
async function shrunk(file) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, WIDEST / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  return { blob, bitmap: canvas };
}

function busy(says) {
  write(field("work-says"), says);
  show(field("work"), Boolean(says));
  for (const input of document.querySelectorAll("[data-take]")) input.disabled = Boolean(says);
}

async function take(file) {
  if (!file) return;
  write(field("refused"), "");
  busy(t("One moment..."));
  try {
    const { blob, bitmap } = await shrunk(file);
    jpeg = blob;
    show(part("corners"), true);
    editor.picture(bitmap, bitmap.width, null);
    await read("");
  } catch {
    write(field("refused"), t("This browser cannot open that picture: take another one."));
  }
  busy("");
}

/** Says that a picture is being read, and from some seconds on for how long: the game that is on goes first. Ends it. */
function reading() {
  const since = Date.now();
  const tell = () => {
    const seconds = Math.round((Date.now() - since) / 1_000);
    busy(seconds < LONG ? t("I look for the board; that takes some seconds.") : t("The table has much to do, and the game goes first: I have looked for {seconds} s.", { seconds }));
  };
  tell();
  const ticking = setInterval(tell, TOLD);
  return () => {
    clearInterval(ticking);
    busy("");
  };
}

async function read(corners) {
  const done = reading();
  write(field("refused"), "");
  let answer = null;
  try {
    answer = await fetch(`/api/snap${corners ? `?corners=${encodeURIComponent(corners)}` : ""}`, {
      method: "POST", body: jpeg, headers: { "Content-Type": "image/jpeg", "X-Tableside": "1" }, cache: "no-store",
    });
  } catch {
    write(field("refused"), t("The table cannot be reached. Is this phone still in its network?"));
  }
  done();
  if (!answer) return;
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    write(field("refused"), found.detail ?? t("The table answers {status}.", { status: answer.status }));
    return;
  }
  opened(found, corners);
}

/** Shows what was read. */
function opened(found, corners) {
  if (!corners || found.corners) editor.open(found.corners);
  const words = found.corners === null ? t("I cannot find the corners: drag each to where the playing field ends.")
    : found.sure ? t("The playing field lies between them, without the frame. Drag a corner that is wrong.")
    : t("I think that these are the corners, but am not sure: look at each closely.");
  write(field("corners-say"), words);
  button("again").disabled = found.corners !== null;
  show(part("board"), found.position !== null);
  show(part("found"), found.position !== null);
  if (found.position === null) return;
  seating = found.seating;
  unsure = found.unsure;
  draft = new FreeDraft(found.position, names(), game);
  form.to_play.value = found.to_play ?? "W";
  form.home.value = Object.entries(HOMES).find(([, [near, right]]) => near === seating.near && right === seating.home_right)[0];
  form.elements.roll.value = found.roll ? found.roll.join("-") : "";
  form.elements.cube.value = found.cube.owner ? `${found.cube.value} ${found.cube.owner}` : "1";
  look();
  part(found.sure ? "board" : "corners").scrollIntoView({ block: "start" });
}

function names() {
  return { W: nameOf("W"), B: nameOf("B") };
}

/** Draws the board, and asks what it is called. */
function look() {
  for (const side of SIDES) {
    for (const each of form.querySelectorAll(`[data-name=${side}]`)) write(each, nameOf(side));
    form.querySelector(`[data-swatch=${side}]`).setAttribute("href", `#checker-${kindOf(side)}`);
  }
  for (const each of form.querySelectorAll("[data-cube]")) {
    write(each, t("{value}, {name} has it", { value: each.dataset.cube, name: nameOf(each.dataset.of) }));
  }
  page.draw();
  const missing = SIDES.filter((side) => draft.standing(side) !== game.men).map((side) =>
    t("{name}: {count} of {men} checkers seen.", { name: nameOf(side), count: draft.standing(side), men: game.men }),
  );
  if (unsure.length) missing.unshift(t("Look at the points that are marked: they were not read surely."));
  write(field("counts"), missing.join(" "));
  ask();
}

async function ask() {
  const [value, owner] = form.elements.cube.value.split(" ");
  const query = new URLSearchParams({
    position: draft.text(), to_play: form.to_play.value, roll: form.elements.roll.value, cube: value, ...(owner ? { owner } : {}),
    length: form.elements.length_of.value, white: form.elements.W.value, black: form.elements.B.value, near: seating.near,
  }).toString();
  if (query === asked) return;
  asked = query;
  write(field("kept"), "");
  field("judged").replaceChildren();
  const answer = await fetch(`/api/position?${query}`, { cache: "no-store" }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (asked !== query) return;
  told = answer?.ok ? found : null;
  write(field("impossible"), told ? "" : found?.detail ?? t("The table cannot be reached. Is this phone still in its network?"));
  show(part("possible"), told !== null);
  if (!told) return;
  write(field("says"), `${told.says} ${told.score_says}`);
  field("drawn").src = `/api/position.svg?${query}`;
  field("svg").href = `/api/position.svg?${query}`;
  for (const each of document.querySelectorAll("[data-code]")) write(each, told.codes[each.dataset.code]);
}

/** The drawing as a PNG. */
async function png() {
  const image = field("drawn");
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function fetched(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Puts a text where it can be pasted; a page that came by plain HTTP may only do it by way of a selection. */
async function copy(code) {
  const text = document.querySelector(`[data-code=${code}]`);
  try {
    await navigator.clipboard.writeText(text.textContent);
  } catch {
    getSelection().selectAllChildren(text);
    document.execCommand("copy");
  }
  write(field("kept"), t("Copied."));
}

for (const input of document.querySelectorAll("[data-take]")) {
  input.addEventListener("change", async () => {
    await take(input.files[0]);
    input.value = "";
  });
}
for (const each of document.querySelectorAll("[data-close]")) each.addEventListener("click", () => each.closest("dialog").close());
button("again").addEventListener("click", () => read(editor.places.map((place) => place.map((each) => each.toFixed(1)).join(",")).join(" ")));
button("turn").addEventListener("click", () => editor.turn());
button("judge").addEventListener("click", () => {
  const query = asked;
  judge(query, field("judged"), () => asked !== query);
});
button("png").addEventListener("click", async () => fetched(await png(), "position.png"));
button("share").addEventListener("click", async () => {
  const file = new File([await png()], "position.png", { type: "image/png" });
  await navigator.share({ files: [file], text: told.codes.xgid }).catch(() => {});
});
show(button("share"), Boolean(navigator.canShare?.({ files: [new File([""], "a.png", { type: "image/png" })] })));
for (const each of document.querySelectorAll("[data-copy]")) each.addEventListener("click", () => copy(each.dataset.copy));
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", (event) => {
  if (!draft || !form.reportValidity()) return;
  if (event.target.name === "home") {
    const [near, home_right] = HOMES[form.home.value];
    const before = seating;
    seating = { near, home_right };
    draft.names = names();
    draft = draft.reseated(before, seating);
    draft.names = names();
    touch.renew();
  }
  look();
});
keeping.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!told) return;
  const answer = await desk.send(
    { code: told.codes.xgid, near: seating.near, place: keeping.elements.place.value, words: keeping.elements.words.value }, "/api/notebook",
  );
  if (answer) write(field("kept"), answer.ok ? t("It is in the notebook.") : answer.detail);
});
