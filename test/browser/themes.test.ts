import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import type { AdFormat } from "../../core/contract/formats.ts";
import { browserWorld, visit } from "./harness/world.ts";

const world = browserWorld();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Labels that lead to the scenes after the first. */
const presses: Readonly<Record<AdFormat, readonly string[]>> = {
  text: [],
  image: [],
  response: [],
  card: [],
  consent: ["Yes, show me"],
  quiz: ["Always", "slow"],
};

const page = `<!doctype html><html lang="en"><head><title>Page</title><meta name="color-scheme" content="light dark"></head>
<body><main><h1>Page</h1><div id="slot"></div></main><script type="module" src="/lab.js"></script></body></html>`;

describe.concurrent.each(Object.entries(presses) as [AdFormat, string[]][])("a %s ad", (format, labels) => {
  test.each(["light", "dark"] as const)(
    "is found accessible by axe in every scene, in %s",
    async (colorScheme) => {
      const { page: tab, endsWith } = await visit(world(), {
        html: page,
        window: { colorScheme, reducedMotion: "reduce" },
      });
      const id = await tab.evaluate(
        async (format) => (await lab.show(format, "slot", { trackViews: false })).ad.delivery_id,
        format,
      );
      await tab.evaluate(axe);
      const check = () =>
        tab.evaluate(async () => {
          const { violations, passes } = await Reflect.get(window, "axe").run();
          const names = ({ id, nodes }: { id: string; nodes: { target: string[] }[] }) =>
            `${id}: ${nodes.map(({ target }) => target).join(" ")}`;
          return { violations: violations.map(names), passes: passes.map(names) };
        });
      for (const label of [undefined, ...labels]) {
        if (label) {
          await tab.getByRole("button", { name: label }).click();
          await tab.getByRole("button", { name: label }).waitFor({ state: "detached" });
        }
        const { violations, passes } = await check();
        expect(violations).toEqual([]);
        // It has looked into the shadow, at contrast too.
        expect(passes.find((name: string) => name.startsWith("color-contrast"))).toContain("handbill-ad");
      }
      await endsWith(labels.length > 0 ? [id] : []);
    },
  );
});

describe.concurrent("a card", () => {
  test("has a name that distinguishes it from other cards in the page", async () => {
    const slots = Object.keys(presses).map((format) => `<div id="${format}"></div>`);
    const { page: tab, endsWith } = await visit(world(), {
      html: page.replace('<div id="slot"></div>', slots.join("")),
    });
    await tab.evaluate(async (formats) => {
      for (const format of formats) await lab.show(format, format, { trackViews: false });
    }, Object.keys(presses) as AdFormat[]);
    await tab.evaluate(axe);
    const violations = await tab.evaluate(async () =>
      (await Reflect.get(window, "axe").run()).violations.map(({ id }: { id: string }) => id),
    );
    expect(violations).toEqual([]);
    await endsWith([]);
  });

  test("is a landmark named by its disclosure and first words, of real links and buttons", async () => {
    const { page: tab, endsWith } = await visit(world());
    await tab.evaluate(() => lab.show("consent", "slot", { trackViews: false }));
    const card = tab.getByRole("region", { name: "Ad by Tern & Sons" });
    expect(await card.ariaSnapshot()).toBe(`- region "Ad by Tern & Sons. May we show you a savings tip?":
  - paragraph:
    - text: Ad by Tern & Sons
    - button "Why this ad?"
  - paragraph: May we show you a savings tip?
  - paragraph: It takes two taps.
  - button "Yes, show me"
  - button "No, thanks"
  - link "About us":
    - /url: ${await tab.getByRole("link").getAttribute("href")}
  - status`);
    await endsWith([]);
  });

  /** The style of a part of the card in a window of this kind. */
  async function styleIn(window: object, part: string, property: string, html = page) {
    const { page: tab, endsWith } = await visit(world(), { html, window });
    const value = await tab.evaluate(
      async ([part, property]) => {
        await lab.show("text", "slot", { trackViews: false });
        const element = lab.shadow().querySelector(`[part~=${part}]`);
        return element && getComputedStyle(element).getPropertyValue(String(property));
      },
      [part, property],
    );
    await endsWith([]);
    return value;
  }

  test("is light and dark as the page is", async () => {
    const background = "background-color";
    expect(await styleIn({ colorScheme: "light" }, "card", background)).toBe("rgb(255, 255, 255)");
    const dark = await styleIn({ colorScheme: "dark" }, "card", background);
    expect(dark).not.toBe("rgb(255, 255, 255)");
    // A page that has no dark colours of its own keeps a light card.
    const plain = page.replace('content="light dark"', 'content="light"');
    expect(await styleIn({ colorScheme: "dark" }, "card", background, plain)).toBe("rgb(255, 255, 255)");
    const forced = page
      .replace("<style>", "")
      .replace("</head>", "<style>#slot{--handbill-color-scheme:dark}</style></head>");
    expect(await styleIn({ colorScheme: "light" }, "card", background, forced)).toBe(dark);
  });

  test("has the visitor's own colours where they are forced, and edges to tell its parts", async () => {
    const forced = { forcedColors: "active" };
    expect(await styleIn(forced, "card", "border-top-width")).toBe("1px");
    const [text, background] = await Promise.all([
      styleIn(forced, "button", "color"),
      styleIn(forced, "button", "background-color"),
    ]);
    const normal = await styleIn({}, "button", "background-color");
    expect(background).not.toBe(normal);
    expect(text).not.toBe(background);
    expect(await styleIn(forced, "button", "border-top-style")).toBe("solid");
  });

  test("has no motion for visitors who prefer reduced motion", async () => {
    expect(await styleIn({ reducedMotion: "reduce" }, "text", "animation-name")).toBe("none");
    expect(await styleIn({ reducedMotion: "no-preference" }, "text", "animation-name")).toBe("appear");
  });

  test("is laid out from right to left in a right-to-left page, each text in its own direction", async () => {
    const rtl = page.replace("<html", '<html dir="rtl"');
    expect(await styleIn({}, "card", "direction", rtl)).toBe("rtl");
    expect(await styleIn({}, "title", "direction", rtl)).toBe("ltr");
  });
});
