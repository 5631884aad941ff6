import { describe, expect, test } from "vitest";
import { formatPath } from "../../core/catalog/messages.ts";
import { parseCatalog } from "../../core/planning/schema.ts";
import { smallCatalog, withValue } from "./small-catalog.ts";

type Path = readonly (string | number)[];

/** One field: values that are taken (with what is stored, where it differs) and values that are refused. */
interface FieldCase {
  readonly field: string;
  readonly at: Path;
  readonly good: readonly unknown[];
  readonly stored?: readonly (readonly [given: unknown, stored: unknown])[];
  readonly bad: readonly (readonly [given: unknown, message: RegExp])[];
}

const spring = ["campaigns", 0] as const;
const button = ["creatives", 0, "scenes", 0, "blocks", 1, "buttons", 0] as const;
const house = ["campaigns", 1] as const;
const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const longest = (length: number) => "👟".repeat(length);

const fieldCases: readonly FieldCase[] = [
  {
    field: "an id",
    at: ["topics", 0, "id"],
    good: ["shoes"],
    bad: [
      [".", /other than/],
      ["..", /other than/],
      ["", /Use 1 to 128/],
      ["a b", /A–Z/],
      ["é", /A–Z/],
      ["x".repeat(129), /Use 1 to 128/],
      [7, /Must be text, but it is 7/],
      [undefined, /Add this field: it is required/],
    ],
  },
  {
    field: "a platform ID",
    at: ["platforms", 0, "id"],
    good: ["pf_shop"],
    bad: [
      ["shop", /pf_/],
      ["pf_", /pf_/],
      [`pf_${"x".repeat(62)}`, /1 to 61/],
      ["pf_a.b", /pf_/],
    ],
  },
  {
    field: "a name",
    at: ["publishers", 0, "name"],
    good: ["Ünïcode 👟", "5\u200f%", "שלום", longest(200)],
    bad: [
      ["", /Must not be empty/],
      ["\u200b", /No character of this text is visible/],
      ["\u3164 \u00ad", /No character of this text is visible/],
      ["\u2800", /No character of this text is visible/],
      ["\u202eSponsored", /directional/],
      ["\u2067Sponsored", /directional/],
      ["  ", /Must not be empty/],
      ["a\u0000b", /control characters/],
      ["a\nb", /line breaks/],
      ["a\u009b31m", /control characters/],
      ["a\ud800b", /lone surrogate/],
      [longest(201), /at most 200 characters; it has 201/],
      [null, /Must be text, but it is null/],
    ],
  },
  {
    field: "an allowed origin",
    at: ["platforms", 0, "allowedOrigins", 0],
    good: [
      "https://shop.example",
      "https://*.shop.example",
      "http://localhost:3000",
      "http://127.0.0.1:1",
      "http://[::1]:3000",
    ],
    stored: [
      ["https://SHOP.example:443/", "https://shop.example"],
      ["https://bücher.example", "https://xn--bcher-kva.example"],
      ["HTTPS://*.Shop.example", "https://*.shop.example"],
    ],
    bad: [
      ["null", /sandboxed/],
      ["shop.example", /Write a site address/],
      ["ftp://shop.example", /Use https/],
      ["chrome-extension://abc", /Use https/],
      ["http://shop.example", /plain http is for localhost/],
      ["http://localhost.shop.example", /plain http/],
      ["https://shop.example/path", /Only scheme, host and port.*https:\/\/shop\.example/],
      ["https://shop.example/?", /Only scheme/],
      ["https://shop.example?a", /Only scheme/],
      ["https://shop.example/#a", /Only scheme/],
      ["https://me:pw@shop.example", /user name/],
      ["https://*", /Write a site address/],
      ["https://*.com", /two labels/],
      ["https://*.com.", /two labels/],
      ["https://*.127.0.0.1", /two labels/],
      ["https://*.example.com:8443", /usual port/],
      ["http://*.localhost", /usual port/],
      ["https://a.*.example.com", /Write a site address/],
      ["*", /Write a site address/],
      [" https://shop.example", /Write a site address/],
      ["https:\\\\shop.example", /Write a site address/],
    ],
  },
  {
    field: "a revenue share",
    at: ["platforms", 0, "revenueShareBps"],
    good: [0, 10_000],
    bad: [
      [-1, /at least 0/],
      [10_001, /at most 10000/],
      [0.5, /integer/],
      [undefined, /Add this field/],
    ],
  },
  {
    field: "a platform's status",
    at: ["platforms", 0, "status"],
    good: ["active", "disabled"],
    bad: [["off", /Use one of \("active" \| "disabled"\)/]],
  },
  {
    field: "a platform's excluded advertisers",
    at: ["platforms", 0, "excludedAdvertisers"],
    good: [["Stride & Co"], ["Without a campaign, Inc.", longest(200)], names(1_000)],
    bad: [
      [[], /at least 1/],
      ["Stride & Co", /Must be a list/],
      [names(1_001), /at most 1000/],
    ],
  },
  {
    field: "a platform's excluded topics",
    at: ["platforms", 0, "excludedTopics"],
    good: [["shoes"]],
    bad: [
      [[], /at least 1/],
      [names(1_001), /at most 1000/],
    ],
  },
  {
    field: "a platform's excluded formats",
    at: ["platforms", 0, "excludedFormats"],
    good: [["text", "bot"]],
    bad: [[[], /at least 1/]],
  },
  {
    field: "a campaign's excluded platforms",
    at: [...house, "excludedPlatforms"],
    good: [["pf_shop"]],
    bad: [
      [[], /at least 1/],
      [names(1_001).map((name) => `pf_${name}`), /at most 1000/],
    ],
  },
  {
    field: "a campaign's excluded placements",
    at: [...house, "excludedPlacements"],
    good: [["sidebar", "chat"]],
    bad: [[[], /at least 1/]],
  },
  {
    field: "a campaign's excluded topics",
    at: [...house, "excludedTopics"],
    good: [["shoes"]],
    bad: [[[], /at least 1/]],
  },
  {
    field: "a price",
    at: [...spring, "priceMicros"],
    good: [1, 1_000_000_000_000],
    bad: [
      [-1, /at least 0/],
      [1.5, /integer/],
      ["2000", /Must be a number/],
      [1_000_000_000_001, /at most/],
    ],
  },
  {
    field: "a total budget",
    at: [...spring, "totalBudgetMicros"],
    good: [0, 9_000_000_000_000_000],
    bad: [
      [-1, /at least 0/],
      [2 ** 53, /integer/],
      [null, /Must be a number/],
      [undefined, /needs a budget/],
    ],
  },
  {
    field: "a time zone",
    at: [...spring, "timeZone"],
    good: ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "CET", "PRC"],
    bad: [
      ["Mars/Olympus", /IANA/],
      ["PST", /IANA/],
      ["bst", /IANA/],
      ["SystemV/PST8", /IANA/],
      ["+01:00", /IANA/],
      ["", /IANA/],
    ],
  },
  {
    field: "a start",
    at: [...spring, "startsAt"],
    good: ["2030-02-28T09:00:00+01:00", "2028-02-29T09:00Z", "2030-01-01T00:00:00.123-09:30"],
    bad: [
      ["2030-02-30T09:00:00Z", /existing instant/],
      ["2030-01-01T24:00:00Z", /existing instant/],
      ["2030-01-01T09:00:00", /offset/],
      ["2030-01-01", /offset/],
      ["tomorrow", /offset/],
      ["2030-01-01T09:00:00+25:00", /existing instant/],
    ],
  },
  {
    field: "a language",
    at: [...spring, "languages", 0],
    good: ["en", "de-AT", "zh-Hant-TW"],
    stored: [
      ["EN_us", "en-US"],
      ["ZH-hant", "zh-Hant"],
    ],
    bad: [
      ["english!", /BCP 47/],
      ["e", /BCP 47/],
      ["", /Must not be empty/],
    ],
  },
  {
    field: "a list of languages",
    at: [...spring, "languages"],
    good: [["en", "de"]],
    bad: [
      [[], /at least 1/],
      ["en", /Must be a list/],
    ],
  },
  {
    field: "a weight",
    at: [...spring, "weight"],
    good: [1, 1_000],
    bad: [
      [0, /at least 1/],
      [1_001, /at most 1000/],
    ],
  },
  {
    field: "a frequency window",
    at: [...spring, "frequencyCap", "window"],
    good: ["day", 60_000, 7_776_000_000],
    bad: [
      [59_999, /1 minute/],
      [7_776_000_001, /90 days/],
      ["week", /Write "day"/],
      [60_000.5, /whole number/],
    ],
  },
  {
    field: "a frequency cap's impressions",
    at: [...spring, "frequencyCap", "impressions"],
    good: [1, 1_000],
    bad: [
      [0, /at least 1/],
      [1_001, /at most 1000/],
    ],
  },
  {
    field: "a landing URL",
    at: [...button, "landingUrl"],
    good: ["https://stride.example/a?b=c#d", "https://8.8.8.8/", "https://stride.example./"],
    stored: [
      ["https://stride.example", "https://stride.example/"],
      ["https://stride.example/süß", "https://stride.example/s%C3%BC%C3%9F"],
      ['https://stride.example/"><b>', "https://stride.example/%22%3E%3Cb%3E"],
    ],
    bad: [
      ["/sale", /absolute URL/],
      ["http://stride.example/", /Use https/],
      ["http://localhost:8787/x", /public host/],
      ["https://127.0.0.1/", /public host/],
      ["javascript:alert(1)", /Use https/],
      ["data:text/html,x", /Use https/],
      ["https://me:pw@stride.example/", /user name/],
      ["https://stride.example/a b", /without spaces/],
      ["https://stride.example/\u0000", /absolute URL/],
      [`https://stride.example/${"x".repeat(2_048)}`, /Shorten/],
      ["", /Must not be empty/],
    ],
  },
  {
    field: "a button's style",
    at: [...button, "style"],
    good: ["primary", "secondary", "link"],
    bad: [["big", /Use one of/]],
  },
  {
    field: "a block's kind",
    at: ["creatives", 0, "scenes", 0, "blocks", 0, "kind"],
    good: ["text"],
    bad: [["html", /Use one of/]],
  },
  {
    field: "hours of the week",
    at: [...spring, "hours"],
    good: [[{ days: [1, 7], from: 0, to: 24 }]],
    bad: [[[], /at least 1/]],
  },
  {
    field: "a phrase",
    at: ["topics", 0, "phrases", "en", 0],
    good: ["C++", "running shoes", "靴", "5 km"],
    bad: [
      ["!?", /no letter or digit/],
      ["", /Must not be empty/],
      [longest(101), /at most 100/],
    ],
  },
  {
    field: "premium users",
    at: [...spring, "premium"],
    good: ["only", "never"],
    bad: [[true, /Use one of/]],
  },
];

