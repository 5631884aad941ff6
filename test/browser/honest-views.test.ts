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
    lab.sdk.mountAd(slot, { ad });
    return ad.delivery_id;
  });
  return { ...visited, frame, id };
}

/** The time of a view, by the clock of the card's window. */
function viewed(frame: Frame, id: string): Promise<number> {
  return frame.evaluate(async (delivery) => (await lab.hear("viewed", delivery)).at, id);
}

describe.concurrent("a card is not seen", () => {
  test.each(Object.entries(hidden))("%s, and is seen a second after that ends", async (_, placement) => {
    const { page, window, frame, id, problems } = await open(placement);
    // A view that had begun would be confirmed less than a second after the card is shown.
    const shownAt = await frame.evaluate(async () => {
      await lab.until(performance.now() + 500);
      return performance.now();
    });
    await page.evaluate(() => {
      const trees = [document, ...[...document.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot)];
      for (const tree of trees)
        for (const element of tree?.querySelectorAll("[data-hides]") ?? []) element.remove();
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    expect(await viewed(frame, id)).toBeGreaterThanOrEqual(shownAt + 1_000);
    seen.push(id);
    await window.close();
    expect(problems).toEqual([]);
  });
});

describe.concurrent("a card is seen", () => {
  test.each(Object.entries(visible))("%s", async (_, placement) => {
    const { window, frame, id, problems } = await open(placement);
    await viewed(frame, id);
    seen.push(id);
    await window.close();
    expect(problems).toEqual([]);
  });
});

test("each of these views was charged once, and nothing else", async () => {
  expect(seen).toHaveLength(Object.keys(hidden).length + Object.keys(visible).length);
  await expectCharges(server, seen);
});
