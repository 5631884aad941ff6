import type { ScriptMigration } from "../migration.ts";
import { adjustCharges } from "./adjust-charges.ts";
import { auditTrail } from "./audit-trail.ts";
import { catalog } from "./catalog.ts";
import { catalogChanges } from "./catalog-changes.ts";
import { counts } from "./counts.ts";
import { deliveries } from "./deliveries.ts";
import { issue } from "./issue.ts";
import { keys } from "./keys.ts";
import { ledgerAudit } from "./ledger-audit.ts";
import { rateLimits } from "./rate-limits.ts";
import { record } from "./record.ts";
import { release } from "./release.ts";
import { settings } from "./settings.ts";
import { settlement } from "./settlement.ts";
import { tables } from "./tables.ts";
import { uniques } from "./uniques.ts";
import { webhooks } from "./webhooks.ts";
import { weeks } from "./weeks.ts";

/**
 * The schema of 0.1.0. A later release that changes a function creates the next version beside it, such as `issue_v2`: during a
 * roll-out instances of both releases are running.
 */
export const firstRelease: ScriptMigration = {
  number: 1,
  name: "first_release",
  sql: [
    tables,
    auditTrail,
    weeks,
    release,
    catalog,
    catalogChanges,
    keys,
    issue,
    record,
    deliveries,
    counts,
    uniques,
    settlement,
    adjustCharges,
    ledgerAudit,
    webhooks,
    settings,
    rateLimits,
  ].join(""),
};