describe.each(fieldCases)("$field", ({ at, good, stored = [], bad }) => {
  test.each(good.map((value) => [value]))("%j is taken as it is", (value) => {
    const parsed = parseCatalog(withValue(at, value));
    expect(issuesOf(parsed)).toEqual([]);
    expect(valueAt(parsed, at)).toEqual(value);
  });

  test.each(stored)("%j is stored as %j", (given, value) => {
    const parsed = parseCatalog(withValue(at, given));
    expect(issuesOf(parsed)).toEqual([]);
    expect(valueAt(parsed, at)).toEqual(value);
  });

  test.each(bad)("%j is refused with its path", (given, message) => {
    const issues = issuesOf(parseCatalog(withValue(at, given)));
    expect(issues).toContainEqual({ path: formatPath(at), message: expect.stringMatching(message) });
  });
});

const ruleCases: readonly { rule: string; at: Path; value: unknown; path?: string; message: RegExp }[] = [
  { rule: "an unknown list", at: ["campains"], value: [], message: /unknown field; known here: .*campaigns/ },
  { rule: "an unknown field", at: [...spring, "prise"], value: 1, message: /unknown field/ },
  { rule: "an unknown field of a button", at: [...button, "href"], value: "x", message: /known here: label/ },
  { rule: "a field called constructor", at: [...spring, "constructor"], value: 1, message: /unknown field/ },
  {
    rule: "an end before its start",
    at: [...spring, "endsAt"],
    value: "2020-01-01T00:00:00Z",
    message: /later than/,
  },
  {
    rule: "a house campaign with a budget",
    at: ["campaigns", 1, "dailyBudgetMicros"],
    value: 5,
    message: /house/,
  },
  {
    rule: "hours that end before they begin",
    at: [...spring, "hours"],
    value: [{ days: [1], from: 22, to: 6 }],
    path: "campaigns[0].hours[0].to",
    message: /past midnight/,
  },
  {
    rule: "a repeated language",
    at: [...spring, "languages"],
    value: ["en", "EN"],
    path: "campaigns[0].languages[1]",
    message: /repeated/,
  },
  {
    rule: "an unknown publisher",
    at: ["platforms", 0, "publisherId"],
    value: "nobody",
    message: /no publisher nobody/,
  },
  {
    rule: "an unknown platform",
    at: [...spring, "platforms", 0],
    value: "pf_x",
    message: /no platform pf_x/,
  },
  { rule: "an unknown topic", at: [...spring, "topics", 0], value: "hats", message: /no topic hats/ },
  {
    rule: "an unknown placement",
    at: [...spring, "placements", 1],
    value: "footer",
    message: /no placement footer/,
  },
  ...(
    [
      ["topic", ["platforms", 0, "excludedTopics"], "hats"],
      ["topic", [...house, "excludedTopics"], "hats"],
      ["platform", [...house, "excludedPlatforms"], "pf_x"],
      ["placement", [...house, "excludedPlacements"], "footer"],
    ] as const
  ).map(([kind, at, id]) => ({
    rule: `an unknown ${kind} in ${formatPath(at)}`,
    at,
    value: [id],
    path: `${formatPath(at)}[0]`,
    message: new RegExp(`There is no ${kind} ${id}: add it to .*, or correct it`),
  })),
  ...(
    [
      ["topics", "excludedTopics", "shoes"],
      ["platforms", "excludedPlatforms", "pf_shop"],
      ["placements", "excludedPlacements", "sidebar"],
    ] as const
  ).map(([targeted, excluded, id]) => ({
    rule: `an item of ${targeted} among ${excluded}`,
    at: [...spring, excluded],
    value: [id],
    path: `campaigns[0].${excluded}[0]`,
    message: new RegExp(`Remove ${id} here or from ${targeted}`),
  })),
  {
    rule: "a format that there is not",
    at: ["platforms", 0, "excludedFormats"],
    value: ["text", "video"],
    path: "platforms[0].excludedFormats[1]",
    message: /Use one of .*"bot"/,
  },
  {
    rule: "an excluded advertiser with a longer name than advertisers have",
    at: ["platforms", 0, "excludedAdvertisers"],
    value: [longest(201)],
    path: "platforms[0].excludedAdvertisers[0]",
    message: /at most 200/,
  },
  {
    rule: "an advertiser excluded twice",
    at: ["platforms", 0, "excludedAdvertisers"],
    value: ["A", "A"],
    path: "platforms[0].excludedAdvertisers[1]",
    message: /repeated/,
  },
  {
    rule: "an unknown campaign",
    at: ["creatives", 0, "campaignId"],
    value: "autumn",
    message: /no campaign autumn/,
  },
  {
    rule: "an id used twice",
    at: ["campaigns", 1, "id"],
    value: "spring",
    message: /campaigns\[0\] has this id/,
  },
  {
    rule: "phrases under no language",
    at: ["topics", 0, "phrases"],
    value: { "!!": ["x"] },
    path: 'topics[0].phrases["!!"]',
    message: /BCP 47/,
  },
  {
    rule: "phrases under two spellings of a language",
    at: ["topics", 0, "phrases"],
    value: { "en-us": ["x"], en_US: ["y"] },
    path: "topics[0].phrases.en_US",
    message: /Merge/,
  },
  {
    rule: "a topic without phrases",
    at: ["topics", 0, "phrases"],
    value: {},
    message: /at least one language/,
  },
  {
    rule: "a button that leads nowhere",
    at: [...button, "landingUrl"],
    value: undefined,
    path: formatPath(button),
    message: /add goto, landingUrl/,
  },
  { rule: "a campaign that is no object", at: ["campaigns", 1], value: [], message: /Must be an object/ },
];

