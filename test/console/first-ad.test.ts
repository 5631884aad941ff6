import { beforeEach, expect, it } from "vitest";
import { createConsole } from "../../runtimes/console/console.ts";
import { type Installation, install, operatorToken } from "../management/installation.ts";
import { signedIn, type Visitor } from "./visitor.ts";

const names = {
  site: "platforms[0].name",
  origin: "platforms[0].allowedOrigins[0]",
  advertiser: "campaigns[0].advertiser",
  text: "creatives[0].scenes[0].blocks[0].text",
  link: "creatives[0].scenes[0].blocks[1].buttons[0].landingUrl",
  button: "creatives[0].scenes[0].blocks[1].buttons[0].label",
  price: "campaigns[0].priceMicros",
  budget: "campaigns[0].totalBudgetMicros",
};
const fields = {
  [names.site]: "North",
  [names.origin]: "shop.example/blog",
  [names.advertiser]: "Roaster coffee",
  [names.text]: "Fresh.",
  [names.link]: "https://roaster.example/",
  [names.button]: "Buy",
  [names.price]: "4.50",
  [names.budget]: "10",
};

let place: Installation;
let operator: Visitor;

beforeEach(async () => {
  place = await install({ console: createConsole() });
  operator = await signedIn(place.management, operatorToken);
});

it("the first ad takes no id of an existing object, and changes none", async () => {
  const before = await place.store.readCatalog();
  await operator.read("first-ad");
  const answer = await operator.send("first-ad", fields);
  expect(answer.headers.get("location")).toBe("platforms/pf_north-2/test?done=created");
  const { catalog } = await place.store.readCatalog();
  expect(catalog.publishers).toEqual([...before.catalog.publishers, { id: "north-2", name: "North" }]);
  expect(catalog.campaigns).toEqual(expect.arrayContaining([...before.catalog.campaigns]));
  expect(catalog.campaigns.find(({ id }) => id === "roaster-coffee-2")).toMatchObject({
    priceMicros: 4_500,
    totalBudgetMicros: 10_000_000,
  });
  expect(catalog.platforms.find(({ id }) => id === "pf_north-2")?.allowedOrigins).toEqual([
    "https://shop.example",
  ]);
});

it("a first ad with mistakes changes nothing: each has its field, and the input stays", async () => {
  const before = await place.store.readCatalog();
  await operator.read("first-ad");
  const wrong = {
    ...fields,
    [names.site]: "",
    [names.origin]: "http://shop.example",
    [names.link]: "nowhere",
    [names.price]: "much",
  };
  const { status, text } = await operator.send("first-ad", wrong);
  expect(status).toBe(400);
  const linked = [...text.matchAll(/<li><a href="#([^"]+)">([^<]+)/g)].map(([, , label]) => label);
  expect(linked.toSorted()).toEqual([
    "Address of your site",
    "CPM (USD)",
    "Link of the ad",
    "Name of your site",
  ]);
  expect(text.match(/aria-invalid="true"/g)).toHaveLength(4);
  expect(text).toContain('value="nowhere"');
  expect(await place.store.readCatalog()).toEqual(before);
});

it("only the operator creates a first ad", async () => {
  const north = await signedIn(place.management, place.keys.north);
  expect((await north.read("first-ad")).status).toBe(403);
  expect((await north.send("first-ad", fields)).status).toBe(403);
  expect((await north.read("")).text).not.toContain("First steps");
});

it("the test page of a platform whose sites do not include the console says what to do", async () => {
  const { text } = await operator.read("platforms/pf_north/test");
  expect(text).toContain("https://ads.example is not an allowed site of");
  expect(text).not.toContain("data-live-ad");
});
