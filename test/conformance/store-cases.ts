import type { StoreCase } from "./harness.ts";
import { ageCases } from "./store/ages.ts";
import { applyCases } from "./store/apply.ts";
import { auditCases } from "./store/audit.ts";
import { botCases } from "./store/bot.ts";
import { budgetCases } from "./store/budget.ts";
import { catalogCases } from "./store/catalog.ts";
import { chargeCases } from "./store/charge.ts";
import { dayCases } from "./store/days.ts";
import { frequencyCases } from "./store/frequency.ts";
import { hostileCases } from "./store/hostile.ts";
import { issueCases } from "./store/issue.ts";
import { keyCases } from "./store/keys.ts";
import { releaseCases } from "./store/release.ts";

/** Every checkable promise of the storage ports (core/storage.ts). An adapter is done when it keeps them all. */
export const storeCases: readonly StoreCase[] = [
  ...issueCases,
  ...budgetCases,
  ...frequencyCases,
  ...ageCases,
  ...chargeCases,
  ...botCases,
  ...releaseCases,
  ...dayCases,
  ...catalogCases,
  ...applyCases,
  ...keyCases,
  ...hostileCases,
  ...auditCases,
];
