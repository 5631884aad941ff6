import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { overlayStyles } from "../../runtimes/browser/debug/styles.ts";
import { cardStyles } from "../../runtimes/browser/styles.ts";
import { paletteStyle } from "../../runtimes/console/styles/palette.ts";

it.each([
  ["ink", "text"],
  ["soft", "muted"],
  ["line", "line"],
  ["accent", "accent"],
  ["on-accent", "on-accent"],
  ["sheet", "background"],
])("the console's --%s is the card's --handbill-%s", (own, card) => {
  const [, colour] = new RegExp(`--${own}: ([^;]+);`).exec(paletteStyle) ?? [];
  expect(colour).toMatch(/^light-dark\(/);
  expect(cardStyles).toContain(`var(--handbill-${card}, ${colour})`);
});

const colours = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|light-dark)\([^;]*/gi;

it("the demo has no colours, fonts and sizes of type of its own", () => {
  const site = join(import.meta.dirname, "../../runtimes/demo/site");
  const sheets = readdirSync(site).filter((name) => name.endsWith(".css"));
  expect(sheets.length).toBeGreaterThan(3);
  for (const name of sheets) {
    const css = readFileSync(join(site, name), "utf8");
    expect(css.match(colours), name).toBeNull();
    expect(css.match(/font(?:-size|-family)?:[^;]*(?:\drem|px|serif)/g), name).toBeNull();
    for (const [, token = ""] of css.matchAll(/var\((--(?!ad-width)[\w-]+)/g))
      expect(paletteStyle, `${name}: ${token}`).toContain(`${token}: `);
  }
});

it("the debug overlay has the palette's colours", () => {
  const used = overlayStyles.match(/light-dark\([^;]*?\)/g) ?? [];
  expect(used.length).toBeGreaterThan(8);
  for (const colour of used) expect(paletteStyle).toContain(`${colour};`);
});
