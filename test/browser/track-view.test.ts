import { describe, expect, test } from "vitest";
import { browserWorld, longPage, type Visit, visit } from "./harness/world.ts";

const world = browserWorld();

const seenRequests = ({ server }: Visit) =>
  server.log.filter((line) => line.startsWith("POST /api/v1/web/seen")).length;

describe.concurrent("trackView", () => {
  test("observes the mounted card of the delivery", async () => {
    const { page, endsWith } = await visit(world(), { html: longPage });
    const { isEarly, isSeen, ids } = await page.evaluate(async () => {
      const { ad } = await lab.show("text", "slot", { trackViews: false });
      let isEarly = false;
      const seen = lab.sdk.trackView(ad).finally(() => {
        isEarly = true;
      });
      const fence = await lab.fence();
      const early = isEarly;
      lab.leave(200);
      return { isEarly: early, isSeen: await seen, ids: [fence, ad.delivery_id] };
    });
    expect({ isEarly, isSeen }).toEqual({ isEarly: false, isSeen: true });
    await endsWith(ids);
  });

  test("observes the given element", async () => {
    const { page, endsWith } = await visit(world(), { html: longPage });
    const { isEarly, isSeen, ids } = await page.evaluate(async () => {
      const ad = await lab.ad("text");
      lab.slot().style.height = "200px";
      let isEarly = false;
      const seen = lab.sdk.trackView(ad, lab.slot()).finally(() => {
        isEarly = true;
      });
      const fence = await lab.fence();
      const early = isEarly;
      lab.leave(200);
      return { isEarly: early, isSeen: await seen, ids: [fence, ad.delivery_id] };
    });
    expect({ isEarly, isSeen }).toEqual({ isEarly: false, isSeen: true });
    await endsWith(ids);
  });

  test("without both confirms after a second", async () => {
    const visited = await visit(world());
    const { id, took, isSeen } = await visited.page.evaluate(async () => {
      const ad = await lab.ad("text");
      const before = performance.now();
      const isSeen = await lab.sdk.trackView(ad);
      return { id: ad.delivery_id, took: performance.now() - before, isSeen };
    });
    expect(isSeen).toBe(true);
    expect(took).toBeGreaterThanOrEqual(1000);
    await visited.endsWith([id]);
    // Never too early: there was no 409 on the way.
    expect(seenRequests(visited)).toBe(1);
  });

  test("reaches the server even if the visitor leaves the page at that moment", async ({ expect }) => {
    const { page, endsWith, server } = await visit(world());
    const left = page.waitForURL("**/landing");
    const id = await page.evaluate(async () => {
      const send = window.fetch;
      window.fetch = (...request) => {
        const answer = send(...request);
        if (String(request[0]).endsWith("/seen")) location.href = "/landing";
        return answer;
      };
      return (await lab.show("text")).ad.delivery_id;
    });
    await left;
    await expect.poll(() => server.log, { timeout: 30_000 }).toContain("POST /api/v1/web/seen 200");
    await endsWith([id]);
  });

  test("of an ad without view resolves and sends nothing", async () => {
    const visited = await visit(world());
    const { isSeen, fence } = await visited.page.evaluate(async () => {
      const ad = await lab.client.requestAd({ test: true });
      if (ad === null || ad.view !== undefined) throw new Error("A test ad has no view.");
      const isSeen = await lab.sdk.trackView(ad, lab.slot());
      return { isSeen, fence: await lab.fence() };
    });
    expect(isSeen).toBe(false);
    await visited.endsWith([fence]);
    expect(seenRequests(visited)).toBe(1);
  });

  test("and cards together confirm a delivery once", async () => {
    const visited = await visit(world());
    const { id, fence } = await visited.page.evaluate(async () => {
      const { ad, card } = await lab.show("text");
      await Promise.all([lab.sdk.trackView(ad), lab.sdk.trackView(ad, lab.slot()), lab.hear("viewed")]);
      card.destroy();
      lab.sdk.mountAd(lab.slot(), { ad });
      await lab.sdk.trackView(ad);
      return { id: ad.delivery_id, fence: await lab.fence() };
    });
    await visited.endsWith([id, fence]);
    expect(seenRequests(visited)).toBe(2);
  });

  test("confirms a delivery again after its confirmation failed", async () => {
    const { page, endsWith } = await visit(world());
    const { id, tries } = await page.evaluate(async () => {
      const ad = await lab.ad("text");
      let calls = 0;
      const confirmView = async (seen: typeof ad) => {
        calls += 1;
        if (calls === 1) throw new Error("The network failed.");
        await lab.client.confirmView(seen);
      };
      lab.sdk.mountAd(lab.slot(), { ad, client: { ...lab.client, confirmView }, trackViews: false });
      const tries = [];
      for (let count = 0; count < 3; count++) tries.push(await lab.sdk.trackView(ad).catch(String));
      return { id: ad.delivery_id, tries: [...tries, calls] };
    });
    expect(tries).toEqual(["Error: The network failed.", true, true, 2]);
    await endsWith([id]);
  });

  test("resolves with false when the card shows another ad first", async () => {
    const { page, endsWith } = await visit(world());
    const { isSeen, id } = await page.evaluate(async () => {
      const next = await lab.ad("text");
      const { ad, card } = await lab.show("text", "slot", { trackViews: false });
      const seen = lab.sdk.trackView(ad);
      card.setAd(next);
      const isSeen = await seen;
      await lab.sdk.trackView(next);
      return { isSeen, id: next.delivery_id };
    });
    expect(isSeen).toBe(false);
    await endsWith([id]);
  });

  test("uses the client of the mounted card, or else that of configure, or else rejects", async () => {
    const { page, endsWith, server } = await visit(world());
    const { id, refused } = await page.evaluate(async (baseUrl) => {
      const other = lab.sdk.createClient({
        baseUrl,
        platformId: "pf_browser",
        visitorId: lab.sdk.newVisitorId(),
      });
      const ad = await other.requestAd();
      if (ad === null) throw new Error("There is no ad.");
      // The configured client is another visitor's: the server would refuse the receipt.
      lab.sdk.mountAd(lab.slot(), { ad, client: other, trackViews: false });
      await lab.sdk.trackView(ad);
      lab.sdk.configure({ client: undefined });
      const unmounted = await lab.ad("text");
      const refused = await lab.sdk.trackView(unmounted).catch(String);
      return { id: ad.delivery_id, refused };
    }, server.url);
    expect(refused).toContain("configure({ client })");
    await endsWith([id]);
  });
});
