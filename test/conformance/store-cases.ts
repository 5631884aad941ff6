import { ConformanceFailure } from "./assert.ts";
import type { StoreCase } from "./harness.ts";
import { promisesOf } from "./promises/store-promises.ts";
import { adjustmentCases } from "./store/adjustments.ts";
import { ageCases } from "./store/ages.ts";
import { amountCases } from "./store/amounts.ts";
import { applyCases } from "./store/apply.ts";
import { auditCases } from "./store/audit.ts";
import { auditTrailCases } from "./store/audit-trail.ts";
import { batchCases } from "./store/batches.ts";
import { botCases } from "./store/bot.ts";
import { budgetCases } from "./store/budget.ts";
import { budgetChangeCases } from "./store/budget-changes.ts";
import { catalogCases } from "./store/catalog.ts";
import { chargeCases } from "./store/charge.ts";
import { chargeReportCases } from "./store/charge-reports.ts";
import { competitionCases } from "./store/competition.ts";
import { countCases } from "./store/counts.ts";
import { dayCases } from "./store/days.ts";
import { deliveryIdCases } from "./store/delivery-ids.ts";
import { frequencyCases } from "./store/frequency.ts";
import { hostileCases } from "./store/hostile.ts";
import { installationCases } from "./store/installation.ts";
import { issueCases } from "./store/issue.ts";
import { keyStepCases } from "./store/key-steps.ts";
import { keyCases } from "./store/keys.ts";
import { listedDeliveryCases } from "./store/listed-deliveries.ts";
import { listedUniqueCases } from "./store/listed-uniques.ts";
import { lockCases } from "./store/locks.ts";
import { markCases } from "./store/marks.ts";
import { momentCases } from "./store/moments.ts";
import { networkCases } from "./store/networks.ts";
import { ownerCases } from "./store/owners.ts";
import { recentDeliveryCases } from "./store/recent-deliveries.ts";
import { releaseCases } from "./store/release.ts";
import { retryCases } from "./store/retries.ts";
import { sameAnswerCases } from "./store/same-answers.ts";
import { statementCases } from "./store/statements.ts";
import { uniqueGroupCases } from "./store/unique-groups.ts";
import { uniqueCases } from "./store/uniques.ts";
import { unprovenHoldCases } from "./store/unproven-holds.ts";
import { webhookMessageCases } from "./store/webhook-messages.ts";
import { webhookCases } from "./store/webhooks.ts";
import { windowCases } from "./store/windows.ts";

/**
 * Every checkable promise of the storage ports (core/storage/store.ts), about in the order in which an adapter comes to be: the
 * catalogue and the keys, issuing, recording, the books. An adapter is done when it keeps them all.
 */
export const storeCases: readonly StoreCase[] = [
  ...catalogCases,
  ...applyCases,
  ...keyCases,
  ...keyStepCases,
  ...issueCases,
  ...competitionCases,
  ...budgetCases,
  ...budgetChangeCases,
  ...amountCases,
  ...unprovenHoldCases,
  ...frequencyCases,
  ...windowCases,
  ...ageCases,
  ...chargeCases,
  ...botCases,
  ...releaseCases,
  ...dayCases,
  ...hostileCases,
  ...deliveryIdCases,
  ...batchCases,
  ...retryCases,
  ...lockCases,
  ...momentCases,
  ...auditCases,
  ...sameAnswerCases,
  ...countCases,
  ...chargeReportCases,
  ...adjustmentCases,
  ...statementCases,
  ...uniqueCases,
  ...listedUniqueCases,
  ...uniqueGroupCases,
  ...recentDeliveryCases,
  ...listedDeliveryCases,
  ...markCases,
  ...networkCases,
  ...ownerCases,
  ...auditTrailCases,
  ...webhookCases,
  ...webhookMessageCases,
  ...installationCases,
].map(namingPromises);

/** The case, whose failure names the promises of the ports below what was expected and what came. */
function namingPromises({ name, run }: StoreCase): StoreCase {
  return {
    name,
    run: (harness) =>
      run(harness).catch((error: unknown) => {
        if (!(error instanceof ConformanceFailure)) throw error;
        throw new ConformanceFailure([error.message, ...promisesOf(name)].join("\n"), { cause: error });
      }),
  };
}
