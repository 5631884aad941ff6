import * as v from "valibot";
import { expect, it } from "vitest";
import type { Call } from "../../runtimes/console/api-client.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { listAll } from "../../runtimes/console/lists.ts";
import { install, operatorToken } from "../management/installation.ts";
import { signedIn } from "./visitor.ts";

it("lists have pages with links between them", async () => {
  const place = await install({ console: createConsole() });
  const campaigns = Array.from({ length: 250 }, (_, n) => ({
    id: `c${String(n).padStart(3, "0")}`,
    advertiser: "Roaster",
    name: `Campaign ${n}`,
    priceMicros: 0,
  }));
  await place.call("operator", "POST", "/catalog/apply", { body: { catalog: { campaigns } } });
  const operator = await signedIn(place.management, operatorToken);
  const seen: string[] = [];
  for (let path: string | undefined = "campaigns"; path !== undefined; ) {
    const { text } = await operator.read(path);
    seen.push(...[...text.matchAll(/href="campaigns\/(c\d+)"/g)].map(([, id = ""]) => id));
    path = /href="(campaigns\?[^"]+)">Next page/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  }
  expect(seen).toEqual(campaigns.map(({ id }) => id));
});

it("a campaign's creatives are found among thousands of others'", async () => {
  const place = await install({ console: createConsole() });
  const { version, catalog } = await place.store.readCatalog();
  const [theirs] = catalog.creatives.filter(({ campaignId }) => campaignId === "wheels-bikes");
  if (theirs === undefined) throw new Error("Wheels have no creative.");
  const creatives = Array.from({ length: 4_100 }, (_, n) => {
    const id = `a${n}`;
    return { versionId: `${id}-1`, creative: { ...theirs, id } };
  });
  const upserts = { publishers: [], platforms: [], campaigns: [], creatives, topics: [] };
  await place.store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
  const operator = await signedIn(place.management, operatorToken);
  const { text } = await operator.read("campaigns/roaster-coffee");
  expect(text).toContain("Words of cr-roaster.");
  expect(text).not.toContain("The list is incomplete");
  const many = await operator.read("campaigns/wheels-bikes");
  expect(many.text).toMatch(/The list is incomplete\. <a href="[^"]*creatives\?campaign=wheels-bikes"/);
  const listed = await operator.read("creatives?campaign=roaster-coffee");
  expect([...listed.text.matchAll(/href="creatives\/([\w-]+)"/g)].map(([, id]) => id)).toEqual(
    expect.arrayContaining(["cr-roaster"]),
  );
  expect(listed.text).not.toContain("cr-wheels");
});

it("a list that is too long shows that it is incomplete", async () => {
  const answer = (n: number) => ({ json: { items: [{ n }], next: String(n) } });
  const asked: unknown[] = [];
  const call = async <T>(_name: string, schema: v.GenericSchema<unknown, T>, { query }: Call = {}) => {
    const { json } = answer(asked.push(query));
    return { json: v.parse(schema, json), etag: "" };
  };
  const listed = await listAll({ call }, "list-things", v.object({ n: v.number() }), { of: "one" });
  expect(listed).toEqual({ items: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ n })), isWhole: false });
  expect(asked).toMatchObject([
    { of: "one", limit: "500" },
    ...listed.items.slice(0, 7).map(({ n }) => ({ of: "one", after: String(n) })),
  ]);
});
