import { createHandbill, type Handbill } from "../../core/handbill.ts";
import { createApiKey } from "../../core/signing/api-key.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { Store } from "../../core/storage/store.ts";
import { apiKey } from "../conformance/fixtures.ts";

/** An ad that a client has, with the receipt of its view. */
export interface IssuedAd {
  readonly id: string;
  readonly view: string;
  readonly user: string;
}

/** A publisher's server that asks a handbill over a store. */
export interface AdClient {
  readonly handbill: Handbill;
  /** All ads so far. */
  readonly ads: readonly IssuedAd[];
  /** Asks for an ad for a new user. */
  readonly request: () => Promise<void>;
  /** The status of the view of an ad. */
  readonly view: (ad: IssuedAd) => Promise<number>;
}

/** Opens a handbill over a store with the platform of the fixtures, and a client with a key. */
export async function openAdClient(store: Store): Promise<AdClient> {
  const key = createApiKey("live", systemRandom);
  await store.addApiKey(apiKey(key.id, Date.now(), { hash: key.hash }));
  const handbill = createHandbill({
    store,
    log: () => {},
    baseUrl: "https://ads.example",
    secrets: ["a signing secret of at least 32 letters"],
    trafficRules: { unprovenHolds: false },
  });
  const ask = (path: string, body: object): Promise<Response> =>
    handbill.fetch(
      new Request(`https://ads.example/api/v1/web/${path}`, {
        method: "POST",
        body: JSON.stringify({ platform_id: "pf_one", ...body }),
        headers: { "content-type": "application/json", authorization: `Bearer ${key.key}` },
      }),
    );
  const ads: IssuedAd[] = [];
  let users = 0;
  return {
    handbill,
    ads,
    request: async () => {
      users += 1;
      const user = `user-${users}`;
      const response = await ask("ads", { stable_user_id: user });
      const { ad = null }: { ad?: { delivery_id: string; view: string } | null } = await response.json();
      if (ad !== null) ads.push({ id: ad.delivery_id, view: ad.view, user });
    },
    view: async ({ id, view, user }) =>
      (await ask("seen", { stable_user_id: user, delivery_id: id, view })).status,
  };
}
