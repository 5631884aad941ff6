/** Draws a form again when the choice changes that decides which fields there are. */
export function redrawForms(): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>("select[data-redraws]")) {
    const button = select.parentElement?.querySelector("button");
    if (!button) continue;
    button.hidden = true;
    // The arrow keys of a closed list pass over choices: the form is drawn once the list is left.
    let isByKeys = false;
    select.addEventListener("keydown", () => {
      isByKeys = true;
    });
    select.addEventListener("pointerdown", () => {
      isByKeys = false;
    });
    const drawn = select.value;
    const redraw = (): void => {
      if (select.value !== drawn) select.form?.requestSubmit(button);
    };
    select.addEventListener("change", () => {
      if (!isByKeys) redraw();
    });
    select.addEventListener("blur", redraw);
  }
}
