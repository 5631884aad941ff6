import * as v from "valibot";
import { createHandbill, type Handbill, type HandbillOptions } from "../handbill.ts";
import { consoleLog, safeLog } from "../log.ts";
import type { CatalogDocument } from "../planning/catalog-document.ts";
import type { PlannedChange } from "../planning/plan.ts";
import type { LedgerAudit } from "../storage/ledger-audit.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import type { Store } from "../storage/store.ts";
import { createDeadlines } from "../timing/deadlines.ts";
import { usableSources } from "../usable-sources.ts";
import { applyCatalogDocument } from "./apply-document.ts";
import { CatalogRefused } from "./catalog-refused.ts";
import { createCatalogView } from "./catalog-view.ts";
import { createOperatorKey, type NewKey } from "./create-key.ts";
import { createCurrencyReader, logNewDefault } from "./currency.ts";
import { keyBody } from "./key-routes.ts";
import { logRisks } from "./log-risks.ts";
import { createManagement, type ManagementOptions } from "./management.ts";
import { type AnsweredReport, makeReport, type ReportQuery, reportQuery } from "./report-routes.ts";
import { type ManagementSettings, readSettings } from "./settings.ts";
import { withManagement } from "./with-management.ts";

/** The options of {@link createInstallation}: those of serving and of the management side. */
export interface InstallationOptions
  extends Omit<HandbillOptions, "store" | "metrics">,
    Omit<ManagementOptions, "store" | "handbill"> {
  /** The store of the installation: an adapter such as `openSqlite` or `openPostgres`. `close` closes it. */
  readonly store: Store;
  /** The store as ads are served from it, such as a wrapper that observes `store`. Default: `store`. */
  readonly servingStore?: ServingStore | undefined;
  /** Whether the management API and the console are served. Default true; the API is closed without an operator token. */
  readonly management?: boolean | undefined;
  /** The name of this program in the audit trail. Default: `application`. */
  readonly actor?: string | undefined;
}

/** How to apply a document. */
export interface ApplyOptions {
  /** Only plan the changes. Default false. */
  readonly plan?: boolean | undefined;
  /** Remove everything that the document omits. Default false. */
  readonly prune?: boolean | undefined;
}

/** The effect of a document. */
export interface AppliedDocument {
  /** `planned` and `unchanged` have changed nothing. */
  readonly outcome: "applied" | "planned" | "unchanged";
  /** The changes; empty for `unchanged`. */
  readonly changes: readonly PlannedChange[];
}

/** A new key. Keep `key` on your server: it is not shown again. */
export interface CreatedKey {
  /** The key itself, `hb_live_…`, `hb_test_…` or `hb_manage_…`. */
  readonly key: string;
  /** The id of the key, in lists and in the audit trail. */
  readonly id: string;
  /** The id of its publisher. */
  readonly publisherId: string;
}

/** The query of a report, as of `GET /api/v1/manage/reports`. Every field may be omitted. */
export type ReportRequest = Partial<Omit<ReportQuery, "format">>;

/**
 * An ad server with its management side and its store. `serve`, `toNodeHandler` and `toVercel` of the runtimes take it; another
 * server takes its `fetch`. Its functions need no `this`.
 */
export interface Installation {
  /** Ads, the management API and the console in one handler. */
  readonly handbill: Handbill;
  /** The store of the options, for `store.migrate()` and operations of its own. */
  readonly store: Store;
  /** What is advertised, and where. */
  readonly catalog: {
    /**
     * Applies a document, completely or not at all, and trains its topics. Rejects with `CatalogRefused` if the document has mistakes, and
     * when the store is unreachable.
     */
    readonly apply: (document: CatalogDocument, options?: ApplyOptions) => Promise<AppliedDocument>;
  };
  /** The API keys of publishers. */
  readonly keys: {
    /** Creates a key, by default a live one of the only publisher. Rejects with a RangeError for an unknown publisher. */
    readonly create: (wanted?: NewKey) => Promise<CreatedKey>;
  };
  /** Traffic and money. */
  readonly reports: {
    /**
     * Reads a report as the operator, by default of the last 7 days by day. Includes the statistics that this process has not stored yet.
     * Rejects with a RangeError for an invalid query.
     */
    readonly read: (query?: ReportRequest) => Promise<AnsweredReport>;
  };
  /** The money. */
  readonly ledger: {
    /** Compares what campaigns spent and hold with their charges and open deliveries. */
    readonly audit: () => Promise<LedgerAudit>;
  };
  /** Answers one web-standard request. Never rejects. */
  readonly fetch: Handbill["fetch"];
  /** Does the regular work, as `Handbill.maintain`; also delivers webhooks. */
  readonly maintain: () => Promise<void>;
  /** Closes the server as `Handbill.close`, then the store, in any case. */
  readonly close: (withinMs?: number) => Promise<void>;
}

