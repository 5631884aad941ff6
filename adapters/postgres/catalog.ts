import type {
  ApplyOutcome,
  BudgetFloor,
  CatalogDelta,
  CatalogNews,
  EntityKind,
  EntityRef,
} from "../../core/storage/catalog-change.ts";
import type { LedgerAudit } from "../../core/storage/ledger-audit.ts";
import type { ManagementStore } from "../../core/storage/management-store.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import {
  storedCampaign,
  storedCreative,
  storedPlatform,
  storedPublisher,
  storedTopic,
} from "../../core/storage/stored-entity.ts";
import type { Functions } from "./functions.ts";
import { arrayOf, type JsonObject, numberOf, recordOf, textOf } from "./json.ts";
import { toApiKey } from "./key-row.ts";

export type CatalogPart = Pick<ManagementStore, "readCatalog" | "applyCatalog" | "auditLedger"> &
  Pick<ServingStore, "catalogChanges">;

/** The catalogue and the audit of the ledger. `readAtStart` is the whole catalogue, where one can be had sooner. */
export function catalogOf(
  functions: Functions,
  readAtStart: () => Promise<unknown> | undefined,
): CatalogPart {
  return {
    async catalogChanges(since) {
      const early = since === undefined ? readAtStart() : undefined;
      return toNews(await (early ?? functions.catalogChanges(since)));
    },

    async readCatalog() {
      const delta = toDelta(recordOf(await functions.catalogChanges(undefined)));
      const { version, publishers, platforms, campaigns, topics } = delta;
      const creatives = delta.creatives.map(({ creative }) => creative);
      return { version, catalog: { publishers, platforms, campaigns, creatives, topics } };
    },

    applyCatalog: async (change) => toApplyOutcome(await functions.applyCatalog(change)),

    auditLedger: async () => toAudit(await functions.auditLedger()),
  };
}

function toNews(value: unknown): CatalogNews {
  const news = recordOf(value);
  const at = numberOf(news["at"]);
  return news["version"] === undefined ? { at } : { at, delta: toDelta(news) };
}

function toDelta(delta: JsonObject): CatalogDelta {
  const documents = new Map<unknown, unknown[]>(kinds.map((kind) => [kind, []]));
  const entities = arrayOf(delta["entities"]);
  for (let at = 0; at < entities.length; at += 2) documents.get(entities[at])?.push(entities[at + 1]);
  const of = <T>(kind: EntityKind, read: (document: unknown) => T): readonly T[] =>
    (documents.get(kind) ?? []).map(read);
  return {
    version: textOf(delta["version"]),
    reload: delta["reload"] === true,
    publishers: of("publisher", storedPublisher),
    platforms: of("platform", storedPlatform),
    apiKeys: arrayOf(delta["apiKeys"]).map(toApiKey),
    campaigns: of("campaign", storedCampaign),
    creatives: of("creative", storedCreative),
    topics: of("topic", storedTopic),
    removed: arrayOf(delta["removed"]).map(toRef),
  };
}

const kinds: readonly EntityKind[] = ["publisher", "platform", "campaign", "creative", "topic"];

function toRef(value: unknown): EntityRef {
  const ref = recordOf(value);
  const kind = kinds.find((name) => name === ref["kind"]);
  if (kind === undefined) throw new TypeError(`the catalogue has the unknown kind ${String(ref["kind"])}`);
  return { kind, id: textOf(ref["id"]) };
}

function toApplyOutcome(value: unknown): ApplyOutcome {
  const answer = recordOf(value);
  const outcome = answer["outcome"];
  switch (outcome) {
    case "applied":
    case "conflict":
      return { outcome, version: textOf(answer["version"]) };
    case "budget_below_floor":
      return { outcome, floors: arrayOf(answer["floors"]).map(toFloor) };
    default:
      throw new TypeError(`apply_catalog answered with the unknown outcome ${String(outcome)}`);
  }
}

function toFloor(value: unknown): BudgetFloor {
  const floor = recordOf(value);
  return {
    campaignId: textOf(floor["campaignId"]),
    field: floor["field"] === "totalBudgetMicros" ? "totalBudgetMicros" : "dailyBudgetMicros",
    floorMicros: numberOf(floor["floorMicros"]),
  };
}

function toAudit(value: unknown): LedgerAudit {
  const audit = recordOf(value);
  return {
    campaigns: arrayOf(audit["campaigns"]).map((line) => {
      const ledger = recordOf(line);
      return {
        campaignId: textOf(ledger["campaignId"]),
        spentMicros: numberOf(ledger["spentMicros"]),
        chargedMicros: numberOf(ledger["chargedMicros"]),
        heldMicros: numberOf(ledger["heldMicros"]),
        openMicros: numberOf(ledger["openMicros"]),
        charges: numberOf(ledger["charges"]),
        daysOutOfBalance: arrayOf(ledger["daysOutOfBalance"]).map(textOf),
      };
    }),
    advertiserMicros: numberOf(audit["advertiserMicros"]),
    publisherMicros: numberOf(audit["publisherMicros"]),
    operatorMicros: numberOf(audit["operatorMicros"]),
  };
}
