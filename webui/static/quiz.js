// @ts-check
// A quiz of one's own mistakes: the other plays, too, are judged where somebody asks for it.

import { judge } from "./position-analysis.js";
import { field } from "./fields.js";

for (const each of document.querySelectorAll("[data-judge]")) {
  each.hidden = false;
  each.addEventListener("click", () => judge(each.dataset.judge, field("judged")));
}
