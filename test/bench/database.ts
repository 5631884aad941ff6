import postgres from "postgres";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { versionCreative } from "../../core/catalog/version.ts";
import { hashIdentity } from "../../core/signing/identity-hash.ts";
import { createKeyring } from "../../core/signing/keyring.ts";
import type { IssueOrder } from "../../core/storage.ts";
import { benchCatalog, installCatalog, priceMicros } from "./catalog.ts";
import { benchDeliveryId } from "./delivery-ids.ts";
import { platformId, secret } from "./installation.ts";
import { asker } from "./load/requests.ts";
import { addCampaigns, addDeliveries, baselineSchema } from "./servers/transactions-sql.ts";

/** The databases of one comparison: a schema of ours and one of the baseline, with the same campaigns. */
export interface BenchDatabase {
  readonly schema: string;
  /** Issues deliveries `first` to `first + count − 1` of the hot campaign, as if they had been asked for. */
  readonly issue: (issuedAt: number, first: number, count: number) => Promise<void>;
  /** The same for the baseline. */
  readonly issueBaseline: (issuedAt: number, first: number, count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const batch = 512;
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
    issue: (issuedAt, first, count) =>
      inBatches(first, count, (numbers) => issueBatch(store, issuedAt, numbers)),
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

async function inBatches(
  first: number,
  count: number,
  run: (numbers: readonly number[]) => Promise<void>,
): Promise<void> {
  for (let start = first; start < first + count; start += batch) {
    const length = Math.min(batch, first + count - start);
    await run(Array.from({ length }, (_, index) => start + index));
  }
}

const { identity } = createKeyring([secret], secret);

async function issueBatch(store: PostgresStore, issuedAt: number, numbers: readonly number[]): Promise<void> {
  const [creative] = benchCatalog(1).creatives;
  if (creative === undefined) throw new Error("The bench catalogue has no creative.");
  const { versionId } = versionCreative(creative);
  const orders = numbers.map(
    (number): IssueOrder => ({
      deliveryId: benchDeliveryId(issuedAt, number),
      surface: "web",
      platformId,
      placement: "chat",
      userKey: hashIdentity(identity, platformId, { kind: "visitor", value: asker(number).visitorId }),
      language: "en",
      choices: [
        {
          campaignId: creative.campaignId,
          creativeVersionId: versionId,
          format: creative.format,
          priceMicros,
          publisherMicros: priceMicros / 2,
        },
      ],
    }),
  );
  const outcomes = await store.issue(orders);
  if (outcomes.some(({ outcome }) => outcome !== "issued"))
    throw new Error("A delivery to be seen was refused.");
}
