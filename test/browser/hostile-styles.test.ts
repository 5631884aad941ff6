import { describe, expect, test } from "vitest";
import { browserWorld, visit } from "./harness/world.ts";

const world = browserWorld();

const page = (css: string) =>
  `<!doctype html><html lang="en"><title>Page</title><style>${css}</style>
<div id="slot"></div><script type="module" src="/lab.js"></script>`;

/** The computed styles of every part of the card. */
async function lookUnder(css: string) {
  const { page: tab, endsWith } = await visit(world(), {
    html: page(css),
    window: { viewport: { width: 1400, height: 900 }, reducedMotion: "reduce" },
  });
  const looks = await tab.evaluate(async () => {
    await lab.show("card", "slot", { trackViews: false });
    await Promise.all([...lab.shadow().querySelectorAll("img")].map((image) => image.decode()));
    const root = lab.shadow();
    return [root.host, ...root.querySelectorAll("*")].map((element) => {
      const style = getComputedStyle(element);
      // A property of the page's own that the card does not read may be inherited.
      const names = [...style].filter((name) => !name.startsWith("--"));
      const { width, height } = element.getBoundingClientRect();
      return {
        element: `${element.localName} ${element.getAttribute("part")}`,
        size: [width, height],
        style: Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)])),
      };
    });
  });
  await endsWith([]);
  return looks;
}

/** On a page without styles; looked at once. */
let clean: ReturnType<typeof lookUnder> | undefined;

describe.concurrent("a page's styles do not reach the card:", () => {
  test.each([
    "* { all: unset !important }",
    "* { all: revert !important } html { font-size: 62.5% }",
    `#slot > *, handbill-ad { display: none !important; opacity: 0 !important; position: fixed !important;
transform: scale(0) !important; width: 0 !important; height: 0 !important; max-width: 10px !important;
clip-path: inset(50%) !important; filter: blur(9px) !important; content-visibility: hidden !important }`,
    "* { font: 3px serif !important; color: transparent !important; background: red !important; letter-spacing: 1em !important }",
    "#slot > *, [part] { box-sizing: content-box !important; line-height: 3 !important; float: left !important; text-align: right !important }",
    "p, section, a, button, img, figure, figcaption { display: none !important } [part] { visibility: hidden !important }",
    "* { --text: red !important; --muted: red !important; --line: red; --accent: red !important; --radius: 99px !important }",
  ])("%s", async (css) => {
    clean ??= lookUnder("");
    expect(await lookUnder(css)).toEqual(await clean);
  });
});

test("a page cannot hide the content below the disclosure by its part", async () => {
  const looks = await lookUnder(
    `handbill-ad::part(content) { display: none; visibility: hidden; opacity: 0; filter: blur(40px);
content-visibility: hidden; text-indent: -9999px }`,
  );
  clean ??= lookUnder("");
  expect(looks).toEqual(await clean);
});

test("a page cannot hide the text of the card, and puts nothing over it, by the card's part", async () => {
  const css = `handbill-ad::part(card) { content-visibility: hidden !important; text-indent: -9999px !important }
handbill-ad::part(card)::before, handbill-ad::part(card)::after { content: "" !important; position: absolute; inset: 0 }`;
  const { page: tab, endsWith } = await visit(world(), { html: page(css) });
  const found = await tab.evaluate(async () => {
    await lab.show("card", "slot", { trackViews: false });
    const card = lab.shadow().querySelector("section") ?? lab.slot();
    const contents = ["::before", "::after"].map((pseudo) => getComputedStyle(card, pseudo).content);
    const { contentVisibility, textIndent } = getComputedStyle(card);
    return { contents, contentVisibility, textIndent };
  });
  expect(found).toEqual({ contents: ["none", "none"], contentVisibility: "visible", textIndent: "0px" });
  await endsWith([]);
});

test("a page themes the card by its own properties and parts", async () => {
  const looks =
    await lookUnder(`#slot { --handbill-accent: rgb(1, 2, 3); --handbill-radius: 0px; --handbill-max-width: 400px }
handbill-ad::part(title) { text-transform: uppercase } handbill-ad::part(disclosure) { display: none; font-size: 1px; opacity: 0 }`);
  const styleOf = (part: string) =>
    looks.find(({ element }) => element.includes(part))?.style ?? expect.fail();
  expect(styleOf("button primary")["background-color"]).toBe("rgb(1, 2, 3)");
  expect(styleOf("card")["border-top-left-radius"]).toBe("0px");
  expect(styleOf("title")["text-transform"]).toBe("uppercase");
  expect(looks[0]?.size[0]).toBe(400);
  // The disclosure is mandatory (contract.md §2.3).
  const { display, opacity, "font-size": fontSize } = styleOf("disclosure");
  expect({ display, opacity, fontSize }).toEqual({ display: "block", opacity: "1", fontSize: "12px" });
});
