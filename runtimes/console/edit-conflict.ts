import { isWithin } from "./form-error.ts";
import type { Texts } from "./forms/form.ts";
import { type Part, pathOf } from "./forms/part.ts";
import { type Html, html } from "./html.ts";

/** The step that saves a form over the version that it names as `current`. */
export const saveOver = "save-over";

interface Conflict {
  readonly parts: readonly Part[];
  /** The texts of the form. */
  readonly texts: Texts;
  /** The current version of the object. */
  readonly current: string;
}

/** The ways out of a form whose object changed meanwhile. `stored`: the texts of the current version. */
export function conflictOf({ parts, texts, current }: Conflict, stored: Texts, address: string): Html {
  const labels = labelsOf(parts);
  const differing = [...new Set([...stored.keys(), ...texts.keys()])]
    .filter((path) => (stored.get(path) ?? "") !== (texts.get(path) ?? ""))
    .flatMap((path) => labels.find(([own]) => isWithin(path, own))?.[1] ?? []);
  const names = [...new Set(differing)].join(", ");
  const differences =
    names === "" ? "It has the same values as this form." : `It differs from this form in: ${names}.`;
  return html`<div class="conflict"><p><a href="${address}" target="_blank" rel="noreferrer">Open the current version</a> in a new tab. ${differences}</p>
<input type="hidden" name="current" value="${current}"><button class="bad" name="do" value="${saveOver}">Save this form over it</button></div>`;
}

/** The labels of fields, by path. A list has its name. */
function labelsOf(parts: readonly Part[], at = ""): readonly (readonly [path: string, label: string])[] {
  return parts.flatMap(({ name, label, parts: inside }) => {
    const path = pathOf(at, name);
    if (label !== undefined) return [[path, label] as const];
    const own = labelsOf(inside, path);
    return own.length > 0 || name === "" ? own : [[path, name] as const];
  });
}
