// @ts-check
// The steps that put the board right, ticked off as they are done on the real board.

import { t } from "./i18n.js";
import { field, show, write } from "./fields.js";

/**
 * Shows the `mend` of a snapshot; null: nothing is to be put right.
 * @param {import("../types/notice").Notice['mend']} mend
 */
export function drawRepair(mend) {
  const box = field("mend");
  if (!box) return;
  show(box, mend !== null);
  write(field("mend-says", box), mend?.text ?? "");
  write(field("mend-counted", box), mend?.counted ?? "");
  const list = field("mend-steps", box);
  const steps = mend?.steps ?? [];
  while (list.children.length > steps.length) list.lastElementChild.remove();
  steps.forEach((step, index) => {
    const item = list.children[index] ?? list.appendChild(document.createElement("li"));
    const done = step.done ? "yes" : "no";
    if (item.dataset.done === done && item.dataset.text === step.text) return;
    Object.assign(item.dataset, { done, text: step.text });
    item.replaceChildren(step.text);
    if (!step.done) return;
    const told = document.createElement("span");
    told.className = "unseen";
    told.textContent = t("(ticked off)");
    item.append(" ", told);
  });
}
