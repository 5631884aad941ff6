import { beforeEach, describe, expect, it } from "vitest";
import { createConsole } from "../../runtimes/console/console.ts";
import { choice, order } from "../conformance/fixtures.ts";
import { recentTraffic } from "../core/management/quality-traffic.ts";
import { type Installation, install, operatorToken } from "../management/installation.ts";
import { fieldsOf } from "./fields-of.ts";
import { signedIn, type Visitor } from "./visitor.ts";

let place: Installation;
let operator: Visitor;

beforeEach(async () => {
  place = await install({ console: createConsole() });
  operator = await signedIn(place.management, operatorToken);
});

async function campaign(id: string) {
  const { catalog } = await place.store.readCatalog();
  return catalog.campaigns.find((one) => one.id === id);
}

describe("a campaign", () => {
  const whole = {
    id: "new-one",
    advertiser: "Roaster",
    name: "New one",
    priceMicros: "4.50",
    totalBudgetMicros: "1,000.00",
    dailyBudgetMicros: "12.345678",
    pacing: "even",
    timeZone: "America/New_York",
    startsAt: "2026-07-01T09:00",
    endsAt: "2026-12-01T00:00",
    hours: "Mon-Fri 9-17\nSat, Sun 10-12",
    languages: "en, de-AT",
    formats: "card",
    topics: "coffee",
    "frequencyCap.impressions": "3",
    "frequencyCap.window": "12h",
    premium: "never",
    weight: "5",
    excludedTopics: "tea",
    excludedPlatforms: "pf_north, pf_south",
    excludedPlacements: "chat",
  };

  beforeEach(async () => {
    const tea = { id: "tea", name: "Tea", phrases: { en: ["tea"] } };
    expect((await place.call("operator", "POST", "/topics", { body: tea })).status).toBe(201);
  });

  it("is created from the input: CPM, units, local times, weekly hours", async () => {
    const answer = await operator.send("campaigns/new", whole);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "../campaigns/new-one?done=created",
    ]);
    expect(await campaign("new-one")).toEqual({
      id: "new-one",
      advertiser: "Roaster",
      name: "New one",
      status: "active",
      priceMicros: 4_500,
      totalBudgetMicros: 1_000_000_000,
      dailyBudgetMicros: 12_345_678,
      pacing: "even",
      timeZone: "America/New_York",
      startsAt: "2026-07-01T13:00:00.000Z",
      endsAt: "2026-12-01T05:00:00.000Z",
      hours: [
        { days: [1, 2, 3, 4, 5], from: 9, to: 17 },
        { days: [6, 7], from: 10, to: 12 },
      ],
      languages: ["en", "de-AT"],
      formats: ["card"],
      topics: ["coffee"],
      excludedTopics: ["tea"],
      excludedPlatforms: ["pf_north", "pf_south"],
      excludedPlacements: ["chat"],
      frequencyCap: { impressions: 3, window: 43_200_000 },
      premium: "never",
      weight: 5,
    });
  });

  it("is written and read in the reader's language", async () => {
    const german = { "accept-language": "xx, de-DE;q=0.9, en;q=0.8" };
    const answer = await operator.send("campaigns/new", { ...whole, priceMicros: "4,50" }, german);
    expect(answer.status, "with a budget of 1,000.00").toBe(400);
    expect(answer.text).toContain('href="#field-totalBudgetMicros"');
    const amounts = { priceMicros: "4,50", totalBudgetMicros: "1.000,00", dailyBudgetMicros: "12,345678" };
    expect((await operator.send("campaigns/new", { ...whole, ...amounts }, german)).status).toBe(303);
    expect(await campaign("new-one")).toMatchObject({
      priceMicros: 4_500,
      totalBudgetMicros: 1_000_000_000,
      dailyBudgetMicros: 12_345_678,
    });
    const page = await operator.read("campaigns/new-one", german);
    expect(page.text).toContain("4,50\u00a0USD CPM (0,0045\u00a0USD per view)");
    expect(page.text).toContain("0,000000 spent, 0,000000 held of 1.000,000000");
    expect(fieldsOf(page.text)).toMatchObject({ ...amounts, totalBudgetMicros: "1000,00" });
  });

  it("is listed with its CPM and its price per view, and every amount names its currency", async () => {
    await place.call("operator", "POST", "/campaigns", {
      body: { id: "house", advertiser: "North", name: "House", priceMicros: 0 },
    });
    const { text } = await operator.read("campaigns");
    for (const head of ["CPM", "Price per view", "Total budget", "Daily budget"]) {
      expect(text).toContain(`<th scope="col" class="number">${head} (USD)</th>`);
    }
    expect(text).toContain(
      '<td class="number">4.00</td><td class="number">0.004</td><td class="number">1.00</td>',
    );
    expect(text).toContain('<td class="number">house</td><td class="number">–</td>');
  });

  it("saved without a change stays the same", async () => {
    await operator.send("campaigns/new", whole);
    const before = await campaign("new-one");
    const page = await operator.read("campaigns/new-one");
    const answer = await operator.send("campaigns/new-one", { ...fieldsOf(page.text), formats: "card" });
    expect(answer.status).toBe(303);
    expect(await campaign("new-one")).toEqual(before);
  });

  it("with mistakes is not created: each error appears at its field, and the input stays", async () => {
    const answer = await operator.send("campaigns/new", {
      ...whole,
      priceMicros: "a lot",
      timeZone: "Mars/Base",
      hours: "whenever",
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("<title>Error: New campaign");
    for (const name of ["priceMicros", "timeZone", "hours"]) {
      expect(answer.text).toContain(`<a href="#field-${name}">`);
      expect(answer.text).toMatch(
        new RegExp(
          `id="field-${name}"[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*field-${name}-error`,
        ),
      );
    }
    expect(answer.text).toContain('value="a lot"');
    expect(answer.text).toContain('value="1,000.00"');
    expect(await campaign("new-one")).toBeUndefined();
  });

  it("has labels instead of the API's names in the errors of its form", async () => {
    const own = {
      id: "unfunded",
      advertiser: "Roaster",
      name: "Unfunded",
      priceMicros: "1",
      timeZone: "UTC",
    };
    const texts = { ...own, pacing: "even", startsAt: "2026-07-01T09:00", endsAt: "2026-07-01T08:00" };
    const late = (await operator.send("campaigns/new", texts)).text;
    expect(late).toContain("add “Total budget (USD)”, “Daily budget (USD)” or both.");
    expect(late).toContain("Must be later than “Starts”.");
    const { text } = await operator.send("campaigns/new", { ...own, pacing: "even", totalBudgetMicros: "9" });
    expect(text).toContain("add “Daily budget (USD)” or “Ends”, or set “Pacing” to “As soon as possible”.");
  });

  it("changed by someone else meanwhile is not overwritten", async () => {
    const page = await operator.read("campaigns/roaster-coffee");
    const fields = fieldsOf(page.text);
    expect((await operator.send("campaigns/roaster-coffee", { ...fields, name: "First" })).status).toBe(303);
    const second = await operator.send("campaigns/roaster-coffee", { ...fields, name: "Second" });
    expect(second.status).toBe(400);
    expect(second.text).toContain("It changed after you read it");
    expect((await campaign("roaster-coffee"))?.name).toBe("First");
    expect(second.text).toMatch(
      /href="[^"]*campaigns\/roaster-coffee" target="_blank"[^>]*>Open the current version/,
    );
    expect(second.text).toContain("It differs from this form in: Name.");
    const mine = { ...fieldsOf(second.text), name: "Second" };
    await operator.send("campaigns/roaster-coffee", {
      ...fieldsOf((await operator.read("campaigns/roaster-coffee")).text),
      name: "Third",
    });
    const stale = await operator.send("campaigns/roaster-coffee", { ...mine, do: "save-over" });
    expect([stale.status, (await campaign("roaster-coffee"))?.name]).toEqual([400, "Third"]);
    const over = { ...fieldsOf(stale.text), name: "Second", do: "save-over" };
    expect((await operator.send("campaigns/roaster-coffee", over)).status).toBe(303);
    expect((await campaign("roaster-coffee"))?.name).toBe("Second");
  });

  it("changed meanwhile names no field of several lines that is the same", async () => {
    await operator.send("campaigns/new", whole);
    const stored = fieldsOf((await operator.read("campaigns/new-one")).text);
    // A browser ends each line by CR and LF.
    const typed = Object.entries(stored).map(([name, text]) => [name, text.replaceAll("\n", "\r\n")]);
    const fields = Object.fromEntries(typed);
    expect(fields["hours"]).toContain("\r\n");
    expect((await operator.send("campaigns/new-one", { ...fields, name: "First" })).status).toBe(303);
    const second = await operator.send("campaigns/new-one", { ...fields, name: "Second" });
    expect(second.text).toContain("It differs from this form in: Name.");
  });

  it("is kept when the session ends, and sent again after a new sign-in", async () => {
    const page = await operator.read("campaigns/roaster-coffee");
    const typed = { ...fieldsOf(page.text), name: 'Typed "long" <ago', credential: "a-secret", do: "save" };
    operator.setCookie(undefined);
    const ended = await operator.send("campaigns/roaster-coffee", typed);
    expect([ended.status, (await campaign("roaster-coffee"))?.name]).toEqual([401, "Coffee"]);
    expect(ended.text).toMatch(/<a href="[^"]*sign-in" target="_blank"/);
    expect(ended.text).not.toContain("a-secret");
    const kept = (text: string): Record<string, string> =>
      fieldsOf(`${" ".repeat(300)}name="version"${text.slice(text.indexOf("<form method"))}`);
    const again = await signedIn(place.management, operatorToken);
    const asked = await again.send("campaigns/roaster-coffee", { ...kept(ended.text), token: "" });
    expect([asked.status, (await campaign("roaster-coffee"))?.name]).toEqual([403, "Coffee"]);
    const sent = await again.send("campaigns/roaster-coffee", kept(asked.text));
    expect([sent.status, (await campaign("roaster-coffee"))?.name]).toEqual([303, typed.name]);
  });

  it("is paused and resumed by a button, and its settings stay paused when they are saved", async () => {
    await operator.read("campaigns/roaster-coffee");
    await operator.send("campaigns/roaster-coffee/pause", {});
    const page = await operator.read("campaigns/roaster-coffee?done=paused");
    expect(page.text).toContain("Paused.");
    await operator.send("campaigns/roaster-coffee", fieldsOf(page.text));
    expect((await campaign("roaster-coffee"))?.status).toBe("paused");
    await operator.send("campaigns/roaster-coffee/resume", {});
    expect((await campaign("roaster-coffee"))?.status).toBe("active");
  });

  it("gets no budget below its held amount, and the error names the minimum in units", async () => {
    const [issued] = await place.store.issue([
      order("AZq0123456789012345678", [choice("roaster-coffee", 4_000)], {
        publisherId: "north",
        platformId: "pf_north",
      }),
    ]);
    expect(issued?.outcome).toBe("issued");
    const page = await operator.read("campaigns/roaster-coffee");
    expect(page.text).toContain("0.000 spent, 0.004 held of 1.000");
    const lowered = { ...fieldsOf(page.text), totalBudgetMicros: "0.003" };
    const answer = await operator.send("campaigns/roaster-coffee", lowered);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Must be at least 0.004.");
    expect((await campaign("roaster-coffee"))?.totalBudgetMicros).toBe(1_000_000);
  });

  it("of an advertiser stays the advertiser's, whatever the form says", async () => {
    const fields = { ...whole, advertiser: "Wheels", weight: "900" };
    const { management } = place;
    const page = await management.fetch(
      new Request("https://ads.example/console/campaigns/new", { headers: { "x-host-user": "roaster" } }),
    );
    const token = /name="token" value="([^"]+)"/.exec(await page.text())?.[1];
    const answer = await operator.send("campaigns/new", { ...fields, token }, { "x-host-user": "roaster" });
    expect(answer.status).toBe(303);
    expect(await campaign("new-one")).toMatchObject({ advertiser: "Roaster", weight: 1 });
  });
});

