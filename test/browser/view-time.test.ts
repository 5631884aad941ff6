import { describe, expect, test } from "vitest";
import { browserWorld, longPage, type Visit, visit } from "./harness/world.ts";

const world = browserWorld();

const ways = ["scrolled away", "in a hidden tab", "removed", "hidden"] as const;
const ends = [...ways, "replaced", "destroyed"] as const;
type End = (typeof ends)[number];

/** Shows an ad, and takes it out of sight after this many milliseconds of a visible card. Returns the delivery. */
function stay({ page }: Visit, end: End, ms: number): Promise<string> {
  return page.evaluate(
    async ({ end, ms }) => {
      const ad = await lab.ad("text");
      lab.leave(200);
      const time = lab.holdTime();
      const card = lab.sdk.mountAd(lab.slot(), { ad });
      // Measured for the first time.
      await lab.frames();
      await time.advance(ms);
      if (end === "replaced") card.setAd({ ...ad, delivery_id: "another", view: undefined });
      else if (end === "destroyed") card.destroy();
      else lab.sightOf(end, lab.slot()).go();
      await time.advance(1_500);
      time.release();
      return ad.delivery_id;
    },
    { end, ms },
  );
}

describe.concurrent("less than a second is not a view", () => {
  test.each(ends)("a card that is %s after 900 ms is not seen", async (end) => {
    const visited = await visit(world(), { html: longPage });
    await stay(visited, end, 900);
    const fence = await visited.page.evaluate(() => lab.fence());
    expect(await visited.page.evaluate(() => lab.heard.map(({ name }) => name))).not.toContain("viewed");
    await visited.endsWith([fence]);
  });
});

describe.concurrent("a second is a view", () => {
  test.each(ends)("a card that is %s after 1,100 ms was seen", async (end) => {
    const visited = await visit(world(), { html: longPage });
    const id = await stay(visited, end, 1_100);
    await visited.page.evaluate((delivery) => lab.hear("viewed", delivery), id);
    await visited.endsWith([id]);
  });

  test("a view is never confirmed before its second is over", async () => {
    const { page, endsWith } = await visit(world());
    const { ad, took } = await page.evaluate(async () => {
      const ad = await lab.ad("text");
      const before = performance.now();
      lab.sdk.mountAd(lab.slot(), { ad });
      return { ad, took: (await lab.hear("viewed")).at - before };
    });
    expect(took).toBeGreaterThanOrEqual(1000);
    await endsWith([ad.delivery_id]);
  });
});

describe.concurrent("the second is unbroken", () => {
  test.each(ways)("a card that is %s repeatedly is seen a second after its last return", async (way) => {
    const { page, endsWith } = await visit(world(), { html: longPage });
    const { id, took } = await page.evaluate(async (way) => {
      lab.leave(200);
      const { ad } = await lab.show("text");
      const { go, comeBack } = lab.sightOf(way, lab.slot());
      let backAt = 0;
      for (let turn = 0; turn < 2; turn += 1) {
        await lab.until(performance.now() + 600);
        go();
        // Changes without an event of the browser are noticed at the next check, five times a second.
        if (way === "hidden") await lab.until(performance.now() + 300);
        // A hidden tab has no frames; the moment of an event must do.
        if (way !== "in a hidden tab") await lab.frames();
        backAt = performance.now();
        comeBack();
      }
      const { at } = await lab.hear("viewed", ad.delivery_id);
      return { id: ad.delivery_id, took: at - backAt };
    }, way);
    expect(took).toBeGreaterThanOrEqual(1000);
    await endsWith([id]);
  });
});
