import {
  type ApplyOutcome,
  type BudgetFloor,
  type CatalogDelta,
  type CatalogNews,
  type EntityKind,
  type EntityRef,
  entityKinds,
} from "../../core/storage/catalog-change.ts";
import type { LedgerAudit } from "../../core/storage/ledger-audit.ts";
import type { ManagementStore } from "../../core/storage/management-store.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import { catalogOf, storedEntities } from "../kit/stored-entities.ts";
import { storedApiKey } from "../kit/stored-records.ts";
import {
  arrayOf,
  nearestOf,
  numberOf,
  oneOf,
  recordOf,
  type StoredObject,
  textOf,
} from "../kit/stored-values.ts";
import type { Functions } from "./functions.ts";

export type CatalogPart = Pick<ManagementStore, "readCatalog" | "applyCatalog" | "auditLedger"> &
  Pick<ServingStore, "catalogChanges">;

/** The catalogue and the audit of the ledger. `readAtStart` is the whole catalogue, where one can be had sooner. */
export function catalogPartOf(
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
      return { version: delta.version, catalog: catalogOf(delta) };
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

function toDelta(delta: StoredObject): CatalogDelta {
  const entities = arrayOf(delta["entities"]);
  const documents: [EntityKind, unknown][] = [];
  for (let at = 0; at < entities.length; at += 2) {
    documents.push([oneOf(entities[at], entityKinds), entities[at + 1]]);
  }
  return {
    version: textOf(delta["version"]),
    reload: delta["reload"] === true,
    ...storedEntities(documents),
    apiKeys: arrayOf(delta["apiKeys"]).map(storedApiKey),
    removed: arrayOf(delta["removed"]).map(toRef),
  };
}

function toRef(value: unknown): EntityRef {
  const ref = recordOf(value);
  return { kind: oneOf(ref["kind"], entityKinds), id: textOf(ref["id"]) };
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
        usedMicros: numberOf(ledger["usedMicros"]),
        spentMicros: numberOf(ledger["spentMicros"]),
        chargedMicros: nearestOf(ledger["chargedMicros"]),
        adjustedMicros: nearestOf(ledger["adjustedMicros"]),
        restoredMicros: nearestOf(ledger["restoredMicros"]),
        heldMicros: numberOf(ledger["heldMicros"]),
        openMicros: numberOf(ledger["openMicros"]),
        unprovenHeldMicros: numberOf(ledger["unprovenHeldMicros"]),
        unprovenOpenMicros: numberOf(ledger["unprovenOpenMicros"]),
        charges: numberOf(ledger["charges"]),
        daysOutOfBalance: arrayOf(ledger["daysOutOfBalance"]).map(textOf),
      };
    }),
    advertiserMicros: nearestOf(audit["advertiserMicros"]),
    publisherMicros: nearestOf(audit["publisherMicros"]),
    operatorMicros: nearestOf(audit["operatorMicros"]),
  };
}