/** A start waits this long for a call of the store. */
const startupCallMs = 2_000;

/**
 * Creates an installation on a store. Does no I/O and never throws. Missing configuration answers 503 and is logged; the functions
 * that need it reject.
 */
export function createInstallation(given: InstallationOptions): Installation {
  // A program without types may pass nothing.
  const options: InstallationOptions = Object(given);
  const { store, servingStore = store, actor = "application" } = options;
  const { clock, random } = usableSources(options);
  const log = safeLog(options.log ?? consoleLog);
  const handbillAlone = createHandbill({ ...options, store: servingStore });
  const readCurrency = createCurrencyReader(store, log);
  const storeCurrency = async (): Promise<void> => {
    const read = readSettings(options);
    if (read.ok) await readCurrency(read.settings.currency);
  };
  const deadlines = createDeadlines({ subject: "The store", timeoutMs: () => startupCallMs });
  const serving: Handbill = {
    ...handbillAlone,
    warmUp: async () => {
      // A database that is away must not delay the start.
      void logRisks(store, log);
      const stored = deadlines.within(storeCurrency()).catch(() => undefined);
      await Promise.all([stored, handbillAlone.warmUp()]);
    },
  };
  // A mount has no start.
  serving.alsoMaintain(storeCurrency);
  const handbill =
    options.management === false
      ? serving
      : withManagement(serving, createManagement({ ...options, handbill: serving }));
  const readView = createCatalogView(store);
  const settings = (): ManagementSettings => {
    const read = readSettings(options);
    if (!read.ok) throw new Error(`The installation is not configured. ${read.faults.join(" ")}`);
    return read.settings;
  };
  return {
    handbill,
    store,
    catalog: {
      apply: async (document, { plan = false, prune = false } = {}) => {
        const { allowLocalUrls, currency } = settings();
        const onNewDefault = (): void => logNewDefault(log);
        const applying = { plan, prune, allowLocalUrls, currency, actor, onNewDefault };
        const result = await applyCatalogDocument(store, document, applying);
        switch (result.outcome) {
          case "applied":
          case "planned":
            return { outcome: result.outcome, changes: result.changes };
          case "unchanged":
            return { outcome: result.outcome, changes: [] };
          default:
            throw new CatalogRefused(result);
        }
      },
    },
    keys: {
      create: async (wanted) => {
        const parsed = parse(keyBody, { mode: "live", ...wanted });
        const { key, record } = await createOperatorKey(store, parsed, { clock, random, actor });
        return { key, id: record.id, publisherId: record.publisherId };
      },
    },
    reports: {
      read: async (wanted) => {
        const query = parse(reportQuery, { ...wanted });
        const found = await readCurrency(settings().currency);
        if (!found.ok) throw new Error(found.fault);
        await serving.storeCounts();
        const principal = { role: "operator", name: actor } as const;
        const view = await readView();
        const made = await makeReport(query, { principal, store, clock, view, currency: found.currency });
        if ("problem" in made) throw new RangeError(made.detail);
        return made.answered;
      },
    },
    ledger: { audit: () => store.auditLedger() },
    fetch: handbill.fetch,
    maintain: handbill.maintain,
    close: async (withinMs) => {
      try {
        await handbill.close(withinMs);
      } finally {
        await store.close();
      }
    },
  };
}

/** Checks what a program without types may get wrong. Throws a RangeError. */
function parse<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  const [{ path, message }] = parsed.issues;
  throw new RangeError(`${(path ?? []).map(({ key }) => String(key)).join(".")}: ${message}`);
}