test.each(ruleCases)("$rule is refused with its path", ({ at, value, path, message }) => {
  if (at.at(-1) === "endsAt") {
    const document = withValue([...spring, "startsAt"], "2020-01-01T00:00:00Z");
    Reflect.set(Object(valueIn(document, spring)), "endsAt", value);
    expect(issuesOf(parseCatalog(document))).toEqual([
      { path: formatPath(at), message: expect.stringMatching(message) },
    ]);
    return;
  }
  const issues = issuesOf(parseCatalog(withValue(at, value)));
  expect(issues).toContainEqual({ path: path ?? formatPath(at), message: expect.stringMatching(message) });
});

test("the small catalogue is good, and its defaults are filled in", () => {
  const parsed = parseCatalog(smallCatalog());
  expect(issuesOf(parsed)).toEqual([]);
  expect(valueAt(parsed, spring)).toMatchObject({
    status: "active",
    pacing: "asap",
    timeZone: "UTC",
    weight: 1,
  });
});

test("lists may be left out, and $schema is for editors only", () => {
  expect(parseCatalog({ $schema: "./catalog.schema.json" })).toEqual({
    ok: true,
    catalog: { publishers: [], platforms: [], topics: [], campaigns: [], creatives: [] },
  });
});

test.each([[null], [7], ["x"], [[]], [undefined]])("%j is no catalogue", (input) => {
  expect(issuesOf(parseCatalog(input))).toMatchObject([{ path: "" }]);
});

