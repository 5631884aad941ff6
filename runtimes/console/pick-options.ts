import * as v from "valibot";
import type { Choice } from "./fields.ts";
import { listAll } from "./lists.ts";
import type { PageContext } from "./page-context.ts";

const named = v.object({ id: v.string(), name: v.string() });
const placed = v.object({ placements: v.array(v.string()) });

type Pickable = "publishers" | "platforms" | "campaigns" | "topics";

/** The objects of a kind that a form offers. `undefined`: the role does not list them, or there are too many. */
export async function optionsOf(
  context: PageContext,
  kind: Pickable,
  query: { readonly archived?: "true" } = {},
): Promise<readonly Choice[] | undefined> {
  if (!context.may(`list-${kind}`)) return undefined;
  const { items, isWhole } = await listAll(context, `list-${kind}`, named, query);
  return isWhole ? items.map(({ id, name }) => [id, name === id ? id : `${name} (${id})`]) : undefined;
}

/** The same with archived objects at the end, for forms about the past. */
export async function optionsWithArchived(
  context: PageContext,
  kind: Pickable,
): Promise<readonly Choice[] | undefined> {
  const present = await optionsOf(context, kind);
  const archived = await optionsOf(context, kind, { archived: "true" });
  if (present === undefined || archived === undefined) return undefined;
  return [...present, ...archived.map(([id, label]): Choice => [id, `${label}, archived`])];
}

/** The placements of all platforms. */
export async function placementOptions(context: PageContext): Promise<readonly Choice[] | undefined> {
  if (!context.may("list-platforms")) return undefined;
  const { items, isWhole } = await listAll(context, "list-platforms", placed, {});
  const names = new Set(["chat", ...items.flatMap(({ placements }) => placements)]);
  return isWhole ? [...names].map((name) => [name, name]) : undefined;
}
