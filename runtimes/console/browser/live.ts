interface Row {
  readonly id: string;
  readonly link: string | null;
  readonly cells: readonly string[];
}

/** Polls the newest deliveries while the page is visible and not paused. */
export function followDeliveries(): void {
  const container = document.querySelector<HTMLElement>("[data-live-table]");
  const button = document.querySelector<HTMLButtonElement>("[data-pause]");
  const state = document.querySelector("[data-state]");
  const address = container?.dataset["liveTable"];
  if (!container || !button || !state || address === undefined) return;
  const everyMs = Number(container.dataset["every"]);
  let isPaused = false;
  button.addEventListener("click", () => {
    isPaused = !isPaused;
    button.setAttribute("aria-pressed", String(isPaused));
  });
  const refresh = async (): Promise<void> => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(response.statusText);
    const { rows }: { readonly rows: readonly Row[] } = await response.json();
    show(container, rows);
  };
  const poll = async (): Promise<void> => {
    if (!isPaused && document.visibilityState === "visible") {
      const status = await refresh().then(
        () => "",
        () => "The server does not answer. Trying again.",
      );
      if (state.textContent !== status) state.textContent = status;
    }
    setTimeout(poll, everyMs);
  };
  setTimeout(poll, everyMs);
}

function show(container: HTMLElement, rows: readonly Row[]): void {
  const body = container.querySelector("tbody");
  if (body === null) {
    // The server renders the table at the first delivery.
    if (rows.length > 0) location.reload();
    return;
  }
  const known = new Map([...body.rows].map((row) => [row.dataset["id"] ?? "", row]));
  const made = rows.map(({ id, link, cells }) => {
    const row = known.get(id) ?? document.createElement("tr");
    if (row.dataset["cells"] === cells.join("\n")) return row;
    row.dataset["id"] = id;
    row.dataset["cells"] = cells.join("\n");
    row.replaceChildren(...cells.map((text, index) => cellOf(text, index, link)));
    return row;
  });
  // Keeps the focus on a link of the list.
  const focused = document.activeElement?.closest("tr");
  body.replaceChildren(...made);
  if (focused?.isConnected) focused.querySelector("a")?.focus();
}

function cellOf(text: string, index: number, link: string | null): HTMLElement {
  const cell = document.createElement(index === 0 ? "th" : "td");
  if (index === 0) cell.setAttribute("scope", "row");
  if (index > 0 || link === null) {
    cell.textContent = text;
    return cell;
  }
  const anchor = document.createElement("a");
  anchor.href = link;
  anchor.textContent = text;
  cell.append(anchor);
  return cell;
}
