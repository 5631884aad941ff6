import { describe, expect, test } from "vitest";
import { buildBrowserBundle } from "../../runtimes/demo/browser-bundles.ts";
import { browserWorld, longPage, plainPage, visit } from "./harness/world.ts";

const world = browserWorld();

const strict =
  "default-src 'none'; script-src 'self' {{ads}}; style-src 'self'; connect-src {{ads}}; img-src *; require-trusted-types-for 'script'; trusted-types 'none'";

describe.concurrent("a card is shown, played and charged", () => {
  test.each<[string, { html?: string; headers?: Record<string, string> }]>([
    ["under a strict content security policy", { headers: { "content-security-policy": strict } }],
    [
      "where trusted types are required",
      { headers: { "content-security-policy": "require-trusted-types-for 'script'; trusted-types 'none'" } },
    ],
    ["in quirks mode", { html: plainPage.replace("<!doctype html>", "") }],
    ["in a right-to-left page", { html: plainPage.replace("<html", '<html dir="rtl"') }],
    ["in vertical writing", { html: plainPage.replace("<html", '<html style="writing-mode: vertical-rl"') }],
    [
      "in a turned and scaled ancestor",
      { html: plainPage.replace("<main", '<main style="transform: rotate(3deg) scale(.8)"') },
    ],
  ])("%s", async (_, options) => {
    const { page, window, endsWith } = await visit(world(), options);
    const { id, later, width } = await page.evaluate(async () => {
      const { ad } = await lab.show("consent");
      await lab.hear("viewed", ad.delivery_id);
      const { width } = lab.shadow().host.getBoundingClientRect();
      return { id: ad.delivery_id, later: document.compatMode, width };
    });
    expect(later).toBe(options.html?.startsWith("<html lang") ? "BackCompat" : "CSS1Compat");
    expect(width).toBeGreaterThan(300);
    await page.getByRole("button", { name: "Yes, show me" }).click();
    const opened = window.waitForEvent("page");
    await page.getByRole("link", { name: "See the islands" }).click();
    await (await opened).waitForURL("**/landing");
    await endsWith([id]);
  });

  test("by a script tag under a strict content security policy", async ({ expect }) => {
    const { page, endsWith, server } = await visit(world(), {
      html: `<!doctype html><title>Page</title><div data-ad="chat"></div>
<script src="{{ads}}/handbill.js" data-platform="pf_browser"></script>`,
      headers: { "content-security-policy": strict },
      scripts: { "/handbill.js": await buildBrowserBundle("handbill") },
    });
    await page.getByRole("region", { name: "Ad by Tern & Sons" }).waitFor();
    await expect.poll(() => server.log, { timeout: 30_000 }).toContain("POST /api/v1/web/seen 200");
    await endsWith((await server.deliveries()).map(({ id }) => id));
  });
});

describe.concurrent("a frame", () => {
  test.each(["the same site", "another site"])(
    "of %s is seen when the page around it is scrolled there",
    async (whose) => {
      const { origin, otherOrigin } = world().site;
      const { page, endsWith, server } = await visit(world(), {
        html: `<!doctype html><title>Around</title><div style="height: 2000px"></div><iframe width="600" height="400"></iframe>
<div style="height: 2000px"></div>`,
      });
      const inner = world().site.add("framed", { html: plainPage });
      const source = `${whose === "another site" ? otherOrigin : origin}${inner}?ads=${encodeURIComponent(server.url)}`;
      await page.evaluate((src) => Object.assign(document.querySelector("iframe") ?? {}, { src }), source);
      const frame = await (await page.waitForSelector("iframe")).contentFrame();
      if (frame === null) throw new Error("There is no frame.");
      await frame.waitForURL(source);
      const { id, fence, early } = await frame.evaluate(async () => {
        const { ad } = await lab.show("text");
        const fence = await lab.fence();
        return { id: ad.delivery_id, fence, early: lab.heard.length };
      });
      expect(early).toBe(1);
      await page.evaluate(() => scrollTo(0, 1800));
      await frame.evaluate((delivery) => lab.hear("viewed", delivery), id);
      await endsWith([id, fence]);
    },
  );
});

test("a card that an ancestor has moved out of sight is seen once half of it is back", async () => {
  const { page, endsWith } = await visit(world(), { html: longPage.replace("<main", '<main id="moved"') });
  const ids = await page.evaluate(async () => {
    const moved = lab.slot("moved");
    moved.style.transform = "translateY(-102px)";
    const { ad } = await lab.show("text");
    scrollTo(0, 2000);
    const fence = await lab.fence();
    if (lab.heard.length > 1) throw new Error("It was seen too early.");
    moved.style.transform = "translateY(-100px)";
    await lab.hear("viewed", ad.delivery_id);
    return [fence, ad.delivery_id];
  });
  await endsWith(ids);
});

test("a page restored from the back-forward cache restarts the second", async () => {
  const { page, endsWith } = await visit(world());
  const id = await page.evaluate(async () => {
    // Held, so that no busy machine makes a second of the time before the page is left.
    const time = lab.holdTime();
    addEventListener("pageshow", ({ persisted }) => {
      if (!persisted) return;
      time.release();
      Reflect.set(window, "back", [persisted, performance.now()]);
    });
    const { ad } = await lab.show("text");
    await lab.frames();
    await time.advance(300);
    location.href = "/landing";
    return ad.delivery_id;
  });
  await page.waitForURL("**/landing");
  await page.goBack({ waitUntil: "commit" });
  const { persisted, took } = await page.evaluate(async (delivery) => {
    const { at } = await lab.hear("viewed", delivery);
    const [persisted, backAt] = Reflect.get(window, "back");
    return { persisted, took: at - backAt };
  }, id);
  expect(persisted).toBe(true);
  expect(took).toBeGreaterThanOrEqual(1000);
  await endsWith([id]);
});
