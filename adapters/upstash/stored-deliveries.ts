import type { Delivery } from "../../core/storage/delivery.ts";
import type { Context } from "./context.ts";
import { hasOwners, type Owners, toDelivery } from "./delivery-value.ts";
import { misfit, parseText } from "./json.ts";
import { ownersScript } from "./scripts/follow.ts";

/** A delivery as it is stored. */
export interface StoredDelivery {
  readonly id: string;
  readonly line: string;
}

/** Reads stored deliveries; those of earlier releases belong to whom their platform and campaign did at their issue. */
export async function readStored(
  { run, keys }: Context,
  stored: readonly StoredDelivery[],
): Promise<readonly Delivery[]> {
  const bare = new Map<StoredDelivery, Owners>();
  const asked = stored.filter(({ line }) => !hasOwners(line));
  if (asked.length > 0) {
    const args = asked.flatMap(({ id, line }) => {
      const { platformId, campaignId, issuedAt } = toDelivery(id, line);
      return [platformId, campaignId, String(issuedAt)];
    });
    const { head, lines } = await run(ownersScript, [keys.root], args);
    if (head[0] !== "owners" || lines.length !== asked.length) misfit("an owner for each delivery");
    for (const [n, one] of asked.entries()) {
      const [publisherId, advertiser] = (lines[n] ?? "").split("\t");
      bare.set(one, { publisherId: parseText(publisherId), advertiser: parseText(advertiser) });
    }
  }
  return stored.map((one) => toDelivery(one.id, one.line, bare.get(one)));
}
