const steps: ReadonlyMap<string, number> = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

/** The arrow keys lead through the days of a chart that has the focus. */
export function walkCharts(): void {
  for (const chart of document.querySelectorAll("[data-chart]")) {
    const picture = chart.querySelector<SVGSVGElement>("svg[tabindex]");
    const status = chart.querySelector("[role=status]");
    const days = [...chart.querySelectorAll(".day")];
    let current: number | undefined;
    picture?.addEventListener("keydown", (event) => {
      const step = steps.get(event.key);
      if (step === undefined || !status) return;
      event.preventDefault();
      // The last day is shown first.
      const from = current ?? days.length - 1;
      const next = Math.min(Math.max(from + step, 0), days.length - 1);
      days[from]?.classList.remove("current");
      days[next]?.classList.add("current");
      status.textContent = days[next]?.textContent ?? "";
      current = next;
    });
    picture?.addEventListener("blur", () => {
      for (const day of days) day.classList.remove("current");
      current = undefined;
    });
  }
}
