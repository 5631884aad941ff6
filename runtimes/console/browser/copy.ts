const copiedMs = 2_000;

/** Adds a copy button to each text marked with `data-copy`. */
export function offerCopies(): void {
  if (navigator.clipboard === undefined) return;
  for (const text of document.querySelectorAll<HTMLElement>("[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "small copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy ${text.getAttribute("aria-label") ?? text.textContent ?? ""}`);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text.textContent ?? "");
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, copiedMs);
    });
    text.after(button);
  }
}
