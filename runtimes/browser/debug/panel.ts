import { routePointer } from "./pointer.ts";
import type { SeenSlot } from "./slots-seen.ts";
import { overlayStyles } from "./styles.ts";

/** Why a request got its ad or none, in sentences of the server. */
export interface Why {
  readonly verdict: string;
  readonly topics: readonly string[];
  readonly eligible: readonly string[];
  readonly notEligible: readonly string[];
}

export interface PanelOptions {
  /** Explains a slot. Rejects with the reason in words. */
  readonly explain: (slot: SeenSlot) => Promise<Why>;
  readonly onRemove: () => void;
}

/** The overlay in the page: an outline for each slot, and a panel with their facts. */
export interface Panel {
  /** The text of the status line. */
  readonly setStatus: (text: string, isError?: boolean) => void;
  readonly draw: (slots: readonly SeenSlot[]) => void;
  readonly remove: () => void;
}

interface Line {
  readonly outline: HTMLElement;
  readonly label: HTMLElement;
  readonly details: HTMLDetailsElement;
  readonly summary: HTMLElement;
  readonly facts: HTMLElement;
  readonly why: HTMLElement;
  /** The facts that are drawn. */
  drawn: string;
  explained: SeenSlot["call"];
}

export function createPanel({ explain, onRemove }: PanelOptions): Panel {
  const host = document.createElement("handbill-debug");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(overlayStyles);
  root.adoptedStyleSheets = [sheet];
  const panel = make("section");
  panel.setAttribute("aria-label", "Handbill debug");
  panel.lang = "en";
  const status = make("p");
  status.role = "status";
  const body = make("div", "", "body");
  const fold = button("Fold", () => {
    body.hidden = !body.hidden;
    fold.textContent = body.hidden ? "Unfold" : "Fold";
  });
  const outlines = make("div");
  outlines.ariaHidden = "true";
  const head = make("header");
  head.append(make("h2", "Handbill debug"), fold, button("Remove", onRemove), status);
  panel.append(head, body);
  root.append(outlines, panel);
  document.documentElement.append(host);
  const stopPointer = routePointer(panel, body);
  const lines = new Map<SeenSlot, Line>();

  const showWhy = async (line: Line, slot: SeenSlot): Promise<void> => {
    if (!line.details.open || slot.call === undefined || line.explained === slot.call) return;
    line.explained = slot.call;
    line.why.textContent = "One moment …";
    try {
      const { verdict, topics, eligible, notEligible } = await explain(slot);
      const list = make("ul");
      for (const sentence of [...topics, ...eligible, ...notEligible]) list.append(make("li", sentence));
      line.why.replaceChildren(make("p", verdict), list);
    } catch (error) {
      line.why.replaceChildren(make("p", error instanceof Error ? error.message : String(error), "error"));
    }
  };
  const lineOf = (slot: SeenSlot): Line => {
    const known = lines.get(slot);
    if (known) return known;
    const outline = make("div", "", "outline");
    const label = make("span");
    outline.append(label);
    outlines.append(outline);
    const details = make("details");
    const summary = make("summary");
    const why = make("div");
    const facts = make("div");
    details.append(summary, make("h3", "Why"), why, facts);
    body.append(details);
    const line: Line = { outline, label, details, summary, facts, why, drawn: "", explained: undefined };
    details.addEventListener("toggle", () => showWhy(line, slot));
    lines.set(slot, line);
    return line;
  };
  return {
    setStatus: (text, isError = false) => {
      if (status.textContent === text) return;
      status.textContent = text;
      status.classList.toggle("error", isError);
    },
    draw: (slots) => {
      for (const [slot, { outline, details }] of lines) {
        if (slots.includes(slot)) continue;
        outline.remove();
        details.remove();
        lines.delete(slot);
      }
      for (const slot of slots) {
        const line = lineOf(slot);
        place(line.outline, slot.element);
        line.outline.classList.toggle("seen", slot.view.isViewable);
        const text = textOf(slot);
        if (line.label.textContent !== text) {
          line.label.textContent = text;
          line.summary.textContent = text;
        }
        drawFacts(line, slot);
        void showWhy(line, slot);
      }
    },
    remove: () => {
      stopPointer();
      host.remove();
    },
  };
}

/** `1 · chat · ad · 62 % · 0.8 s in view · viewed`. */
function textOf({ number, element, call, view, events, errors }: SeenSlot): string {
  const placement = call?.request["placement"] ?? element.getAttribute("data-ad");
  const has = (name: string): boolean => events.some((event) => event.name === name);
  const state = errors.length > 0 ? "error" : has("filled") ? "ad" : has("no-ad") ? "no ad" : "not asked";
  const parts = [String(number), String(placement || "chat"), state];
  if (has("rendered")) {
    parts.push(`${Math.round(view.ratio * 100)} %`, `${(view.totalMs / 1_000).toFixed(1)} s in view`);
    parts.push(has("viewed") ? "view confirmed" : "not confirmed");
  }
  return parts.join(" · ");
}

function drawFacts(line: Line, { call, events, errors }: SeenSlot): void {
  const key = `${call?.status} ${events.length} ${errors.length}`;
  if (!line.details.open || line.drawn === key) return;
  line.drawn = key;
  const list = make("ul");
  for (const { name, at } of events) list.append(make("li", `${(at / 1_000).toFixed(2)} s: ${name}`));
  line.facts.replaceChildren(
    ...errors.map((error) => make("p", error, "error")),
    ...(call ? [...json("Request", call.request), ...json(`Answer (${call.status})`, call.answer)] : []),
    make("h3", "Events"),
    list,
  );
}

function json(title: string, value: unknown): readonly HTMLElement[] {
  const text = JSON.stringify(value, null, 2);
  const copy = button(`Copy ${title.toLowerCase()}`, async () => {
    await navigator.clipboard.writeText(text);
    copy.textContent = "Copied";
  });
  const code = make("pre", text);
  code.tabIndex = 0;
  code.role = "region";
  code.ariaLabel = title;
  return [make("h3", title), code, copy];
}

/** Around the slot, without a part in the page's layout. */
function place({ style }: HTMLElement, element: Element): void {
  const { left, top, width, height } = element.getBoundingClientRect();
  style.left = `${left - 4}px`;
  style.top = `${top - 4}px`;
  style.width = `${width + 8}px`;
  style.height = `${height + 8}px`;
}

function button(text: string, onPress: () => void): HTMLButtonElement {
  const made = make("button", text);
  made.type = "button";
  made.addEventListener("click", onPress);
  return made;
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = "",
  className = "",
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}
