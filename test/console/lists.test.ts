import { beforeEach, expect, it } from "vitest";
import { createConsole } from "../../runtimes/console/console.ts";
import { recentTraffic } from "../core/management/quality-traffic.ts";
import { type Installation, install, operatorToken } from "../management/installation.ts";
import { signedIn, type Visitor } from "./visitor.ts";

let place: Installation;
let operator: Visitor;

beforeEach(async () => {
  place = await install({
    console: createConsole(),
    webhookFetch: async () => ({ status: 500, body: null }),
    webhookAddresses: { resolveHost: async () => ["93.184.216.34"] },
  });
  const campaigns = Array.from({ length: 250 }, (_, n) => ({
    id: `c${String(n).padStart(3, "0")}`,
    advertiser: "Roaster",
    name: `Tea ${n}`,
    priceMicros: 0,
    status: n < 30 ? "paused" : "active",
  }));
  await place.call("operator", "POST", "/catalog/apply", { body: { catalog: { campaigns } } });
  operator = await signedIn(place.management, operatorToken);
});

const campaignsOf = (text: string): readonly string[] =>
  [...text.matchAll(/href="campaigns\/(c\d+)"/g)].map(([, id = ""]) => id);

function linkIn(text: string, label: string): string | undefined {
  return new RegExp(`href="([^"]+)">${label}`).exec(text)?.[1]?.replaceAll("&amp;", "&");
}

it("a list says how many it found, and its pages lead in both directions", async () => {
  const first = await operator.read("campaigns?status=active&sort=name&direction=descending");
  expect(first.text).toContain("100 of 222 campaigns");
  expect(linkIn(first.text, "Previous page")).toBeUndefined();
  const second = await operator.read(linkIn(first.text, "Next page") ?? "");
  expect(second.text).toContain("100 of 222 campaigns");
  expect(campaignsOf(second.text)).toHaveLength(100);
  const back = await operator.read(linkIn(second.text, "Previous page") ?? "");
  expect(campaignsOf(back.text)).toEqual(campaignsOf(first.text));
  expect((await operator.read(linkIn(second.text, "First page") ?? "")).text).toContain(
    "100 of 222 campaigns",
  );
});

it("a search keeps its words in the form, and an empty result says so", async () => {
  const found = await operator.read("campaigns?q=tea+249");
  expect(campaignsOf(found.text)).toEqual(["c249"]);
  expect(found.text).toContain("1 campaign<");
  expect(found.text).toMatch(/name="q" value="tea 249"/);
  expect((await operator.read("campaigns?q=%22%3E%3Cscript%3E")).text).toContain("No campaign is like this.");
});

it("an address with an unknown order or state shows the whole list", async () => {
  const { status, text } = await operator.read("campaigns?sort=-name&direction=up&status=gone");
  expect(status).toBe(200);
  expect(text).toContain("of 252 campaigns");
});

it("a campaign is duplicated, archived, found in the archive, and restored", async () => {
  const copied = await operator.send("campaigns/c001/duplicate", {});
  expect(copied.headers.get("location")).toBe("../../campaigns/c001-copy?done=duplicated");
  const page = await operator.read("campaigns/c001-copy?done=duplicated");
  expect(page.text).toContain("The copy is paused.");
  const removed = await operator.send("campaigns/c001-copy/remove", { version: "*" });
  expect(removed.headers.get("location")).toBe("../../campaigns?done=removed");
  const notice = (await operator.read("campaigns?done=removed")).text;
  expect(notice).toContain("The campaign was archived with its creatives.");
  const archive = await operator.read("campaigns?status=archived");
  expect(archive.text).toContain("<code>c001-copy</code>");
  expect((await operator.send("campaigns/c001-copy/restore", {})).status).toBe(303);
  const { json } = await place.call("operator", "GET", "/campaigns/c001-copy");
  expect(json["status"]).toBe("paused");
});

it("a publisher and an advertiser see neither the archive of others nor buttons that are not theirs", async () => {
  await place.call("operator", "DELETE", "/campaigns/c001", { headers: { "if-match": "*" } });
  const south = await signedIn(place.management, place.keys.south);
  expect((await south.read("campaigns?status=archived")).status).toBe(403);
  expect((await south.send("campaign-status", { all: "c002", status: "paused" })).status).toBe(403);
  expect((await south.send("campaigns/c002/duplicate", {})).status).toBe(403);
});

it("selected campaigns are paused, and the page names the outcome of each", async () => {
  const list = await operator.read("campaigns");
  expect(list.text).toMatch(/type="checkbox" name="id" value="c000" aria-label="Select Tea 0"/);
  const done = await operator.send("campaign-status", {
    id: "c100",
    all: "c000 nothing c101",
    status: "paused",
  });
  expect(done.text).toContain("2 changed, 1 unchanged, 1 refused.");
  expect(done.text).toContain("No such object exists, or it is not yours.");
  const none = await operator.send("campaign-status", { status: "paused" });
  expect(none.headers.get("location")).toBe("campaigns?done=none");
});

