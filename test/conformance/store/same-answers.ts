import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { Campaign } from "../../../core/catalog/entities.ts";
import type { EntityRef } from "../../../core/storage/catalog-change.ts";
import type { Store } from "../../../core/storage/store.ts";
import { same, sameSet } from "../assert.ts";
import { creativeVersion } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { createPrng, type Prng } from "../prng.ts";
import {
  beginnings,
  campaignIds,
  randomCampaign,
  randomEvents,
  randomOrders,
  waits,
} from "../random-calls.ts";
import { storeCase, type World } from "../world.ts";

/**
 * The memory store is the executable specification: the same calls, drawn by a seed, are made of it and of the store, and
 * the answers are compared. Expired holds are given back on both first: a store may do that earlier than it must.
 */
export const sameAnswerCases: readonly StoreCase[] = [1, 20_261_121, 4_294_967_295].map(sameAnswerCase);

export function sameAnswerCase(seed: number): StoreCase {
  return storeCase(
    `any calls in any order are answered as the memory store answers them (seed ${seed})`,
    async (world) => {
      const pair = new Pair(world, createPrng(seed));
      await pair.begin();
      for (let step = 0; step < 200; step += 1) await pair.step();
      await pair.compareBooks();
    },
  );
}

type Call<Answer> = (store: Store) => Promise<Answer>;

/** The store and its model. A call goes to one of the store's two instances. */
class Pair {
  readonly #world: World;
  readonly #prng: Prng;
  readonly #model: Store;
  readonly #known: string[] = [];

  constructor(world: World, prng: Prng) {
    this.#world = world;
    this.#prng = prng;
    this.#model = createMemoryStore({ clock: world.clock.now });
  }

  begin(): Promise<void> {
    this.#world.clock.set(this.#prng.pick(beginnings));
    return this.#change(campaignIds.map((id) => randomCampaign(this.#prng, id)));
  }

  async step(): Promise<void> {
    const { below, pick } = this.#prng;
    const { clock } = this.#world;
    const kind = below(10);
    if (kind < 4) {
      const orders = randomOrders(this.#prng, this.#known, clock.now());
      await this.#compare("issue", (store) => store.issue(orders));
    } else if (kind < 7) {
      await this.#release();
      const events = randomEvents(this.#prng, this.#known);
      await this.#compare("record", (store) => store.record(events));
    } else if (kind === 7) {
      const id = pick(campaignIds);
      if (below(4) === 0) await this.#change([], [{ kind: "campaign", id }]);
      else await this.#change([randomCampaign(this.#prng, id)]);
    } else if (kind === 8) clock.advance(pick(waits));
    else {
      clock.advance(pick([1, 500, 1_000]));
      await this.compareBooks();
    }
  }

  async compareBooks(): Promise<void> {
    await this.#release();
    const found = this.#known.slice(-100);
    const charges = {
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
      by: ["hour", "publisherId", "advertiser", "apiKeyId", "campaignId", "mark"],
      limit: 1_000,
    } as const;
    await this.#compare("readSpend", (store) => store.readSpend(campaignIds));
    await this.#compare("findDeliveries", (store) => store.findDeliveries(found));
    await this.#compareSets("auditLedger", async (store) => {
      const { campaigns, ...sums } = await store.auditLedger();
      return [sums, ...campaigns];
    });
    await this.#compareSets("readCharges", (store) => store.readCharges(charges));
    const refs = campaignIds.map((id) => ({ kind: "campaign", id }) as const);
    await this.#compare("readRemoved", (store) => store.readRemoved(refs));
  }

  #change(campaigns: readonly Campaign[], removals: readonly EntityRef[] = []): Promise<void> {
    const creatives = campaigns.map(({ id }) => creativeVersion(id));
    const upserts = { publishers: [], platforms: [], campaigns, creatives, topics: [] };
    return this.#compareSets("applyCatalog", async (store) => {
      const { version: expectedVersion } = await store.readCatalog();
      const answer = await store.applyCatalog({ expectedVersion, upserts, removals });
      return answer.outcome === "budget_below_floor" ? answer.floors : [answer.outcome];
    });
  }

  async #compare(what: string, call: Call<unknown>): Promise<void> {
    same(await call(this.#store()), await call(this.#model), `answer of ${what}`);
  }

  /** Where the answer has no order. */
  async #compareSets(what: string, call: Call<readonly unknown[]>): Promise<void> {
    sameSet(await call(this.#store()), await call(this.#model), `answer of ${what}`);
  }

  async #release(): Promise<void> {
    for (const store of [this.#store(), this.#model]) await store.releaseExpired(512);
  }

  #store(): Store {
    return this.#prng.below(2) === 0 ? this.#world.first : this.#world.second;
  }
}
