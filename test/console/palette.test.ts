import { expect, it } from "vitest";
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
