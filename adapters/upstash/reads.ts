import type { CreativeVersion } from "../../core/catalog/entities.ts";
import { parseDeliveryId } from "../../core/signing/delivery-id.ts";
import type { Delivery } from "../../core/storage/delivery.ts";
import type { LedgerAudit } from "../../core/storage/ledger-audit.ts";
import type { Spend } from "../../core/storage/serving-store.ts";
import { storedCreative } from "../../core/storage/stored-entity.ts";
import { type Context, chunks, judge, maxPerScript, nowArgument, pageBytes } from "./context.ts";
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
    const [used, waived, held, day = "", dayUsed, dayHeld] = line.split("\t");
    return {
      campaignId,
      spentMicros: parseNumber(used) - parseNumber(waived),
      usedMicros: parseNumber(used),
      heldMicros: parseNumber(held),
      day,
      dayUsedMicros: parseNumber(dayUsed),
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

/** The texts of some keys, empty where there is none. */
export async function readTexts(
  { run, keys }: Context,
  names: readonly string[],
): Promise<readonly string[]> {
  const texts: string[] = [];
  while (texts.length < names.length) {
    const part = names.slice(texts.length, texts.length + maxPerScript);
    const { head, lines } = await run(textsScript, [keys.root, ...part], [String(pageBytes)]);
    if (head[0] !== "texts" || lines.length === 0 || lines.length > part.length) misfit("texts");
    texts.push(...lines);
  }
  return texts;
}

export async function auditLedger({ run, keys }: Context): Promise<LedgerAudit> {
  const { head, lines } = await run(ledgerScript, [keys.root], []);
  if (head[0] !== "ledger") misfit("the ledger");
  let [advertiserMicros, publisherMicros] = [0n, 0n];
  const campaigns = lines.map((line) => {
    const [id, used, waived, charged, adjusted, restored, held, open, ...others] = line.split("\t");
    const [unprovenHeld, unprovenOpen, charges, publisher, adjustedPublisher, days = ""] = others;
    advertiserMicros += parseSum(charged) - parseSum(adjusted);
    publisherMicros += parseSum(publisher) - parseSum(adjustedPublisher);
    return {
      campaignId: parseText(id),
      usedMicros: parseNumber(used),
      spentMicros: parseNumber(used) - parseNumber(waived),
      chargedMicros: Number(parseSum(charged)),
      adjustedMicros: Number(parseSum(adjusted)),
      restoredMicros: Number(parseSum(restored)),
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
    advertiserMicros: Number(advertiserMicros),
    publisherMicros: Number(publisherMicros),
    operatorMicros: Number(advertiserMicros - publisherMicros),
  };
}

/** A sum of the ledger, which may pass 2^53 − 1. */
function parseSum(text = ""): bigint {
  return /^-?\d+$/.test(text) ? BigInt(text) : misfit("a sum");
}
