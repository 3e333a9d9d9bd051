// @ts-check
// What a match is agreed on, on its form: shared by the referee's desk and the set-up.

/** The terms that are chosen on a form, by their names; what does not go with the length is as usual. */
export function chosenTerms(form) {
  return Object.fromEntries([...form.querySelectorAll("[data-term]")].map((each) => [each.dataset.term, JSON.parse(fits(form, each) ? each.value : each.dataset.usual)]));
}

/** Whether a term goes with the length that is chosen: some are for single games only, some for matches to points. */
const fits = (form, { dataset }) => !dataset.only || (dataset.only === "single") === (form.elements.points.value === "0");

/** By form, the terms of which those of the chosen profile have taken the place. */
const displaced = new WeakMap();

/** Shows the terms of a match as chosen; which those of its profile have taken the place of is not known, and said to be the usual ones. */
export function fillTerms(form, terms) {
  const taken = profileTerms(form);
  const usual = (each) => [each.dataset.term, JSON.parse(each.dataset.usual)];
  displaced.set(form, Object.fromEntries([...form.querySelectorAll("[data-term]")].filter((each) => each.dataset.term in taken).map(usual)));
  showTerms(form, terms);
}

/** Chooses the terms that go with the profile that was chosen, where a federation's rules have some, and puts back what went with the one before. */
export function takeTerms(form) {
  const taken = profileTerms(form);
  const before = { ...chosenTerms(form), ...displaced.get(form) };
  showTerms(form, { ...before, ...taken });
  displaced.set(form, Object.fromEntries(Object.keys(taken).map((name) => [name, before[name]])));
}

/** The terms that go with the chosen profile. */
const profileTerms = (form) => JSON.parse(form.querySelector("input[name=profile]:checked")?.dataset.terms ?? "{}");

function showTerms(form, terms) {
  for (const each of form.querySelectorAll("[data-term]")) each.value = JSON.stringify(terms[each.dataset.term]);
  fitShownTerms(form);
}

/** Shows only the terms that go with the length that is chosen, and of a chess clock's those that the chosen clock has. */
export function fitShownTerms(form) {
  for (const each of form.querySelectorAll("[data-only]")) each.closest("label").hidden = !fits(form, each);
  const term = (name) => form.querySelector(`[data-term=${name}]`);
  const kind = JSON.parse(term("clock").value || '"off"');
  for (const name of ["clock_delay", "clock_minutes", "flag"]) {
    term(name).closest("label").hidden = kind === "off" || (kind === "plain" && name === "clock_delay");
  }
}
