import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import type { AdFormat } from "../../core/contract/formats.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import type { AdServer } from "./harness/ad-server.ts";
import { browserWorld, expectCharges, openServer, visit } from "./harness/world.ts";

const world = browserWorld();
let database: PostgresServer;
let store: PostgresStore;
let server: AdServer;

beforeAll(async () => {
  database = await startPostgresServer();
  store = await openPostgres(database.url);
  await store.migrate();
  server = await openServer(world(), {}, store);
});

afterAll(async () => {
  await server?.close();
  await store?.close();
  await database?.stop();
});

/** Labels from the first scene to the last; what is pressed last is a link. */
const ways: Readonly<Record<AdFormat, readonly string[]>> = {
  text: ["See the islands"],
  image: ["See the islands"],
  response: ["See the islands"],
  card: ["See the islands"],
  consent: ["Yes, show me", "See the islands"],
  quiz: ["Never", "short", "See the islands"],
};

type Hand = (page: Page, label: string, isLink: boolean) => Promise<void>;

const mouse: Hand = (page, label, isLink) =>
  page.getByRole(isLink ? "link" : "button", { name: label, exact: true }).click();

const keyboard: Hand = async (page, label, isLink) => {
  const labelInFocus = () => page.evaluate(() => lab.shadow().activeElement?.textContent);
  for (let tabs = 0; (await labelInFocus()) !== label; tabs += 1) {
    if (tabs === 10) throw new Error(`Tab does not lead to ${label}.`);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press(isLink || label === "short" ? "Enter" : "Space");
};

const played: string[] = [];

describe.concurrent.each(Object.entries(ways) as [AdFormat, string[]][])("a %s ad", (format, labels) => {
  test.each<readonly [string, Hand]>([
    ["mouse", mouse],
    ["keyboard", keyboard],
  ])("is played to its end with the %s, and charged once in the database", async (_, hand) => {
    const { page, window } = await visit(world(), { server });
    const id = await page.evaluate(async (wanted) => (await lab.show(wanted)).ad.delivery_id, format);
    const scenes = labels.length - 1;
    for (const [index, label] of labels.entries()) {
      const isLink = index === scenes;
      const opened = isLink ? window.waitForEvent("page") : undefined;
      await hand(page, label, isLink);
      if (!isLink) {
        const next = labels[index + 1] ?? expect.fail();
        await page.locator("handbill-ad").getByText(next, { exact: true }).waitFor();
      }
      if (opened) {
        await (await opened).waitForURL(`${world().site.origin}/landing`);
        expect(await (await opened).evaluate(() => [opener, document.referrer])).toEqual([null, ""]);
      }
    }
    // The first scene alone has a view to confirm; an ad of one scene stays on screen until it is.
    if (scenes === 0) await page.evaluate((delivery) => lab.hear("viewed", delivery), id);
    const names = await page.evaluate(() => lab.heard.map(({ name }) => name));
    expect(names.filter((name) => name === "action")).toHaveLength(scenes);
    expect(names.filter((name) => name === "clicked")).toHaveLength(1);
    expect(names).not.toContain("error");
    await window.close();
    played.push(id);
    const [delivery] = await store.findDeliveries([id]);
    expect(delivery?.chargedAt).toBeDefined();
    expect(delivery?.clickedAt).toBeDefined();
    expect(delivery?.presses).toHaveLength(scenes);
  });
});

test("the database has one charge for each of them and no other", async () => {
  expect(played).toHaveLength(2 * Object.keys(ways).length);
  await expectCharges(server, played);
});
