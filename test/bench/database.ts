import postgres from "postgres";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { installCatalog, priceMicros } from "./catalog.ts";
import { benchDeliveryId } from "./delivery-ids.ts";
import { inBatches, issueAhead } from "./issue-ahead.ts";
import { addCampaigns, addDeliveries, baselineSchema } from "./servers/transactions-sql.ts";

/** The databases of one comparison: a schema of Handbill and one of the baseline, with the same campaigns. */
export interface BenchDatabase {
  readonly schema: string;
  /** Issues deliveries `first` to `first + count − 1` of the hot campaign, as if they had been asked for. */
  readonly issue: (issuedAt: number, first: number, count: number) => Promise<void>;
  /** The same for the baseline. */
  readonly issueBaseline: (issuedAt: number, first: number, count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

let schemas = 0;

export async function openDatabase(url: string, campaigns: number): Promise<BenchDatabase> {
  schemas += 1;
  const schema = `bench_${schemas}`;
  const store = await openPostgres(url, { schema, maxConnections: 2 });
  await store.migrate();
  await installCatalog(store, campaigns);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(baselineSchema);
  await sql.unsafe(addCampaigns, [campaigns]);
  return {
    schema,
    issue: (issuedAt, first, count) => issueAhead(store, issuedAt, first, count),
    issueBaseline: (issuedAt, first, count) =>
      inBatches(first, count, async (numbers) => {
        const ids = numbers.map((number) => benchDeliveryId(issuedAt, number));
        await sql.unsafe(addDeliveries, [JSON.stringify(ids), priceMicros]);
      }),
    close: async () => {
      await store.close();
      await sql.end();
    },
  };
}
