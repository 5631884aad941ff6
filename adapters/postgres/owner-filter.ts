import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { OwnerFilter } from "../../core/storage/counts.ts";
import { anyOf } from "./tables.ts";

/** The owners of a row as SQL. */
export type OwnerColumns = Readonly<Record<keyof OwnerFilter, RawBuilder<string>>>;

/** The owners of the rows named `row`. */
export function ownerColumns(row: string): OwnerColumns {
  const column = (name: string): RawBuilder<string> => sql<string>`${sql.ref(`${row}.${name}`)}`;
  return {
    publisherIds: column("publisher_id"),
    advertisers: column("advertiser"),
    apiKeyIds: column("api_key_id"),
    platformIds: column("platform_id"),
    campaignIds: column("campaign_id"),
  };
}

/** One condition for each list of the filter that is there. */
export function conditionsOf(columns: OwnerColumns, filter: OwnerFilter): readonly RawBuilder<SqlBool>[] {
  const names = ["publisherIds", "advertisers", "apiKeyIds", "platformIds", "campaignIds"] as const;
  return names.flatMap((name) => {
    const ids = filter[name];
    return ids === undefined ? [] : [sql<SqlBool>`${columns[name]} = ${anyOf(ids)}`];
  });
}
