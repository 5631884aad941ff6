import { describe, expect, it } from "vitest";
import { defaultPlacement } from "../../../core/contract/ad-request.ts";
import { campaign, platformId } from "../../conformance/fixtures.ts";
import { createPrng } from "../../conformance/prng.ts";
import { install } from "../pipeline/installation.ts";
import { browserPost } from "../pipeline/requests.ts";

const people = 3_000;
const attackRequests = 6_000;

/** Two campaigns of one price. Only the rival is shown on the placement that is attacked. */
async function open() {
  const prng = createPrng(20_261_122);
  const { handbill, store, clock } = await install(
    {
      random: (length) => Uint8Array.from({ length }, () => prng.below(256)),
      rateLimits: { requestsPerNetwork: false },
    },
    {},
    [campaign("own", { placements: [defaultPlacement] }), campaign("rival")],
  );

  interface Visitor {
    readonly visitor: string;
    readonly address: string | undefined;
    readonly placement?: string;
  }
  const ask = async ({ visitor, address, placement = defaultPlacement }: Visitor) => {
    const body = { platform_id: platformId, visitor_id: visitor, placement, context: { type: "static" } };
    const { status, body: text } = await handbill.answer(browserPost("/api/v1/web/ads", body, address));
    expect(status).toBe(200);
    const { ad }: { ad: { delivery_id: string; view: string } | null } = JSON.parse(text);
    return ad ?? undefined;
  };
  const confirm = async (
    { visitor, address }: Visitor,
    { delivery_id, view }: { delivery_id: string; view: string },
  ) => {
    const body = { platform_id: platformId, visitor_id: visitor, delivery_id, view };
    const { status } = await handbill.answer(browserPost("/api/v1/web/seen", body, address));
    expect(status).toBe(200);
  };
  let came = 0;
  return {
    /** Lets an hour pass, so that view rates are learned from all that came before. */
    learn: async () => {
      clock.advance(3_600_000);
      await handbill.maintain();
      clock.advance(120_000);
      await ask({ visitor: `learning-${clock.now()}`, address: "198.51.100.1" });
      await handbill.maintain();
    },
    /** The rival's share of the ads of new people, each from a network of its own; every other one looks. */
    share: async () => {
      const asked: { who: Visitor; ad: { delivery_id: string; view: string } }[] = [];
      for (let n = 0; n < people; n += 1) {
        came += 1;
        const who = { visitor: `person-${String(came).padStart(16, "0")}`, address: addressOf(came) };
        const ad = await ask(who);
        if (ad !== undefined) asked.push({ who, ad });
      }
      clock.advance(2_000);
      // Every other ad of each campaign, so that chance moves no view rate.
      const ads = { own: 0, rival: 0 };
      for (const { who, ad } of asked) {
        const [delivery] = await store.findDeliveries([ad.delivery_id]);
        const of = delivery?.campaignId === "rival" ? "rival" : "own";
        ads[of] += 1;
        if (ads[of] % 2 === 0) await confirm(who, ad);
      }
      return ads.rival / asked.length;
    },
    attack: async (address: string | undefined) => {
      for (let n = 0; n < attackRequests; n += 1) {
        await ask({ visitor: `attacker-${String(n).padStart(16, "0")}`, address, placement: "sidebar" });
      }
    },
    /** Confirms everything that the own campaign gets. */
    promote: async (address: string | undefined) => {
      for (let n = 0; n < attackRequests; n += 1) {
        const who = { visitor: `promoter-${String(n).padStart(16, "0")}`, address };
        const ad = await ask(who);
        const [delivery] = ad === undefined ? [] : await store.findDeliveries([ad.delivery_id]);
        if (ad === undefined || delivery?.campaignId !== "own") continue;
        clock.advance(1_000);
        await confirm(who, ad);
      }
    },
  };
}

describe("learning from traffic", () => {
  it("6,000 requests of one network that confirm nothing leave a rival its share", async () => {
    const { share, learn, attack } = await open();
    await share();
    await learn();
    const before = await share();
    await attack("203.0.113.7");
    await learn();
    expect(Math.abs((await share()) - before)).toBeLessThanOrEqual(0.02);
  });

  it("the same requests move it where the network is not known", async () => {
    const { share, learn, attack } = await open();
    await share();
    await learn();
    const before = await share();
    await attack(undefined);
    await learn();
    expect(before - (await share())).toBeGreaterThan(0.2);
  });

  it("6,000 requests of one network that confirm only their own campaign leave the others their share", async () => {
    const { share, learn, promote } = await open();
    await share();
    await learn();
    const before = await share();
    await promote("203.0.113.7");
    await learn();
    expect(Math.abs((await share()) - before)).toBeLessThanOrEqual(0.02);
  });
});

function addressOf(number: number): string {
  return `10.${(number >> 8) & 255}.${number & 255}.1`;
}