describe("a frequency cap", () => {
  it("without its impressions is reported at their field, and its default window alone is no cap", async () => {
    const fields = { id: "capped", advertiser: "A", name: "N", priceMicros: "0" };
    const half = { ...fields, "frequencyCap.impressions": "", "frequencyCap.window": "12h" };
    const refused = await operator.send("campaigns/new", half);
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringMatching(
        /<a href="#field-frequencyCap-impressions">Frequency cap: impressions per user<\/a>/,
      ),
    ]);
    const made = await operator.send("campaigns/new", { ...half, "frequencyCap.window": "day" });
    expect(made.status).toBe(303);
    expect(await campaign("capped")).not.toHaveProperty("frequencyCap");
  });
});

describe("a publisher", () => {
  it("is created and renamed; an id in use is reported at its field", async () => {
    const fields = { id: "east", name: "East news" };
    const made = await operator.send("publishers/new", fields);
    expect(made.headers.get("location")).toBe("../publishers/east?done=created");
    const again = await operator.send("publishers/new", fields);
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('<a href="#field-id">')]);
    const page = await operator.read("publishers/east");
    await operator.send("publishers/east", { ...fieldsOf(page.text), name: "East" });
    const { publishers } = (await place.store.readCatalog()).catalog;
    expect(publishers.find(({ id }) => id === "east")).toEqual({
      id: "east",
      name: "East",
      status: "active",
    });
  });
});

