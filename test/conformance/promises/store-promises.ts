import { auditCoverage } from "./audit-store.ts";
import { conventionCoverage } from "./conventions.ts";
import { installationCoverage } from "./installation-store.ts";
import { managementCoverage } from "./management-store.ts";
import type { PromiseCoverage } from "./promise.ts";
import { reportCoverage } from "./report-store.ts";
import { servingCoverage } from "./serving-store.ts";
import { settlementCoverage } from "./settlement-store.ts";
import { changeCoverage, countCoverage, deliveryCoverage, ledgerCoverage } from "./values.ts";
import { webhookCoverage } from "./webhook-store.ts";

/** The files of the storage ports, and what checks each of their sentences. */
export const storePromises: Readonly<Record<string, readonly PromiseCoverage[]>> = {
  "core/storage/store.ts": conventionCoverage,
  "core/storage/serving-store.ts": servingCoverage,
  "core/storage/management-store.ts": managementCoverage,
  "core/storage/report-store.ts": reportCoverage,
  "core/storage/settlement-store.ts": settlementCoverage,
  "core/storage/audit-store.ts": auditCoverage,
  "core/storage/webhook-store.ts": webhookCoverage,
  "core/storage/installation-store.ts": installationCoverage,
  "core/storage/catalog-change.ts": changeCoverage,
  "core/storage/delivery.ts": deliveryCoverage,
  "core/storage/counts.ts": countCoverage,
  "core/storage/ledger-audit.ts": ledgerCoverage,
};

/** The promises that a case checks: the file of the port, and the beginning of the sentence. */
export function promisesOf(caseName: string): readonly string[] {
  return Object.entries(storePromises).flatMap(([file, coverage]) =>
    coverage
      .filter(([, by]) => !("because" in by) && by.includes(caseName))
      .map(([sentence]) => `${file}: "${sentence} …"`),
  );
}
