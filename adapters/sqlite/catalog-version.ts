import type { CatalogVersion } from "../../core/storage/catalog-change.ts";
import type { Database } from "./database.ts";
import { integerOf, textOf } from "./row.ts";

export interface CatalogState {
  readonly epoch: string;
  readonly version: number;
}

/** Counts the changes of the catalogue and of keys, from 0 on. */
export function catalogState(db: Database): CatalogState {
  const row = db.get("SELECT epoch, version FROM catalog_state");
  return { epoch: textOf(row, "epoch"), version: integerOf(row, "version") };
}

export function versionOf({ epoch, version }: CatalogState): CatalogVersion {
  return `${epoch}.${version}`;
}

/** Increments the catalogue's version and returns it. Rows of the change are stored with it. */
export function nextVersion(db: Database): number {
  return integerOf(db.get("UPDATE catalog_state SET version = version + 1 RETURNING version"), "version");
}