describe("text from the catalogue", () => {
  it("is never markup, on any page", async () => {
    const hostile = `<img src=x onerror=alert(1)>"'</textarea></script>&amp;`;
    const body = { advertiser: hostile, name: hostile, priceMicros: 0 };
    await place.call("operator", "PUT", "/campaigns/wheels-bikes", { body, headers: { "if-match": "*" } });
    for (const path of [
      "campaigns",
      "campaigns/wheels-bikes",
      "audit",
      `topics?question=${encodeURIComponent(hostile)}`,
      `campaigns/${encodeURIComponent(hostile)}`,
    ]) {
      const { text } = await operator.read(path);
      expect(text, path).not.toContain("<img");
      expect(text, path).not.toContain(`"'</textarea>`);
    }
  });
});

describe("a platform", () => {
  it("tests whether a site is allowed, and by which entry", async () => {
    const yes = await operator.read("platforms/pf_north?origin=https://shop.north.example");
    expect(yes.text).toContain("is allowed by https://*.north.example");
    const no = await operator.read("platforms/pf_north?origin=https://evil.example");
    expect(no.text).toContain("is not an allowed site");
    const wrong = await operator.read("platforms/pf_north?origin=nonsense");
    expect([wrong.status, wrong.text.includes("Refused</span>")]).toEqual([200, false]);
  });

  it("gets its sites and share from the form, which marks an invalid site", async () => {
    const page = await operator.read("platforms/pf_north");
    const fields = {
      ...fieldsOf(page.text.split('<section aria-labelledby="test-site"')[0] ?? ""),
      allowedOrigins: "https://a.example\nhttps://b.example",
      revenueShareBps: "62.5",
    };
    expect((await operator.send("platforms/pf_north", fields)).status).toBe(303);
    const stored = (await place.store.readCatalog()).catalog.platforms.find(({ id }) => id === "pf_north");
    expect(stored).toMatchObject({
      allowedOrigins: ["https://a.example", "https://b.example"],
      revenueShareBps: 6_250,
    });
    const again = await operator.read("platforms/pf_north");
    const wrong = await operator.send("platforms/pf_north", {
      ...fieldsOf(again.text.split('<section aria-labelledby="test-site"')[0] ?? ""),
      allowedOrigins: "https://*.co.uk",
    });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('<a href="#field-allowedOrigins">');
  });

  it("gets its exclusions from its publisher's form, with commas in the names of advertisers", async () => {
    const north = await signedIn(place.management, place.keys.north);
    const settings = async () =>
      fieldsOf(
        (await north.read("platforms/pf_north")).text.split('<section aria-labelledby="test-site"')[0] ?? "",
      );
    const exclusions = {
      excludedAdvertisers: ["Rival, Inc.", "Roaster"],
      excludedTopics: ["coffee"],
      excludedFormats: ["quiz", "bot"],
    };
    const texts = { excludedAdvertisers: "Rival, Inc.\n Roaster\n", excludedTopics: "coffee" };
    const fields = { ...(await settings()), ...texts, excludedFormats: "quiz, bot" };
    expect((await north.send("platforms/pf_north", fields)).status).toBe(303);
    const stored = async () =>
      (await place.store.readCatalog()).catalog.platforms.find(({ id }) => id === "pf_north");
    expect(await stored()).toMatchObject(exclusions);
    expect((await stored())?.review).toBeUndefined();
    const again = await settings();
    expect(again).toMatchObject({ excludedAdvertisers: "Rival, Inc.\nRoaster", excludedTopics: "coffee" });
    const emptied = { ...again, excludedAdvertisers: "", excludedTopics: "", excludedFormats: "" };
    expect((await north.send("platforms/pf_north", emptied)).status).toBe(303);
    for (const name of Object.keys(exclusions)) expect(await stored()).not.toHaveProperty(name);
    const wrong = await north.send("platforms/pf_north", { ...(await settings()), excludedTopics: "hats" });
    expect([wrong.status, wrong.text.includes('href="#field-excludedTopics"')]).toEqual([400, true]);
    expect(wrong.text).toContain("There is no topic hats");
  });

  it("has keys that are shown once, rotated and revoked", async () => {
    await operator.read("platforms/pf_south");
    const made = await operator.send("keys", { mode: "live", publisherId: "south", label: "web" });
    const key = /hb_live_[0-9A-Za-z]{46}/.exec(made.text)?.[0] ?? "";
    expect(key).not.toBe("");
    const id = key.slice("hb_live_".length, "hb_live_".length + 8);
    const later = await operator.read("platforms/pf_south");
    expect(later.text).toContain(`hb_live_${id}…`);
    expect(later.text).not.toContain(key);

    const rotated = await operator.send(`keys/${id}/rotate`, {});
    expect(rotated.text).toMatch(/hb_live_[0-9A-Za-z]{46}/);
    expect((await operator.read(`keys/${id}/revoke`)).text).toContain("cannot be undone");
    expect((await operator.send(`keys/${id}/revoke`, {})).status).toBe(303);
    const keys = await place.store.listApiKeys("south");
    expect(keys.find((one) => one.id === id)?.revokedAt).toBeLessThanOrEqual(Date.now());
    expect(keys).toHaveLength(3);
  });
});

