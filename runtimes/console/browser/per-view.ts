const viewDigits = 3;

/** Keeps each field of a price per view in step with its CPM. */
export function linkPrices(): void {
  for (const view of document.querySelectorAll<HTMLInputElement>("[data-cpm]")) {
    const cpm = document.querySelector<HTMLInputElement>(`#${view.dataset["cpm"]}`);
    if (cpm === null) continue;
    const sign = view.dataset["decimal"] ?? ".";
    const showView = (): void => {
      view.value = shifted(cpm.value, -viewDigits, sign) ?? "";
    };
    cpm.addEventListener("input", showView);
    // The API reports an invalid text.
    view.addEventListener("input", () => {
      cpm.value = shifted(view.value, viewDigits, sign) ?? view.value;
    });
    showView();
  }
}

/** Moves the decimal sign of a number in text to the right, without loss. `undefined`: it is no plain number. */
function shifted(text: string, places: number, sign: string): string | undefined {
  const [whole = "", rest = "", ...more] = text.trim().split(sign);
  if (more.length > 0 || !/^\d+$/.test(whole) || !/^\d*$/.test(rest)) return undefined;
  const digits = whole.padStart(1 - places, "0") + rest.padEnd(places, "0");
  const at = digits.length - Math.max(rest.length, places) + places;
  const decimals = digits.slice(at).replace(/0+$/, "");
  return `${digits.slice(0, at).replace(/^0+(?=\d)/, "")}${decimals && sign + decimals}`;
}
