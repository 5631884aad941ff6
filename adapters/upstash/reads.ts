import type { CreativeVersion } from "../../core/catalog/entities.ts";
import { parseDeliveryId } from "../../core/signing/delivery-id.ts";
import type { Delivery } from "../../core/storage/delivery.ts";
import type { LedgerAudit } from "../../core/storage/ledger-audit.ts";
import type { Spend } from "../../core/storage/serving-store.ts";
import { storedCreative } from "../../core/storage/stored-entity.ts";
import { type Context, chunks, judge, maxPerScript, nowArgument } from "./context.ts";
import { toDelivery } from "./delivery-value.ts";
import { misfit, parseNumber, parseText } from "./json.ts";
import { ledgerScript } from "./scripts/ledger.ts";
import { deliveriesScript, spendScript, textsScript } from "./scripts/reads.ts";

export async function readSpend(
  context: Context,
  campaignIds: readonly string[],
): Promise<readonly (Spend | undefined)[]> {
  const { head, lines } = await judge(context, spendScript, [], [nowArgument(context), ...campaignIds]);
  if (head[0] !== "spends") misfit("spends");
  return campaignIds.map((campaignId, n) => {
    const line = lines[n] ?? "";
    if (line === "") return undefined;
    const [spent, held, day = "", daySpent, dayHeld] = line.split("\t");
    return {
      campaignId,
      spentMicros: parseNumber(spent),
      heldMicros: parseNumber(held),
      day,
      daySpentMicros: parseNumber(daySpent),
      dayHeldMicros: parseNumber(dayHeld),
    };
  });
}

/** Texts that are no delivery ids are not sent. */
export async function findDeliveries(
  context: Context,
  ids: readonly string[],
): Promise<readonly (Delivery | undefined)[]> {
  const wellFormed = ids.filter((id) => parseDeliveryId(id) !== undefined);
  const deliveries = new Map<string, Delivery>();
  for (const part of chunks(wellFormed, maxPerScript)) {
    const args = [nowArgument(context), String(context.networksKeptMs), ...part];
    const { head, lines } = await context.run(deliveriesScript, [context.keys.root], args);
    if (head[0] !== "deliveries" || lines.length !== part.length) misfit("a line for each delivery");
    for (const [n, id] of part.entries()) {
      const [network = "", ...stored] = (lines[n] ?? "").split("\t");
      if (network === "") continue;
      deliveries.set(id, { ...toDelivery(id, stored.join("\t")), network: parseText(network) });
    }
  }
  return ids.map((id) => deliveries.get(id));
}

export async function readCreatives(
  context: Context,
  versionIds: readonly string[],
): Promise<readonly (CreativeVersion | undefined)[]> {
  const lines = await readTexts(context, versionIds.map(context.keys.version));
  return versionIds.map((_, n) => (lines[n] ? storedCreative(JSON.parse(lines[n])) : undefined));
}

async function readTexts({ run, keys }: Context, names: readonly string[]): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const part of chunks(names, maxPerScript)) {
    const { head, lines } = await run(textsScript, [keys.root, ...part], []);
    if (head[0] !== "texts" || lines.length !== part.length) misfit("a text for each key");
    texts.push(...lines);
  }
  return texts;
}

export async function auditLedger({ run, keys }: Context): Promise<LedgerAudit> {
  const { head, lines } = await run(ledgerScript, [keys.root], []);
  if (head[0] !== "ledger") misfit("the ledger");
  let [advertiserMicros, publisherMicros] = [0, 0];
  const campaigns = lines.map((line) => {
    const [id, spent, charged, held, open, unprovenHeld, unprovenOpen, charges, publisher, days = ""] =
      line.split("\t");
    advertiserMicros += parseNumber(charged);
    publisherMicros += parseNumber(publisher);
    return {
      campaignId: parseText(id),
      spentMicros: parseNumber(spent),
      chargedMicros: parseNumber(charged),
      heldMicros: parseNumber(held),
      openMicros: parseNumber(open),
      unprovenHeldMicros: parseNumber(unprovenHeld),
      unprovenOpenMicros: parseNumber(unprovenOpen),
      charges: parseNumber(charges),
      daysOutOfBalance: days === "" ? [] : days.split(","),
    };
  });
  return {
    campaigns,
    advertiserMicros,
    publisherMicros,
    operatorMicros: advertiserMicros - publisherMicros,
  };
}