describe("a webhook", () => {
  it("is created, changed and removed; its owner sees its secret", async () => {
    await operator.read("webhooks/new");
    const fields = { url: "https://hooks.example/in", events: "budget.exhausted", status: "active" };
    const made = await operator.send("webhooks/new", fields);
    const path = (made.headers.get("location") ?? "").replace("../", "").split("?")[0] ?? "";
    expect((await operator.read(path)).text).toContain("whsec_");
    expect((await operator.send(path, { ...fields, status: "disabled" })).status).toBe(303);
    expect(await place.store.listWebhooks()).toMatchObject([{ status: "disabled" }]);
    const wrong = await operator.send(path, { ...fields, url: "http://10.0.0.1/" });
    expect([wrong.status, wrong.text.includes('href="#field-url"')]).toEqual([400, true]);
    expect((await operator.send(`${path}/remove`, {})).status).toBe(303);
    expect(await place.store.listWebhooks()).toEqual([]);
  });

  it("of a publisher begins with the events that a publisher receives", async () => {
    const north = await signedIn(place.management, place.keys.north);
    const { events } = fieldsOf((await north.read("webhooks/new")).text);
    expect(events).toMatch(/^api_key\.created, .*charge\.adjusted$/);
    const made = await north.send("webhooks/new", {
      url: "https://hooks.example/in",
      events,
      status: "active",
    });
    expect(made.status).toBe(303);
  });
});

