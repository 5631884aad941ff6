/** A JSON value of each kind, with its name in a test. */
const kinds = {
  null: null,
  string: "text",
  number: 12,
  boolean: true,
  array: ["text"],
  object: { type: "static" },
} as const;

/** The JSON values of every other kind. Where a field must be of one kind, all of these are wrong. */
export function anythingButA(kind: keyof typeof kinds): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(kinds)
    .filter(([name]) => name !== kind)
    .map(
      ([name, value]) => [name === "null" ? name : `the ${name} ${JSON.stringify(value)}`, value] as const,
    );
}