it("the page of what needs attention links to the page that settles it", async () => {
  const { text } = await operator.read("attention");
  expect(text).toContain("No creative");
  expect(text).toMatch(
    /href="creatives\/new\?campaign=c030" aria-label="New creative for Tea 30">New creative</,
  );
  const { text: sites } = await operator.read("attention?kind=no_site");
  expect(sites).toMatch(/href="platforms\/pf_south#settings"[^>]*>Allow a site/);
});

it("what needs attention is counted and listed by kind, and leads on to why a campaign is not shown", async () => {
  const { text } = await operator.read("attention?kind=no_site");
  expect(text).toContain("No creative 220</a>");
  expect(text).toMatch(/href="attention\?kind=no_site" aria-current="page">No site 1</);
  expect(text).not.toContain("New creative for");
  await place.call("operator", "PUT", "/campaigns/wheels-bikes", {
    body: {
      advertiser: "Wheels",
      name: "Bikes",
      priceMicros: 1_000,
      totalBudgetMicros: 1_000_000,
      platforms: ["pf_north"],
    },
    headers: { "if-match": "*" },
  });
  const shown = await operator.read("attention?kind=not_shown");
  expect(shown.text).toMatch(/href="explain\?platform_id=pf_north" aria-label="Why Bikes is not shown"/);
});

it("a kind of which nothing is left leads back to what else needs attention", async () => {
  const { text } = await operator.read("attention?kind=budget_used_up");
  expect(text).toContain("Nothing of this kind needs attention.");
  expect(text).toMatch(/href="attention">All \d+</);
  const sites = await signedIn(place.management, place.keys.south);
  const { text: other } = await sites.read("attention?kind=stands_out");
  expect(other).toMatch(/href="attention">All 1</);
});

it("names in a report lead only to pages that the role can open", async () => {
  const [one] = recentTraffic({ publisherId: "south", platformId: "pf_south" });
  if (one === undefined) throw new Error("There is no traffic.");
  await place.store.addCounts([{ ...one, metric: "issued", topicId: "coffee" }]);
  const south = await signedIn(place.management, place.keys.south);
  const { text } = await south.read("reports?by=platform&by=topic");
  expect(text).toContain("Coffee");
  for (const [, path = ""] of text.matchAll(/<t[hd][^>]*><a href="([^"]+)"/g))
    expect((await south.read(path)).status).toBe(200);
});

it("a webhook is tested from its page, which lists the attempt and no secret of the receiver", async () => {
  const body = { url: "https://hooks.example/x", events: ["api_key.created"] };
  const { id } = (await place.call("operator", "POST", "/webhooks", { body })).json;
  expect((await operator.send(`webhooks/${id}/test`, {})).status).toBe(303);
  const { text } = await operator.read(`webhooks/${id}?done=tested`);
  expect(text).toMatch(/webhook\.test.*failed.*500.*it answered with status 500/s);
});

it("an explained request names its most likely winner with its card before any table", async () => {
  const { text } = await operator.read("explain?platform_id=pf_north&context=An%20espresso");
  const winner = text.indexOf("Most likely winner");
  expect(winner).toBeGreaterThan(0);
  expect(winner).toBeLessThan(text.indexOf("<table"));
  expect(text.slice(winner, winner + 900)).toMatch(
    /Coffee.*by Roaster.*topic <strong>Coffee<\/strong>.*data-reviewed="[^"]*Words of cr-roaster/s,
  );
  const none = await operator.read("explain?platform_id=pf_north&language_code=fr");
  expect(none.text).toContain("No campaign is eligible.");
});

it("campaigns of equal worth share the place of the most likely winner", async () => {
  const creative = Object((await place.call("operator", "GET", "/creatives/cr-roaster")).json);
  const campaign = { advertiser: "Roaster", priceMicros: 5_000_000, totalBudgetMicros: 100_000_000 };
  const ids = ["twin-a", "twin-b", "twin-c"];
  await place.call("operator", "POST", "/catalog/apply", {
    body: {
      catalog: {
        campaigns: ids.map((id) => ({ ...campaign, id, name: id })),
        creatives: ids.map((id) => ({ ...creative, id: `cr-${id}`, campaignId: id })),
      },
    },
  });
  const { text } = await operator.read("explain?platform_id=pf_north");
  expect(text).toContain("it shares the highest worth with 2 others, and the draw is random.");
  expect(text).not.toContain("it is worth most");
});
