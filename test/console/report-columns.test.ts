import { expect, it } from "vitest";
import { createConsole } from "../../runtimes/console/console.ts";
import { recentTraffic } from "../core/management/quality-traffic.ts";
import { install, operatorToken } from "../management/installation.ts";
import { signedIn, type Visitor } from "./visitor.ts";

const place = await install({ console: createConsole() });
await place.store.addCounts(recentTraffic({ publisherId: "north", platformId: "pf_north" }));
const operator = await signedIn(place.management, operatorToken);
const publisher = await signedIn(place.management, place.keys.north);

/** The last rows of the tables, by the names of their columns. */
async function total(who: Visitor, by: string): Promise<Readonly<Record<string, string>>> {
  const { text } = await who.read(`reports?by=${by}`);
  const cells = (row = ""): readonly string[] =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => cell);
  const tables = [...text.matchAll(/<table.*?<\/table>/gs)].map(([whole]) =>
    [...whole.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => cells(row)),
  );
  const sums = tables.flatMap((rows) =>
    (rows[0] ?? []).map((name, place) => [name, rows.at(-1)?.[place] ?? ""] as const),
  );
  return Object.fromEntries(sums);
}

it("the report's page shows the excluded and the marked share", async () => {
  expect(await total(operator, "day")).toMatchObject({ Excluded: "5.00 %", Marked: "3.11 %" });
  expect(await total(operator, "placement")).toMatchObject({ Excluded: "5.00 %", Marked: "3.11 %" });
});

it("a publisher sees the marked share by day, platform and key only", async () => {
  expect(await total(publisher, "platform")).toMatchObject({ Excluded: "5.00 %", Marked: "3.11 %" });
  const finer = await total(publisher, "placement");
  expect(finer).toMatchObject({ Excluded: "5.00 %" });
  expect(finer).not.toHaveProperty("Marked");
});

it("the report names its objects and its columns in words", async () => {
  const { text } = await operator.read("reports?by=platform&by=key");
  expect(text).toMatch(/<th scope="col">Platform<\/th><th scope="col">API key<\/th>/);
  expect(text).toMatch(/<a href="platforms\/pf_north" title="pf_north">[^<p][^<]*<\/a>/);
});
