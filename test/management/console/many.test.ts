import * as v from "valibot";
import { expect, it } from "vitest";
import { pick } from "../../../core/management/console/lists.ts";
import { install, operatorToken } from "../installation.ts";
import { signedIn } from "./visitor.ts";

it("lists come page by page, and links lead through them", async () => {
  const place = await install({ console: true });
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

it("of a list that is too long to look through it is said that something may be missing", async () => {
  const answer = (n: number) => ({ json: { items: [{ n }], next: String(n) } });
  let asked = 0;
  const call = async <T>(_name: string, schema: v.GenericSchema<unknown, T>) => {
    const { json } = answer(asked++);
    return { json: v.parse(schema, json), etag: "" };
  };
  const picked = await pick({ call }, "list-things", v.object({ n: v.number() }), ({ n }) => n % 2 === 0);
  expect(picked).toEqual({ items: [{ n: 0 }, { n: 2 }, { n: 4 }, { n: 6 }], isWhole: false });
});
