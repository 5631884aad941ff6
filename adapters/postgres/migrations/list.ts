import { deliveriesIssued } from "./deliveries-issued.ts";
import { fasterViews } from "./faster-views/schema.ts";
import { firstRelease } from "./first/schema.ts";
import type { Migration } from "./migration.ts";

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [firstRelease, deliveriesIssued, fasterViews];
