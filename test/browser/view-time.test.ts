import { describe, expect, test } from "vitest";
import { browserWorld, longPage, type Visit, visit } from "./harness/world.ts";

const world = browserWorld();

const ways = ["scrolled away", "in a hidden tab", "removed", "hidden"] as const;
const ends = [...ways, "replaced", "destroyed"] as const;
type End = (typeof ends)[number];

interface Stay {
  readonly id: string;
  /** How long the card was there, from before it was made to after it went, by the page's own clock. */
  readonly ms: number;
  /** Frames that the browser showed after the second was full. */
  readonly lateFrames: number;
}

/** Shows an ad, and takes it out of sight after so many milliseconds of a visible card. */
function stay({ page }: Visit, end: End, afterMs: number): Promise<Stay> {
  return page.evaluate(
    async ({ end, afterMs }) => {
      const ad = await lab.ad("text");
      lab.leave(200);
      await lab.frames();
      const before = performance.now();
      const card = lab.sdk.mountAd(lab.slot(), { ad });
      if (afterMs > 1000) await lab.frames();
      const since = performance.now();
      let lateFrames = 0;
      const count = (time: number): void => {
        if (time > since + 1020) lateFrames += 1;
        requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
      await lab.until(since + afterMs);
      if (end === "replaced") card.setAd({ ...ad, delivery_id: "another", view: undefined });
      else if (end === "destroyed") card.destroy();
      else lab.sightOf(end, lab.slot()).go();
      return { id: ad.delivery_id, ms: performance.now() - before, lateFrames };
    },
    { end, afterMs },
  );
}

/** A loaded machine may let a page wait; such a stay proves nothing, and is made anew on a new page. */
async function fitting(end: End, afterMs: number, fits: (stay: Stay) => boolean): Promise<Visit & Stay> {
  for (let tries = 0; tries < 10; tries += 1) {
    const visited = await visit(world(), { html: longPage });
    const stayed = await stay(visited, end, afterMs);
    if (fits(stayed)) return { ...visited, ...stayed };
    await visited.window.close();
    await visited.server.close();
  }
  throw new Error("This machine is too slow to tell 900 from 1,000 milliseconds.");
}

describe.concurrent("less than a second is not a view", () => {
  test.each(ends)("a card that is %s after 900 ms is not seen", async (end) => {
    const { page, endsWith } = await fitting(end, 900, ({ ms }) => ms < 1000);
    const fence = await page.evaluate(() => lab.fence());
    expect(await page.evaluate(() => lab.heard.map(({ name }) => name))).not.toContain("viewed");
    await endsWith([fence]);
  });
});

describe.concurrent("a second is a view", () => {
  test.each(ends)("a card that is %s after 1,100 ms was seen", async (end) => {
    const { id, page, endsWith } = await fitting(end, 1100, ({ lateFrames }) => lateFrames > 1);
    await page.evaluate((delivery) => lab.hear("viewed", delivery), id);
    await endsWith([id]);
  });

  test("a view is never told before its second is over", async () => {
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
  test.each(ways)("a card that is %s again and again is seen a second after its last return", async (way) => {
    const { page, endsWith } = await visit(world(), { html: longPage });
    const { id, took } = await page.evaluate(async (way) => {
      lab.leave(200);
      const { ad } = await lab.show("text");
      const { go, comeBack } = lab.sightOf(way, lab.slot());
      let backAt = 0;
      for (let turn = 0; turn < 2; turn += 1) {
        await lab.until(performance.now() + 600);
        go();
        // What the browser does not tell of is noticed at the next look, five times a second.
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
