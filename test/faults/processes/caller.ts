import type { AdResponse } from "../../../core/contract/ad.ts";

/** A publisher's server that asks an instance for ads and reports what became of them. */
export interface Caller {
  readonly post: (path: string, body: object) => Promise<Response>;
  /** An ad for a user, or the status of the refusal. */
  readonly requestAd: (user: string) => Promise<IssuedAd | number>;
}

export interface IssuedAd {
  readonly user: string;
  readonly deliveryId: string;
  readonly view: string;
  readonly action: string;
}

export function createCaller(url: string, apiKey: string, platformId: string): Caller {
  const post = (path: string, body: object): Promise<Response> =>
    fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ platform_id: platformId, ...body }),
    });
  return {
    post,
    requestAd: async (user) => {
      const response = await post("/api/v1/web/ads", { stable_user_id: user });
      if (response.status !== 200) return response.status;
      const { ad }: AdResponse = await response.json();
      const button = ad?.blocks.flatMap((block) => (block.kind === "buttons" ? block.buttons : []))[0];
      if (ad?.view === undefined || button?.action === undefined)
        throw new Error("An ad without receipt or action.");
      return { user, deliveryId: ad.delivery_id, view: ad.view, action: button.action };
    },
  };
}

/** Confirms a view as a careful client does: too early is tried again. The last status, 0 when the connection broke. */
export async function confirm(caller: Caller, ad: IssuedAd): Promise<number> {
  const body = { stable_user_id: ad.user, delivery_id: ad.deliveryId, view: ad.view };
  for (;;) {
    const status = await statusOf(caller.post("/api/v1/web/seen", body));
    if (status !== 409) return status;
  }
}

export async function press(caller: Caller, ad: IssuedAd): Promise<number> {
  const body = { stable_user_id: ad.user, delivery_id: ad.deliveryId, action: ad.action };
  return statusOf(caller.post("/api/v1/web/interact", body));
}

async function statusOf(answer: Promise<Response>): Promise<number> {
  try {
    const response = await answer;
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
