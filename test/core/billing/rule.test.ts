import { describe, it } from "vitest";
import * as budgets from "../../../core/billing/budgets.ts";
import { issueOrders } from "../../../core/billing/decide-issue.ts";
import { countsTowardCap } from "../../../core/billing/frequency.ts";
import { judgeEvent } from "../../../core/billing/judge-event.ts";
import { releaseHolds } from "../../../core/billing/release.ts";
import { ruleCases } from "./rule/cases.ts";

describe("the rule of issue, record and release (core/storage/serving-store.ts)", () => {
  it.each(ruleCases)("$name", ({ run }) => {
    run({ ...budgets, issueOrders, countsTowardCap, judgeEvent, releaseHolds });
  });
});
