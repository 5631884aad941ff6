import { describe, expect, test } from "vitest";
import type { AdFormat } from "../../core/contract/formats.ts";
import { browserWorld, visit } from "./harness/world.ts";

const world = browserWorld();
const formats: readonly AdFormat[] = ["text", "image", "response", "card", "consent", "quiz"];

/** The place is kept before the script comes (by the page) and after (by the card). Below it is text that would move. */
const reservedPage = `<!doctype html><html lang="en"><title>Page</title><style>
#slot { --handbill-min-height: 560px } #slot:empty { min-height: 560px } main::after { content: ""; display: block; height: 3000px }</style>
<main><h1>Page</h1><div id="slot"></div><p id="below">Below</p></main><script type="module" src="/lab.js"></script>`;

describe.concurrent("the page does not move", () => {
  test.each(formats)(
    "when a %s ad comes into a place of a set height, nor when its pictures come",
    async (format) => {
      const { page, endsWith } = await visit(world(), {
        html: reservedPage,
        window: { viewport: { width: 800, height: 900 } },
      });
      const { id, shift, before, after } = await page.evaluate(async (format) => {
        let shift = 0;
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries) shift += Number(Reflect.get(entry, "value"));
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: "layout-shift", buffered: true });
        const card = lab.sdk.mountAd(lab.slot());
        await lab.frames();
        const before = lab.slot("below").getBoundingClientRect().top;
        const ad = await lab.ad(format);
        card.setAd(ad);
        await lab.hear("viewed", ad.delivery_id);
        await Promise.all([...lab.shadow().querySelectorAll("img")].map((image) => image.decode()));
        await lab.frames();
        add(observer.takeRecords());
        const after = lab.slot("below").getBoundingClientRect().top;
        return { id: ad.delivery_id, shift, before, after };
      }, format);
      expect({ shift, after }).toEqual({ shift: 0, after: before });
      await endsWith([id]);
    },
  );

  test("while a picture loads: its space is reserved from the start", async () => {
    const { page, endsWith } = await visit(world());
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/picture/**", async (route) => {
      await held;
      await route.continue();
    });
    const sizes = () =>
      page.evaluate(() => {
        const image = lab.shadow().querySelector("img");
        return [image?.complete && image.naturalWidth > 0, image?.offsetHeight, lab.slot().offsetHeight];
      });
    await page.evaluate(() => lab.show("image", "slot", { trackViews: false }));
    const before = await sizes();
    release();
    await page.evaluate(() => lab.shadow().querySelector("img")?.decode());
    const after = await sizes();
    expect(before[0]).toBe(false);
    expect(Number(before[1])).toBeGreaterThan(100);
    expect(after).toEqual([true, before[1], before[2]]);
    await endsWith([]);
  });

  test("when a card disappears on screen; its space is released out of view", async () => {
    const { page, endsWith } = await visit(world(), { html: reservedPage });
    const heights = await page.evaluate(async () => {
      const heights: number[] = [];
      const note = () => heights.push(lab.slot().offsetHeight);
      const { card } = await lab.show("text", "slot", { trackViews: false });
      await lab.frames();
      note();
      card.setAd(null);
      note();
      await lab.frames();
      note();
      scrollTo(0, 2000);
      await lab.frames();
      note();
      return heights;
    });
    expect(heights).toEqual([560, 560, 560, 0]);
    await endsWith([]);
  });

  test("when a smaller scene follows a taller one on screen; out of view it shrinks", async () => {
    const { page, endsWith } = await visit(world(), {
      html: reservedPage.replaceAll(/#slot.*?}/g, ""),
    });
    const heights = await page.evaluate(async () => {
      const heights: number[] = [];
      const note = () => heights.push(lab.slot().offsetHeight);
      const { card } = await lab.show("card", "slot", { trackViews: false });
      await lab.frames();
      note();
      card.setAd(await lab.ad("response"));
      note();
      scrollTo(0, 2000);
      await lab.frames();
      note();
      return heights;
    });
    const [tall = 0, kept = 0, small = 0] = heights;
    expect(kept).toBe(tall);
    expect(small).toBeLessThan(tall);
    expect(small).toBeGreaterThan(50);
    await endsWith([]);
  });
});

describe.concurrent("a card fits its place", () => {
  test.each([200, 320, 720, 1200])("of %i px, in every format, without running over", async (width) => {
    const { page, endsWith } = await visit(world(), {
      window: { viewport: { width: width + 16, height: 900 } },
    });
    for (const format of formats) {
      const { over, card } = await page.evaluate(async (format) => {
        await lab.show(format, "slot", { trackViews: false });
        const { left, right } = lab.shadow().host.getBoundingClientRect();
        const over = [...lab.shadow().querySelectorAll("*")].filter((element) => {
          const box = element.getBoundingClientRect();
          if (!element.checkVisibility()) return false;
          return (
            box.left < left - 0.5 || box.right > right + 0.5 || element.scrollWidth > element.clientWidth + 1
          );
        });
        const page = document.documentElement;
        return {
          over: [
            page.scrollWidth - page.clientWidth,
            ...over.map(({ localName, className }) => localName + className),
          ],
          card: right - left,
        };
      }, format);
      expect({ over, card }).toEqual({ over: [0], card: Math.min(width, 720) });
    }
    await endsWith([]);
  });

  test.each([
    ["a flex item", "display: flex", 320],
    ["a flex item at its start", "display: flex; flex-direction: column; align-items: flex-start", 320],
    ["a grid cell", "display: grid", 600],
    ["a float", "display: flow-root", 320],
  ])("that is %s", async (name, css, wide) => {
    const float = name === "a float" ? "#slot { float: left }" : "";
    const { page, endsWith } = await visit(world(), {
      html: `<!doctype html><html lang="en"><title>Page</title><style>body { margin: 0 } ${float}</style>
<main id="around" style="${css}"><div id="slot"></div></main><script type="module" src="/lab.js"></script>`,
    });
    const widths = await page.evaluate(async () => {
      await lab.show("card", "slot", { trackViews: false });
      return [600, 200].map((width) => {
        lab.slot("around").style.width = `${width}px`;
        return lab.shadow().host.getBoundingClientRect().width;
      });
    });
    expect(widths).toEqual([wide, 200]);
    await endsWith([]);
  });
});
