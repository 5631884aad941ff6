import { type Choice, selectField, type TextField, textField } from "./fields.ts";
import type { FormError } from "./form-error.ts";
import type { Html } from "./html.ts";
import type { PageContext } from "./page-context.ts";
import { optionsOf, placementOptions } from "./pick-options.ts";

/** A field of a form that selects or asks, without its value. */
export interface FilterField extends Omit<TextField, "value" | "errors"> {
  /** Its value names one of these, which is chosen by name. */
  readonly list?: "publishers" | "platforms" | "campaigns" | "placements" | undefined;
  /** The label of the empty choice. Default: `all`. */
  readonly none?: string | undefined;
  /** Its choices, with the empty one. */
  readonly choices?: readonly Choice[] | undefined;
}

/** With more objects an id is typed, because a list of them would be longer than the page. */
const maxChoices = 500;

/** Draws the fields of a form. An id that no object has stays a text, so that an address keeps it. */
export function drawFilters(
  fields: readonly FilterField[],
  { value, errors }: { readonly value: (name: string) => string; readonly errors: readonly FormError[] },
  context: PageContext,
): Promise<readonly Html[]> {
  return Promise.all(
    fields.map(async ({ list, none = "all", choices, ...field }) => {
      const own = { ...field, value: value(field.name), errors };
      const all = choices ?? (list && (await listed(list, none, context)));
      const isKnown = all?.some(([id]) => id === own.value);
      return all && isKnown ? selectField({ ...own, choices: all }) : textField(own);
    }),
  );
}

async function listed(
  list: NonNullable<FilterField["list"]>,
  none: string,
  context: PageContext,
): Promise<readonly Choice[] | undefined> {
  const all = await (list === "placements" ? placementOptions(context) : optionsOf(context, list));
  if (all === undefined || all.length > maxChoices) return undefined;
  return [["", none], ...all];
}
