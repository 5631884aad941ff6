import * as v from "valibot";
import type { Choice } from "./fields.ts";
import { listAll } from "./lists.ts";
import type { PageContext } from "./page-context.ts";

const named = v.object({ id: v.string(), name: v.string() });
const placed = v.object({ placements: v.array(v.string()) });

/** The objects of a kind that a form offers. `undefined`: the role does not list them, or there are too many. */
export async function optionsOf(
  context: PageContext,
  kind: "publishers" | "platforms" | "campaigns" | "topics",
): Promise<readonly Choice[] | undefined> {
  if (!context.may(`list-${kind}`)) return undefined;
  const { items, isWhole } = await listAll(context, `list-${kind}`, named, {});
  return isWhole ? items.map(({ id, name }) => [id, name === id ? id : `${name} (${id})`]) : undefined;
}

/** The placements of all platforms. */
export async function placementOptions(context: PageContext): Promise<readonly Choice[] | undefined> {
  if (!context.may("list-platforms")) return undefined;
  const { items, isWhole } = await listAll(context, "list-platforms", placed, {});
  const names = new Set(["chat", ...items.flatMap(({ placements }) => placements)]);
  return isWhole ? [...names].map((name) => [name, name]) : undefined;
}
