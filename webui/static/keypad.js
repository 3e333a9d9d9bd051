// @ts-check
// The keypad of a phone: figures for a PIN, letters for a phrase.

/** Lets a form's tick box choose what the phone shows for its PIN. */
export function choosesKeypad(form) {
  const { letters, pin } = form.elements;
  letters?.addEventListener("change", () => {
    pin.inputMode = letters.checked ? "text" : "numeric";
    pin.focus();
  });
}
