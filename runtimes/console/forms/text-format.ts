import * as v from "valibot";
import type { MoneyFormat } from "../../../core/money-format.ts";
import { percentOf, shareOf, wholeOf } from "../amounts.ts";
import type { TextField } from "../fields.ts";
import { entriesOf, linesOf } from "../lists.ts";
import { instantOf, localOf } from "../times.ts";
import { hoursOf, writeHours } from "../weekly-hours.ts";

/** Returns another value of the same object, or its text. */
export type Sibling = (name: string) => unknown;

/** How a form writes a value as text and reads it back. */
export interface TextFormat {
  readonly write: (value: unknown, sibling: Sibling) => string;
  /** Reads a text that is not blank. Returns an invalid one unchanged, so that the API reports it. */
  readonly read: (text: string, sibling: Sibling) => unknown;
  readonly input?: Pick<TextField, "type" | "inputMode"> | undefined;
}

/** `write` gets values that fit `schema`. */
export function textFormat<T>(
  schema: v.GenericSchema<unknown, T>,
  write: (value: T, sibling: Sibling) => string,
  read: TextFormat["read"],
  input?: TextFormat["input"],
): TextFormat {
  const writeAny: TextFormat["write"] = (value, sibling) => {
    const { success, output } = v.safeParse(schema, value);
    return success ? write(output, sibling) : String(value);
  };
  return { write: writeAny, read, input };
}

/** A text. Surrounding spaces stay only where the schema allows them. */
export function plainText(schema: v.GenericSchema): TextFormat {
  return textFormat(v.string(), String, (text) => (v.safeParse(schema, text).success ? text : text.trim()));
}

const viewsPerMille = 1_000;
const decimal = { inputMode: "decimal" } as const;

export const wholeNumber: TextFormat = textFormat(v.number(), String, wholeOf, { inputMode: "numeric" });
/** An amount in units. */
export function amountText({ typed, parse }: MoneyFormat): TextFormat {
  return textFormat(v.number(), typed, (text) => parse(text) ?? text, decimal);
}
/** The price of one view as a CPM, which is a whole number of micros per view. */
export function cpmText({ typed, parse }: MoneyFormat): TextFormat {
  const read = (text: string): unknown => {
    const micros = parse(text);
    return micros === undefined || micros % viewsPerMille !== 0 ? text : micros / viewsPerMille;
  };
  return textFormat(v.number(), (micros) => typed(micros * viewsPerMille), read, decimal);
}
export const percent: TextFormat = textFormat(v.number(), percentOf, shareOf, decimal);

const texts = v.array(v.string());
export const commaList: TextFormat = textFormat(texts, (list) => list.join(", "), entriesOf);
export const lineList: TextFormat = textFormat(texts, (list) => list.join("\n"), entriesOf);
/** Names, which may have commas. */
export const nameList: TextFormat = textFormat(texts, (list) => list.join("\n"), linesOf);

const weeklyHours = v.object({ days: v.array(v.number()), from: v.number(), to: v.number() });
export const hoursOfWeek: TextFormat = textFormat(v.array(weeklyHours), writeHours, (text) =>
  hoursOf(linesOf(text)),
);

const zoneOf = (sibling: Sibling): string => String(sibling("timeZone") ?? "") || "UTC";
/** An instant in the time zone of the same object. */
export const localTime: TextFormat = textFormat(
  v.string(),
  (iso, sibling) => localOf(iso, zoneOf(sibling)),
  (text, sibling) => instantOf(text, zoneOf(sibling)),
  { type: "datetime-local" },
);
