// @ts-check
// What a match is agreed on, on its form: shared by the referee's desk and the set-up.

/** The terms that are chosen on a form, by their names. */
export function chosenTerms(form) {
  return Object.fromEntries([...form.querySelectorAll("[data-term]")].map((each) => [each.dataset.term, JSON.parse(each.value)]));
}

/** Shows the terms of a match as chosen. */
export function fillTerms(form, terms) {
  for (const each of form.querySelectorAll("[data-term]")) each.value = JSON.stringify(terms[each.dataset.term]);
  fitClockTerms(form);
}

/** Chooses the terms that go with the profile that was chosen, where a federation's rules have some. */
export function takeTerms(form) {
  const { terms } = form.querySelector("input[name=profile]:checked")?.dataset ?? {};
  if (terms) fillTerms(form, { ...chosenTerms(form), ...JSON.parse(terms) });
}

/** Shows of a chess clock's terms only those that the chosen clock has. */
export function fitClockTerms(form) {
  const term = (name) => form.querySelector(`[data-term=${name}]`);
  const kind = JSON.parse(term("clock").value || '"off"');
  for (const name of ["clock_delay", "clock_minutes", "flag"]) {
    term(name).closest("label").hidden = kind === "off" || (kind === "plain" && name === "clock_delay");
  }
}
