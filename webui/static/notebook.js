// @ts-check
// The notebook of positions: printed, analysed, and what is no longer needed taken out, by a second tap on the same button.

import { Desk } from "./desk.js";
import { judge } from "./position-analysis.js";
import { t } from "./i18n.js";
import { field, write } from "./fields.js";

const desk = new Desk();

addEventListener("admitted", () => location.reload());
for (const each of document.querySelectorAll("[data-close]")) each.addEventListener("click", () => each.closest("dialog").close());
document.querySelector("[data-action=print]")?.addEventListener("click", () => print());
for (const each of document.querySelectorAll("[data-judge]")) {
  each.addEventListener("click", () => judge(each.dataset.judge, field("judged", each.closest("li"))));
}
for (const each of document.querySelectorAll("[data-delete]")) {
  each.addEventListener("click", async () => {
    if (!each.dataset.sure) {
      each.dataset.sure = "yes";
      write(each, t("Tap again to delete it"));
      return;
    }
    const answer = await desk.send({}, `/api/notebook/${each.dataset.delete}/delete`);
    if (!answer) return;
    if (answer.ok) each.closest("li").remove();
    else write(field("refused"), answer.detail);
  });
}
