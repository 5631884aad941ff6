interface Row {
  readonly id: string;
  readonly link: string | null;
  readonly cells: readonly string[];
}

/** Asks for the newest deliveries again and again, while the page is looked at and nobody holds it still. */
export function followDeliveries(): void {
  const place = document.querySelector<HTMLElement>("[data-live-table]");
  const button = document.querySelector<HTMLButtonElement>("[data-pause]");
  const state = document.querySelector("[data-state]");
  const address = place?.dataset["liveTable"];
  if (!place || !button || !state || address === undefined) return;
  const everyMs = Number(place.dataset["every"]);
  let isHeld = false;
  button.addEventListener("click", () => {
    isHeld = !isHeld;
    button.setAttribute("aria-pressed", String(isHeld));
  });
  const look = async (): Promise<void> => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(response.statusText);
    const { rows }: { readonly rows: readonly Row[] } = await response.json();
    show(place, rows);
  };
  const turn = async (): Promise<void> => {
    if (!isHeld && document.visibilityState === "visible") {
      const told = await look().then(
        () => "",
        () => "The server does not answer. Trying again.",
      );
      if (state.textContent !== told) state.textContent = told;
    }
    setTimeout(turn, everyMs);
  };
  setTimeout(turn, everyMs);
}

function show(place: HTMLElement, rows: readonly Row[]): void {
  const body = place.querySelector("tbody");
  if (body === null) {
    // The first delivery: the table is the server's to make.
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
  // Whoever is on a link of the list stays there.
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
