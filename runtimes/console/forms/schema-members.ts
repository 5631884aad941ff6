import type * as v from "valibot";
import { isRecord } from "../../../core/catalog/record.ts";

/** A member of an object in a valibot schema. */
export interface Member {
  /** The schema of the member when it is present. */
  readonly schema: v.GenericSchema;
  readonly isOptional: boolean;
  /** The default. `undefined`: none, or neither a text nor a number. */
  readonly initial: string | number | undefined;
}

export type Members = ReadonlyMap<string, Member>;

/** The members of an object. A record is a list of objects with the members `key` and `value`. */
export function membersOf(schema: v.GenericSchema): Members {
  const { entries, key, value } = partsIn(schema);
  const all = schema.type === "record" ? { key, value } : partsIn(entries);
  return new Map(Object.entries(all).map(([name, entry]) => [name, memberOf(schemaIn(entry))]));
}

function memberOf(entry: v.GenericSchema): Member {
  if (entry.type !== "optional") return { schema: entry, isOptional: false, initial: undefined };
  const { wrapped, default: given } = partsIn(entry);
  const initial = typeof given === "string" || typeof given === "number" ? given : undefined;
  return { schema: schemaIn(wrapped), isOptional: true, initial };
}

/** The members of the items of a list, by the kind that the member `key` tells. All items alike: the kind `""`. */
export interface ItemKinds {
  readonly key: string;
  readonly kinds: ReadonlyMap<string, Members>;
}

export function itemKindsOf(schema: v.GenericSchema): ItemKinds {
  const item = schema.type === "record" ? schema : schemaIn(partsIn(schema)["item"]);
  if (item.type !== "variant") return { key: "", kinds: new Map([["", membersOf(item)]]) };
  const key = String(partsIn(item)["key"]);
  const kinds = listIn(partsIn(item)["options"]).map((option): [string, Members] => {
    const members = new Map(membersOf(schemaIn(option)));
    const kind = partsIn(members.get(key)?.schema)["literal"];
    members.delete(key);
    return [String(kind), members];
  });
  return { key, kinds: new Map(kinds) };
}

/** The values of a choice, or of a list of choices. `undefined`: the schema is neither. */
export function choicesIn(schema: v.GenericSchema): readonly string[] | undefined {
  const { item, options } = partsIn(schema);
  if (schema.type === "array") return choicesIn(schemaIn(item));
  return schema.type === "picklist" ? listIn(options).map(String) : undefined;
}

/** The least number of items of a list. */
export function leastItems(schema: v.GenericSchema): number {
  const actions = listIn(partsIn(schema)["pipe"]).map(partsIn);
  return Number(actions.find(({ type }) => type === "min_length")?.["requirement"] ?? 0);
}

function schemaIn(value: unknown): v.GenericSchema {
  if (isSchema(value)) return value;
  throw new TypeError("This is no schema of valibot: correct the description of the form.");
}

function isSchema(value: unknown): value is v.GenericSchema {
  return partsIn(value)["kind"] === "schema";
}

/** The parts of a schema, which valibot's types hide. */
function partsIn(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