describe("reports", () => {
  it("have the same CSV as the API", async () => {
    const page = await operator.read("reports?by=day&by=campaign&timeZone=Europe/Berlin");
    const link = /href="(reports\.csv\?[^"]+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const csv = await operator.read(link);
    expect(csv.headers.get("content-disposition")).toMatch(/^attachment; filename="handbill-/);
    const api = await place.call(
      "operator",
      "GET",
      "/reports?by=day,campaign&timeZone=Europe/Berlin&format=csv",
    );
    expect(csv.text).toBe(api.text);
  });

  it("report an invalid query", async () => {
    const page = await operator.read("reports?timeZone=Mars/Base");
    expect([page.status, page.text.includes('href="#field-timeZone"')]).toEqual([400, true]);
    const overview = await operator.read("?timeZone=Mars/Base");
    expect([overview.status, overview.text.includes('href="#field-timeZone"')]).toEqual([400, true]);
  });
});

describe("the quality of the traffic", () => {
  const platforms = [
    ["north", "pf_north", 54],
    ...[1, 2, 3].map((n) => ["south", `pf_<${n}>`, 6] as const),
  ] as const;
  const fill = () =>
    place.store.addCounts(
      platforms.flatMap(([publisherId, platformId, clicks]) =>
        recentTraffic({ publisherId, platformId, clicks }),
      ),
    );

  it("names what stands out in words, beside the medians", async () => {
    await fill();
    const { text } = await operator.read("quality");
    expect(text).toContain("Clicks per view are 9 times the median of this installation.");
    expect(text).toMatch(/<th scope="row">Median<\/th>.*<td class="number">60\.0 %<\/td>/s);
    expect(text).not.toContain("pf_<1>");
    expect((await operator.read("")).text).toContain('<a href="quality">Quality</a>');
  });

  it("says when nothing can be compared", async () => {
    expect((await operator.read("quality")).text).toContain("There is no median to compare with yet");
  });

  it("shows a publisher its own platforms only", async () => {
    await fill();
    const north = await signedIn(place.management, place.keys.north);
    const { text } = await north.read("quality");
    expect(text).toContain("pf_north");
    expect(text).not.toMatch(/pf_&lt;/);
  });

  it("has the same CSV as the API", async () => {
    await fill();
    const page = await operator.read("quality?timeZone=Europe/Berlin");
    const link = /href="(quality\.csv\?[^"]+)"/.exec(page.text)?.[1] ?? "";
    const csv = await operator.read(link);
    const api = await place.call("operator", "GET", "/quality?timeZone=Europe/Berlin&format=csv");
    expect([csv.status, csv.text]).toEqual([200, api.text]);
  });

  it("reports an invalid query", async () => {
    const page = await operator.read("quality?timeZone=Mars/Base");
    expect([page.status, page.text.includes('href="#field-timeZone"')]).toEqual([400, true]);
  });
});

it("the audit trail names the user of the console", async () => {
  await operator.read("campaigns/roaster-coffee");
  await operator.send("campaigns/roaster-coffee/pause", {});
  const { text } = await operator.read("audit");
  expect(text).toMatch(/operator.*update.*roaster-coffee.*status.*<del>active<\/del>.*<ins>paused<\/ins>/s);
});
