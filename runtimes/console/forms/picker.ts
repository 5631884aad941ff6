import { type Choice, checkboxes, type Field, selectField, textField } from "../fields.ts";
import { type Html, html } from "../html.ts";
import { entriesOf } from "../lists.ts";
import type { Texts } from "./form.ts";

/** With more options the form has a search. */
const mostShown = 40;
const prefix = "find ";

/** Whether a form has a search that was not answered yet: a shown search field is empty. */
export function isSearch(texts: Texts): boolean {
  return [...texts].some(([name, text]) => name.startsWith(prefix) && text.trim() !== "");
}

/** Whether a button of a search was pressed. */
export function isFind(step: string): boolean {
  return step.startsWith(prefix);
}

/** A choice among objects: the chosen ones stay, and a search finds the others. */
export function picker(
  field: Field & { readonly value: string; readonly options: readonly Choice[]; readonly isList: boolean },
  texts: Texts,
): Html {
  const { name, label, value, options, isList, required } = field;
  const chosen = isList ? (entriesOf(value) ?? []) : [value].filter((one) => one !== "");
  const labels = new Map(options);
  const wanted = (texts.get(prefix + name) ?? "").trim();
  const letters = wanted.toLowerCase();
  const others = options.filter(
    ([id, text]) =>
      !chosen.includes(id) && (id.toLowerCase().includes(letters) || text.toLowerCase().includes(letters)),
  );
  const choices = [...chosen.map((id): Choice => [id, labels.get(id) ?? id]), ...others.slice(0, mostShown)];
  const drawn = isList
    ? checkboxes({ ...field, choices, values: chosen })
    : selectField({ ...field, choices: [["", required === false ? "none" : "Choose …"], ...choices] });
  if (options.length <= mostShown) return drawn;
  const shown = `${wanted === "" ? "" : `“${wanted}”: `}${Math.min(others.length, mostShown)} of ${others.length} shown.`;
  const search = textField({
    name: prefix + name,
    label: `Find in ${label}`,
    hint: shown,
    value: "",
    errors: [],
  });
  return html`<div class="picker long">${drawn}<div class="search">${search}<button class="small" name="do" value="${prefix}${name}" formnovalidate>Find<span class="hidden"> in ${label}</span></button></div></div>`;
}
