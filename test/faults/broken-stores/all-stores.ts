import { brokenAuditTrails } from "./audit-trail.ts";
import { brokenBatches } from "./batches.ts";
import type { BrokenStore } from "./broken-store.ts";
import { brokenBudgets } from "./budgets.ts";
import { brokenCatalogs } from "./catalog.ts";
import { brokenChargeReports } from "./charge-reports.ts";
import { brokenCounts } from "./counts.ts";
import { brokenDeliveryIds } from "./delivery-ids.ts";
import { brokenEntities } from "./entities.ts";
import { brokenCaps } from "./frequency.ts";
import { brokenInstallations } from "./installation.ts";
import { brokenAtIssue } from "./issue.ts";
import { brokenListedDeliveries } from "./listed-deliveries.ts";
import { brokenListedUniques } from "./listed-uniques.ts";
import { brokenMoments } from "./moments.ts";
import { brokenOwners } from "./owners.ts";
import { brokenRecentDeliveries } from "./recent-deliveries.ts";
import { brokenAtRecord } from "./record.ts";
import { brokenAtRetry } from "./retries.ts";
import { brokenSettlements } from "./settlement.ts";
import { brokenInTime } from "./time.ts";
import { brokenInTrust } from "./trust.ts";
import { brokenUniqueGroups } from "./unique-groups.ts";
import { brokenUniques } from "./uniques.ts";
import { brokenWebhookMessages } from "./webhook-messages.ts";
import { brokenWebhooks } from "./webhooks.ts";

/** Stores that each break one promise of the ports: what the conformance kit is tested with. */
export const brokenStores: readonly BrokenStore[] = [
  ...brokenAtIssue,
  ...brokenBatches,
  ...brokenAtRecord,
  ...brokenAtRetry,
  ...brokenInTime,
  ...brokenDeliveryIds,
  ...brokenCaps,
  ...brokenBudgets,
  ...brokenMoments,
  ...brokenCatalogs,
  ...brokenEntities,
  ...brokenCounts,
  ...brokenChargeReports,
  ...brokenSettlements,
  ...brokenUniques,
  ...brokenListedUniques,
  ...brokenUniqueGroups,
  ...brokenRecentDeliveries,
  ...brokenListedDeliveries,
  ...brokenOwners,
  ...brokenInTrust,
  ...brokenAuditTrails,
  ...brokenWebhooks,
  ...brokenWebhookMessages,
  ...brokenInstallations,
];
