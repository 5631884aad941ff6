import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { creativeFormats } from "../../core/contract/formats.ts";
import { parseCatalog } from "../../core/planning/schema.ts";
import { demoPictureAt } from "../../runtimes/demo/assets.ts";
import { demoCatalog } from "../../runtimes/demo/catalog.ts";
import { removeTemporaryDirectories, runCli, temporaryDirectory } from "./run-cli.ts";

afterAll(removeTemporaryDirectories);

const baseUrl = "http://localhost:8787";
const catalog = demoCatalog({ baseUrl });

test("the demo catalogue is good, and already in the spelling in which it is stored", () => {
  expect(parseCatalog(catalog, undefined, { allowLocalUrls: true })).toEqual({ ok: true, catalog });
});

test("the document of the demo is applied by the command line, as it is and a second time without a change", async () => {
  const directory = await temporaryDirectory();
  const file = fileURLToPath(new URL("../../runtimes/demo/catalog.json", import.meta.url));
  const first = await runCli(["apply", "--json", file], { directory });
  expect(first, first.stderr).toMatchObject({ code: 0 });
  const entities = Object.values(catalog).flat();
  expect(JSON.parse(first.stdout)).toMatchObject({ outcome: "applied" });
  expect(JSON.parse(first.stdout).changes.length).toBeGreaterThanOrEqual(entities.length);
  const second = await runCli(["apply", "--json", file], { directory });
  expect(JSON.parse(second.stdout)).toEqual({ outcome: "unchanged", changes: [] });
});

test("every format has a campaign without targeting in English, with money for thousands of views", () => {
  for (const format of creativeFormats) {
    const campaignIds = catalog.creatives
      .filter((creative) => creative.format === format && creative.language === "en")
      .map(({ campaignId }) => campaignId);
    const open = catalog.campaigns.filter(
      ({ id, topics, priceMicros, totalBudgetMicros = 0 }) =>
        campaignIds.includes(id) &&
        topics === undefined &&
        priceMicros > 0 &&
        totalBudgetMicros / priceMicros > 5_000,
    );
    expect(open, format).not.toEqual([]);
    const targeted = catalog.campaigns.filter(
      ({ id, topics }) => campaignIds.includes(id) && topics !== undefined,
    );
    if (format !== "bot") expect(targeted, format).not.toEqual([]);
  }
});

test("every topic has two campaigns of two formats in English, so that the same question twice stays on its topic", () => {
  for (const { id } of catalog.topics) {
    const own = catalog.campaigns.filter(
      ({ topics, languages }) => topics?.includes(id) && languages?.includes("en"),
    );
    const formats = catalog.creatives.filter(({ campaignId }) => own.some((one) => one.id === campaignId));
    expect(own.length, id).toBe(2);
    expect(new Set(formats.map(({ format }) => format)).size, id).toBe(2);
  }
});

test("a gallery and a video are among the ads", () => {
  const blocks = catalog.creatives.flatMap(({ scenes = [] }) => scenes.flatMap((scene) => scene.blocks));
  expect(blocks.some(({ kind }) => kind === "gallery")).toBe(true);
  const video = blocks.find((block) => block.kind === "media" && block.media_type === "video");
  expect(video).toMatchObject({ url: `${baseUrl}/demo/harbour.webm`, poster: `${baseUrl}/demo/harbour.svg` });
});

test("there is a house campaign, and something in German", () => {
  expect(catalog.campaigns.some(({ priceMicros }) => priceMicros === 0)).toBe(true);
  expect(catalog.creatives.filter(({ language }) => language === "de").length).toBeGreaterThan(2);
});

test("every picture of the demo is drawn by the demo's own server", () => {
  const urls = JSON.stringify(catalog).match(/http:[^"]*\.svg/g) ?? [];
  expect(urls.length).toBeGreaterThan(5);
  for (const url of urls) {
    expect(url.startsWith(`${baseUrl}/demo/`)).toBe(true);
    expect(demoPictureAt(new URL(url).pathname)).toContain("<svg xmlns=");
  }
  for (const path of [
    "/demo/other.svg",
    "/demo/toString.svg",
    "/demo/",
    "/beans.svg",
    "/demo/../beans.svg",
  ]) {
    expect(demoPictureAt(path)).toBeUndefined();
  }
});

test("every other address in it is reserved for examples", () => {
  for (const url of JSON.stringify(catalog).match(/https:\/\/[^"/]*/g) ?? [])
    expect(url).toMatch(/\.example$/);
});
