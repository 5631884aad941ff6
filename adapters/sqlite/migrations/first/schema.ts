import type { Migration } from "../migration.ts";
import { ledger } from "./ledger.ts";
import { management } from "./management.ts";
import { statistics } from "./statistics.ts";

/** The schema of 0.1.0. */
export const firstRelease: Migration = {
  number: 1,
  name: "first_release",
  sql: [ledger, statistics, management].join(""),
};
