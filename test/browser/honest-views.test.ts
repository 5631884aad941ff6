import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdServer } from "./harness/ad-server.ts";
import { hidden, type Placement, pageOf, visible } from "./harness/placements.ts";
import { browserWorld, expectCharges, openServer, type Visit, visit } from "./harness/world.ts";

const world = browserWorld();
let server: AdServer;
const seen: string[] = [];

beforeAll(async () => {
  server = await openServer(world());
});

afterAll(() => server?.close());

/** Opens a page with a card. */
async function open(placement: Placement): Promise<Visit & { readonly frame: Frame; readonly id: string }> {
  const { origin, otherOrigin, add } = world().site;
  const inner = add("framed", { html: pageOf({}) });
  const frameUrl = `${placement.frame === "other" ? otherOrigin : origin}${inner}?ads=${encodeURIComponent(server.url)}`;
  const visited = await visit(world(), { html: pageOf(placement, frameUrl), server });
  const frame = visited.page.frames().find((one) => one.url() === frameUrl) ?? visited.page.mainFrame();
  const id = await frame.evaluate(async () => {
    if (document.getElementById("other")) await lab.show("text", "other", { trackViews: false });
    const ad = await lab.ad("text");
    const trees = [document, ...[...document.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot)];
    const slot = trees.map((tree) => tree?.getElementById("slot")).find(Boolean);
    if (!slot) throw new Error("The page has no slot.");
    const client = {
      ...lab.client,
      confirmView: (seen: typeof ad) => {
        Reflect.set(window, "seenAt", performance.now());
        return lab.client.confirmView(seen);
      },
    };
    lab.sdk.mountAd(slot, { ad, client });
    return ad.delivery_id;
  });
  return { ...visited, frame, id };
}

/** When the card was seen, by the clock of its window; the view is confirmed then. */
function seenAt(frame: Frame, id: string): Promise<number> {
  return frame.evaluate(async (delivery) => {
    await lab.hear("viewed", delivery);
    return Reflect.get(window, "seenAt");
  }, id);
}

describe.concurrent("a card is not seen", () => {
  test.each(Object.entries(hidden))("%s, and is seen a second after that ends", async (_, placement) => {
    const { page, window, frame, id, problems } = await open(placement);
    // The page has drawn it, so a second that begins before this moment is a second of the hidden card.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const shownAt = await frame.evaluate(async () => {
      await lab.until(performance.now() + 300);
      return performance.now();
    });
    await page.evaluate(() => {
      const trees = [document, ...[...document.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot)];
      for (const tree of trees)
        for (const element of tree?.querySelectorAll("[data-hides]") ?? []) element.remove();
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    expect(await seenAt(frame, id)).toBeGreaterThanOrEqual(shownAt + 1_000);
    seen.push(id);
    await window.close();
    expect(problems).toEqual([]);
  });
});

describe.concurrent("a card is seen", () => {
  test.each(Object.entries(visible))("%s", async (_, placement) => {
    const { window, frame, id, problems } = await open(placement);
    await seenAt(frame, id);
    seen.push(id);
    await window.close();
    expect(problems).toEqual([]);
  });
});

test("each of these views was charged once, and nothing else", async () => {
  expect(seen).toHaveLength(Object.keys(hidden).length + Object.keys(visible).length);
  await expectCharges(server, seen);
});
