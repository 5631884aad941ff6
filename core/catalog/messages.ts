import type * as v from "valibot";

/** A mistake in a catalogue. */
export interface CatalogIssue {
  /** `campaigns[3].priceMicros`; empty for the document itself. */
  readonly path: string;
  /** How to correct it. */
  readonly message: string;
}

/** A step of a path: a field or an index. */
export type PathKey = string | number;

/** `["campaigns", 3, "priceMicros"]` → `campaigns[3].priceMicros`; unusual keys are quoted: `phrases["en-US"]`. */
export function formatPath(keys: readonly PathKey[]): string {
  let path = "";
  for (const key of keys) {
    if (typeof key === "number") path += `[${key}]`;
    else if (!/^[A-Za-z_$][\w$]*$/.test(key)) path += `[${JSON.stringify(key)}]`;
    else path += path === "" ? key : `.${key}`;
  }
  return path;
}

/** The path of an issue, as {@link formatPath} writes it. */
export function pathOf({ path }: Pick<v.BaseIssue<unknown>, "path">): string {
  return formatPath((path ?? []).map(({ key }) => (typeof key === "number" ? key : String(key))));
}

/** The message for an issue whose schema has none. `repeats`: whether it names the value that it found. */
export function advise(issue: v.BaseIssue<unknown>, repeats: boolean = true): string {
  const wanted = wantedWords[issue.type];
  if (issue.received === "undefined") return "Add this field: it is required.";
  if (wanted !== undefined) return `Must be ${wanted}${repeats ? `, but it is ${received(issue)}` : ""}.`;
  const requirement = String(issue.requirement);
  switch (issue.type) {
    case "picklist":
    case "variant":
    case "literal":
    case "union":
      return `Use one of ${issue.expected}${repeats ? `; ${received(issue)} is not among them` : ""}.`;
    case "min_value":
      return `Must be at least ${requirement}.`;
    case "max_value":
      return `Must be at most ${requirement}.`;
    case "min_length":
      return `Give at least ${requirement} of them, or leave the field out where it is optional.`;
    case "max_length":
      return `Shorten this to at most ${requirement}.`;
    default:
      return issue.message;
  }
}

const wantedWords: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  integer: "an integer",
  safe_integer: "an integer",
  array: "a list",
  object: "an object",
  object_with_rest: "an object",
  record: "an object",
};

function received(issue: v.BaseIssue<unknown>): string {
  const words = issue.received;
  return words.length > 60 ? `${words.slice(0, 59)}…` : words;
}
