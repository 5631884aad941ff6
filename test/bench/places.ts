// `npm run bench:places`: ads that 1, 2, 4 and 8 places of one database issue in a second, where each commit waits for 5 ms.
import process from "node:process";
import { openPlaced } from "../../adapters/placed/mod.ts";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { Store } from "../../core/storage/store.ts";
import { campaign, order } from "../conformance/fixtures.ts";
import { change } from "../placed/open-on.ts";
import { startPostgresServer } from "../setup/postgres-server.ts";
import { median } from "./median.ts";
import { table } from "./print.ts";

const counts = [1, 2, 4, 8];
const rounds = 5;
const seconds = 2;
const batch = 64;

/** A store and a busy campaign on each of its places. */
interface Spread {
  readonly store: Store;
  readonly campaigns: readonly string[];
}

const server = await startPostgresServer({ commit_delay: "5000", commit_siblings: "0" });
try {
  const spreads = new Map<number, Spread>();
  for (const count of counts) spreads.set(count, await open(count));
  const rates = new Map<number, number[]>(counts.map((count) => [count, []]));
  // They take turns, so that a slow moment of the machine meets all of them.
  for (let round = 1; round <= rounds; round++) {
    for (const [count, spread] of spreads) {
      process.stderr.write(`${count} places, round ${round}/${rounds}\n`);
      rates.get(count)?.push(await issuedPerSecond(spread));
    }
  }
  const alone = median(rates.get(1) ?? []);
  const rows = counts.map((count) => {
    const rate = median(rates.get(count) ?? []);
    return [String(count), rate.toFixed(0), (rate / alone).toFixed(2), (rate / alone / count).toFixed(2)];
  });
  process.stdout.write(`${table([["places", "ads per second", "of one place", "of linear"], ...rows])}\n`);
  for (const { store } of spreads.values()) await store.close();
} finally {
  await server.stop();
}

async function open(count: number): Promise<Spread> {
  // One place is a store of its own: places have at least two.
  const schemas = Array.from({ length: count === 1 ? 1 : count + 1 }, (_, index) => `of_${count}_${index}`);
  const stores = await Promise.all(
    schemas.map((schema) => openPostgres(server.url, { schema, maxConnections: 2 })),
  );
  for (const store of stores) await store.migrate();
  const [home, ...places] = stores;
  if (home === undefined) throw new Error("There is no home.");
  const store = count === 1 ? home : openPlaced({ home, places });
  const campaigns = Array.from({ length: count }, (_, index) => `campaign-${index}`);
  for (const id of campaigns) await change(store, [campaign(id)]);
  return { store, campaigns };
}

/** Each place has one batch under way, as the queues of a server do. */
async function issuedPerSecond({ store, campaigns }: Spread): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let issued = 0;
  const work = async (id: string): Promise<void> => {
    const place = store.places?.of(id);
    while (performance.now() < until) {
      const orders = Array.from({ length: batch }, () => {
        const deliveryId = createDeliveryId(Date.now(), systemRandom, true, place);
        return order(deliveryId, [id], { userKey: deliveryId });
      });
      for (const { outcome } of await store.issue(orders)) if (outcome === "issued") issued += 1;
    }
  };
  await Promise.all(campaigns.map(work));
  return issued / seconds;
}
