import { canonicalJson } from "../catalog/canonical-json.ts";
import { isRecord } from "../catalog/record.ts";

/** The components of an OpenAPI document. */
export interface Components {
  /** Replaces each schema that has a title by a reference. */
  readonly hoist: (value: unknown) => unknown;
  /** The schemas by title. */
  readonly schemas: () => Readonly<Record<string, unknown>>;
}

/** Collects schemas by title. Throws if two different schemas share a title: that is a bug in a route. */
export function createComponents(): Components {
  const schemas = new Map<string, Readonly<Record<string, unknown>>>();
  const inside = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, hoist(value)]));
  const hoist = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hoist);
    if (!isRecord(value)) return value;
    const { title } = value;
    // A property named `title` holds a schema instead.
    if (typeof title !== "string") return inside(value);
    const schema = inside(value);
    const known = schemas.get(title);
    if (known !== undefined && canonicalJson(known) !== canonicalJson(schema)) {
      throw new Error(`Two schemas have the title ${title}: rename one.`);
    }
    schemas.set(title, schema);
    return { $ref: `#/components/schemas/${title}` };
  };
  return {
    hoist,
    schemas: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
