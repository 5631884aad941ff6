import { expect, it } from "vitest";
import { openWindow } from "../browser/harness/chromium.ts";
import { consoleWorld } from "./console-world.ts";
import { pagesToSee } from "./pages-to-see.ts";
import { enterByLink } from "./sign-in.ts";

const { browser, place } = consoleWorld();

it("a printed statement is black on white, repeats its heads and breaks no line, without scripts and in dark mode", async () => {
  await pagesToSee(place());
  const window = await openWindow(browser(), { colorScheme: "dark", javaScriptEnabled: false });
  const tab = await window.newPage();
  await enterByLink(tab, place());
  await tab.goto(`${place().url}/console/statements/1-publisher:demo/print`);
  await tab.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await tab.getByRole("navigation").count()).toBe(0);
  expect(await tab.getByText("Back to the console").isVisible()).toBe(false);
  const found = await tab.evaluate(() => {
    const styleOf = (selector: string): CSSStyleDeclaration => {
      const element = document.querySelector(selector);
      if (element === null) throw new Error(`There is no ${selector}.`);
      return getComputedStyle(element);
    };
    const texts = [...document.querySelectorAll("h1, p, dt, dd, th, td")];
    return {
      colours: [...new Set(texts.map((element) => getComputedStyle(element).color))],
      paper: styleOf("body").backgroundColor,
      heads: styleOf("thead").display,
      rows: styleOf("tbody tr").breakInside,
      overflow: styleOf(".scroll").overflowX,
      lines: document.querySelectorAll("tbody tr").length,
    };
  });
  expect(found).toEqual({
    colours: ["rgb(0, 0, 0)"],
    paper: "rgb(255, 255, 255)",
    heads: "table-header-group",
    rows: "avoid",
    overflow: "visible",
    lines: 92,
  });
  for (const format of ["A4", "Letter"]) {
    const pdf = (await tab.pdf({ format })).toString("latin1");
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)?.length, format).toBeGreaterThan(1);
  }
  await window.close();
});