test("__proto__ as a field is refused, as an id it is an id like any other where the alphabet allows it", () => {
  const typo = JSON.parse('{"publishers": [{"id": "a", "name": "A", "__proto__": {"x": 1}}]}');
  expect(issuesOf(parseCatalog(typo))).toMatchObject([{ path: "publishers[0].__proto__" }]);
  const odd = { publishers: ["__proto__", "constructor", "1E2"].map((id) => ({ id, name: id })) };
  expect(issuesOf(parseCatalog(odd))).toEqual([]);
});

test("all mistakes are reported at once, each one once", () => {
  const document = smallCatalog();
  Object.assign(document.campaigns[0] ?? {}, { priceMicros: "a lot", weight: 0, typo: 1 });
  Object.assign(document.campaigns[1] ?? {}, { totalBudgetMicros: 5 });
  Object.assign(document.platforms[0] ?? {}, { publisherId: "nobody" });
  expect(
    issuesOf(parseCatalog(document))
      .map(({ path }) => path)
      .sort(),
  ).toEqual([
    "campaigns[0].priceMicros",
    "campaigns[0].typo",
    "campaigns[0].weight",
    "campaigns[1].totalBudgetMicros",
    "platforms[0].publisherId",
  ]);
});

test("a part of a catalogue may refer to what is stored", () => {
  const whole = parseCatalog(smallCatalog());
  if (!whole.ok) throw new Error("the small catalogue is good");
  const { publishers: _, topics: __, ...part } = smallCatalog();
  expect(issuesOf(parseCatalog(part)).map(({ path }) => path)).toEqual([
    "platforms[0].publisherId",
    "campaigns[0].topics[0]",
  ]);
  expect(issuesOf(parseCatalog(part, whole.catalog))).toEqual([]);
});

test("a document nested 100,000 deep is answered, not crashed on", () => {
  const deep = JSON.parse(`{"publishers": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  expect(parseCatalog(deep).ok).toBe(false);
});

function issuesOf(parsed: ReturnType<typeof parseCatalog>) {
  return parsed.ok ? [] : parsed.issues;
}

function valueAt(parsed: ReturnType<typeof parseCatalog>, path: Path): unknown {
  return parsed.ok ? valueIn(parsed.catalog, path) : undefined;
}

function valueIn(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), document);
}
