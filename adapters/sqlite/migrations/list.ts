import { firstRelease } from "./first/schema.ts";
import type { Migration } from "./migration.ts";

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [firstRelease];
