/**
 * Makes the tabs of a list work by pointer and keyboard: arrows, Home and End move and choose. A tab shows the panel of
 * its `aria-controls` and hides the others.
 */
export function startTabs(list: HTMLElement, onChoose: (index: number) => void = () => {}): void {
  const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
  const panels = tabs.map((tab) => document.getElementById(tab.getAttribute("aria-controls") ?? ""));
  // Its content may be higher than the panel, and the keyboard scrolls it.
  for (const panel of panels) if (panel !== null) panel.tabIndex = 0;
  const choose = (chosen: number): void => {
    for (const [index, tab] of tabs.entries()) {
      tab.ariaSelected = String(index === chosen);
      tab.tabIndex = index === chosen ? 0 : -1;
    }
    for (const panel of panels) if (panel !== null) panel.hidden = panel !== panels[chosen];
    onChoose(chosen);
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(index));
    tab.addEventListener("keydown", ({ key }) => {
      const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[key];
      const next = target === undefined ? undefined : tabs.at(target % tabs.length);
      if (next === undefined) return;
      choose(tabs.indexOf(next));
      next.focus();
    });
  }
  choose(0);
}
