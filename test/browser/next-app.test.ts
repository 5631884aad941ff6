import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../cli/run-cli.ts";
import { startNext } from "../runtimes/targets.ts";
import { openAdServer } from "./harness/ad-server.ts";
import { browserCatalog, platformId } from "./harness/catalog.ts";
import { openWindow } from "./harness/chromium.ts";
import { browserWorld, expectCharges } from "./harness/world.ts";

const world = browserWorld();

declare global {
  /** The deliveries of the page's views. */
  var seen: string[];
}

test("an app that Next has built hydrates without a complaint, and each of its routes has one ad, charged once", async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = await openAdServer({ catalog: browserCatalog(world().site.origin, [origin]) });
  onTestFinished(server.close);
  const app = await startNext("next-ad", { ADS_URL: server.url, ADS_PLATFORM: platformId }, port);
  onTestFinished(async () => void (await app.stop()));
  expect(app.url).toBe(origin);
  // Rendered on the server: the answer with an empty place for its ad.
  expect(await (await fetch(origin)).text()).toContain("<p>Espresso with steamed milk.</p><div></div>");

  const window = await openWindow(world().browser);
  const tab = await window.newPage();
  const complaints: string[] = [];
  tab.on("pageerror", (error) => complaints.push(String(error)));
  tab.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  await tab.addInitScript(() => {
    globalThis.seen = [];
    document.addEventListener("handbill:viewed", (event) => {
      if (event instanceof CustomEvent) seen.push(event.detail.ad.delivery_id);
    });
  });
  const views = async (count: number): Promise<readonly string[]> => {
    await tab.waitForFunction((wanted) => seen.length === wanted, count);
    return tab.evaluate(() => seen);
  };
  await tab.goto(origin);
  await views(1);
  await tab.getByRole("link", { name: "And a cortado?" }).click();
  await tab.getByRole("heading", { name: "And a cortado?" }).waitFor();
  await views(2);
  await tab.goBack();
  await tab.getByRole("heading", { name: "What is a latte?" }).waitFor();
  const all = await views(3);
  expect(await tab.locator("handbill-ad").count()).toBe(1);

  await window.close();
  expect(complaints).toEqual([]);
  expect(new Set(all).size).toBe(3);
  await expectCharges(server, all);
});
