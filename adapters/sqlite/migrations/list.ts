import { ledger } from "./0001-ledger.ts";
import { statistics } from "./0002-statistics.ts";
import { management } from "./0003-management.ts";
import { countedLanguages } from "./0004-counted-languages.ts";
import { owners } from "./0005-owners.ts";
import { removals } from "./0006-removals.ts";
import type { Migration } from "./migration.ts";

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [
  ledger,
  statistics,
  management,
  countedLanguages,
  owners,
  removals,
];
