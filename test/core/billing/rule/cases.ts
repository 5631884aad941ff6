import { issueCases } from "./issue-cases.ts";
import { recordCases } from "./record-cases.ts";
import { releaseCases } from "./release-cases.ts";
import { unprovenCases } from "./unproven-cases.ts";
import type { RuleCase } from "./world.ts";

/** The promises of issue, record and release; each fault of the rule is refused by one of them. */
export const ruleCases: readonly RuleCase[] = [
  ...issueCases,
  ...recordCases,
  ...releaseCases,
  ...unprovenCases,
];
