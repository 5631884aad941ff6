import * as v from "valibot";
import { objectLink } from "./components.ts";
import type { Html } from "./html.ts";
import type { PageContext } from "./page-context.ts";

const sections = {
  publisher: "publishers",
  platform: "platforms",
  campaign: "campaigns",
  topic: "topics",
} as const;

/** A kind of object that has a name. */
export type NamedKind = keyof typeof sections;

/** The names of objects. */
export interface Names {
  /** Returns the name of an object. An object that the role cannot read has its id. */
  readonly of: (kind: NamedKind, id: string) => string;
  /** Returns a link to the page of an object, by its name. Without a link if the role cannot open the page. */
  readonly link: (kind: NamedKind, id: string) => Html | string;
}

const named = v.object({ name: v.string() });

/** Reads the names of objects, each once. */
export async function readNames(
  wanted: Iterable<readonly [kind: NamedKind, id: string]>,
  context: PageContext,
): Promise<Names> {
  const names = new Map<string, string | undefined>();
  for (const [kind, id] of wanted) {
    if (id === "" || names.has(`${kind} ${id}`)) continue;
    const read = await context.call(`read-${kind}`, named, { id });
    names.set(`${kind} ${id}`, "problem" in read ? undefined : read.json.name);
  }
  const nameOf = (kind: NamedKind, id: string): string | undefined => names.get(`${kind} ${id}`);
  return {
    of: (kind, id) => nameOf(kind, id) ?? id,
    link: (kind, id) => {
      const name = nameOf(kind, id);
      if (name === undefined) return id;
      return context.may(`create-${kind}`) ? objectLink(context, sections[kind], id, name) : name;
    },
  };
}

export function isNamed(kind: string): kind is NamedKind {
  return Object.hasOwn(sections, kind);
}
