import assert from "node:assert/strict";
import * as api from "./orval-fetch.ts";
import { disclosure, events, hook, scenes, start } from "./start.ts";

/** A caller: what every call is sent with. */
type As = { readonly headers: Record<string, string> };

const [operator, publisher, advertiser] = [start.operator, start.publisher, start.advertiser].map(
  (headers): As => ({ headers }),
) as [As, As, As];

type Reply = { readonly status: number; readonly data: unknown; readonly headers: Headers };

/** The answer of a call that was done. */
function done<R extends Reply, S extends R["status"]>(
  reply: R,
  status: S,
): Extract<R, { readonly status: S }>["data"] {
  assert.equal(reply.status, status, JSON.stringify(reply.data));
  return reply.data;
}

function matching(as: As, { headers }: Reply): As {
  return { headers: { ...as.headers, "If-Match": headers.get("etag") ?? "" } };
}

await publishers();
await platforms(
  operator,
  { id: "pf_east", publisherId: "east", revenueShareBps: 6_000 },
  { publisherId: "east", revenueShareBps: 6_500 },
);
await platforms(publisher, { id: "pf_mine" }, {});
await topics();
await campaigns(operator, { id: "tea-op", advertiser: "Roaster" }, { advertiser: "Roaster", weight: 3 });
await campaigns(advertiser, { id: "tea-ad" }, {});
await review();
await keys(operator, { publisherId: "north" });
await keys(publisher, {});
for (const as of [operator, publisher]) await webhooks(as);
for (const as of [operator, publisher, advertiser]) await everybody(as);
await reports(operator, "day,platform,campaign");
await reports(publisher, "day,platform,reason");
await reports(advertiser, "day,campaign,creative");
for (const as of [operator, publisher]) await quality(as);
await looking();
await adjustments();
await statements();
await catalog();
await refusals();

async function publishers(): Promise<void> {
  const created = await api.createPublisher({ id: "east", name: "East" }, operator);
  assert.deepEqual(done(created, 201), { id: "east", name: "East" });
  const replaced = await api.replacePublisher("east", { name: "East news" }, matching(operator, created));
  assert.equal(done(replaced, 200).name, "East news");
  const read = await api.readPublisher("east", operator);
  assert.equal(read.headers.get("etag"), replaced.headers.get("etag"));
  assert.equal(done(await api.listPublishers({ limit: 1 }, operator), 200).items.length, 1);
  assert.equal(done(await api.listPublishers({}, publisher), 200).items.length, 1);
  assert.equal(done(await api.readPublisher("north", publisher), 200).id, "north");
  done(await api.createPublisher({ id: "west", name: "West" }, operator), 201);
  done(await api.removePublisher("west", matching(operator, await api.readPublisher("west", operator))), 204);
  const restored = await api.restorePublisher("west", operator);
  done(await api.removePublisher("west", matching(operator, restored)), 204);
}

async function platforms(
  as: As,
  owned: { readonly id: string; readonly publisherId?: string; readonly revenueShareBps?: number },
  kept: { readonly publisherId?: string; readonly revenueShareBps?: number },
): Promise<void> {
  const created = await api.createPlatform({ name: "Shop", ...owned }, as);
  assert.equal(done(created, 201).status, "active");
  const { id } = owned;
  const change = { name: "Shop", allowedOrigins: ["https://shop.example"], ...kept };
  const replaced = await api.replacePlatform(id, change, matching(as, created));
  assert.deepEqual(done(replaced, 200).allowedOrigins, change.allowedOrigins);
  const read = await api.readPlatform(id, as);
  const whole = { ...done(read, 200), name: "Shop 2" };
  const again = await api.replacePlatform(id, whole, matching(as, read));
  assert.deepEqual(done(again, 200), whole);
  assert.ok(done(await api.listPlatforms({}, as), 200).items.some((one) => one.id === id));
  const origin = "https://shop.example";
  assert.equal(done(await api.testOrigin(id, { origin }, as), 200).by, origin);
  done(await api.removePlatform(id, matching(as, again)), 204);
  done(await api.removePlatform(id, matching(as, await api.restorePlatform(id, as))), 204);
}

async function topics(): Promise<void> {
  const body = { id: "tea", name: "Tea", phrases: { en: ["oolong", { phrase: "green leaf", weight: 0.5 }] } };
  const created = await api.createTopic(body, operator);
  assert.deepEqual(done(created, 201), body);
  const change = { name: "Teas", examples: { en: ["Which tea?"] }, outOfScopeExamples: ["What time is it?"] };
  const replaced = await api.replaceTopic("tea", change, matching(operator, created));
  assert.equal(done(replaced, 200).name, "Teas");
  for (const as of [operator, publisher, advertiser]) {
    assert.ok(done(await api.listTopics({}, as), 200).items.some(({ id }) => id === "tea"));
    assert.equal(done(await api.readTopic("tea", as), 200).id, "tea");
    assert.match(done(await api.readTopicForecast("tea", as), 200).summary, /other questions/);
  }
  done(await api.removeTopic("tea", matching(operator, replaced)), 204);
  done(await api.removeTopic("tea", matching(operator, await api.restoreTopic("tea", operator))), 204);
}

async function campaigns(
  as: As,
  owned: { readonly id: string; readonly advertiser?: string },
  kept: { readonly advertiser?: string; readonly weight?: number },
): Promise<void> {
  const first = { name: "Tea", priceMicros: 1_000, totalBudgetMicros: 5_000, ...owned };
  const created = await api.createCampaign(first, as);
  assert.equal(done(created, 201).advertiser, "Roaster");
  const { id } = owned;
  const replaced = await api.replaceCampaign(
    id,
    {
      name: "Teas",
      priceMicros: 2_000,
      dailyBudgetMicros: 9_000,
      pacing: "even",
      endsAt: "2030-05-01T09:00:00+02:00",
      hours: [{ days: [1, 2], from: 8, to: 20 }],
      languages: ["en", "pt-BR"],
      excludedTopics: ["coffee"],
      frequencyCap: { impressions: 3, window: 3_600_000 },
      ...kept,
    },
    matching(as, created),
  );
  assert.equal(done(replaced, 200).weight, kept.weight ?? 1);
  assert.equal(done(await api.pauseCampaign(id, as), 200).status, "paused");
  const resumed = await api.resumeCampaign(id, as);
  assert.equal(done(resumed, 200).status, "active");
  const read = await api.readCampaign(id, as);
  assert.deepEqual(done(read, 200), done(resumed, 200));
  assert.ok(done(await api.listCampaigns({}, as), 200).items.some((one) => one.id === id));
  assert.equal(done(await api.readSpend(id, as), 200).spentMicros, 0);
  await creatives(as, id);
  const copied = await api.duplicateCampaign(id, { name: "Copy" }, as);
  const { id: copyId, status } = done(copied, 201);
  assert.equal(status, "paused");
  done(await api.removeCampaign(copyId, matching(as, copied)), 204);
  done(await api.removeCampaign(copyId, matching(as, await api.restoreCampaign(copyId, as))), 204);
  const archive = done(await api.listCampaigns({ archived: "true", q: copyId, sort: "name" }, as), 200);
  assert.deepEqual([archive.total, archive.items[0]?.id], [1, copyId]);
  const bulk = { status: "active" as const, campaigns: [{ id }, { id: copyId }] };
  const { items } = done(await api.setCampaignStatus(bulk, as), 200);
  assert.deepEqual(
    items.map(({ outcome }) => outcome),
    ["unchanged", "refused"],
  );
  done(await api.removeCampaign(id, matching(as, read)), 204);
}

async function creatives(as: As, campaignId: string): Promise<void> {
  const id = `cr-${campaignId}`;
  const body = { id, campaignId, format: "text" as const, language: "en", disclosure, scenes };
  const created = await api.createCreative(body, as);
  assert.deepEqual(done(created, 201).scenes, scenes);
  const replaced = await api.replaceCreative(id, { ...body, language: "de" }, matching(as, created));
  assert.equal(done(replaced, 200).language, "de");
  assert.deepEqual(done(await api.readCreative(id, as), 200), done(replaced, 200));
  assert.equal(done(await api.listCreatives({ campaign: campaignId }, as), 200).items.length, 1);
  done(await api.removeCreative(id, matching(as, replaced)), 204);
  done(await api.removeCreative(id, matching(as, await api.restoreCreative(id, as))), 204);
}

/** The operator puts an object under review, and decides. */
async function review(): Promise<void> {
  const any: As = { headers: { ...operator.headers, "If-Match": "*" } };
  const platform = done(await api.readPlatform("pf_north", operator), 200);
  const pending = { status: "pending" as const };
  done(await api.replacePlatform("pf_north", { ...platform, review: pending }, any), 200);
  const [item] = done(await api.listReview({}, operator), 200).items;
  assert.deepEqual([item?.id, item?.isEdit], ["platforms/pf_north", false]);
  const reason = "Which site is this?";
  const refused = await api.reviewPlatform("pf_north", { decision: "refuse", reason }, any);
  assert.equal(done(refused, 200).review?.reason, reason);
  done(await api.replacePlatform("pf_north", platform, any), 200);
  const creative = done(await api.readCreative("cr-roaster", operator), 200);
  done(await api.replaceCreative("cr-roaster", { ...creative, review: pending }, any), 200);
  const approved = await api.reviewCreative("cr-roaster", { decision: "approve" }, any);
  assert.equal(done(approved, 200).review, undefined);
}

async function keys(as: As, of: { readonly publisherId?: string }): Promise<void> {
  const created = done(await api.createKey({ mode: "test", label: "Tests", ...of }, as), 201);
  assert.match(created.key, /^hb_test_/);
  const rotated = done(await api.rotateKey(created.id, {}, as), 201);
  assert.equal(typeof done(await api.revokeKey(rotated.id, {}, as), 200).revokedAt, "string");
  const listed = done(await api.listKeys({ publisher: "north" }, as), 200);
  assert.ok(listed.items.some(({ id }) => id === created.id));
}

async function webhooks(as: As): Promise<void> {
  const created = done(await api.createWebhook({ url: hook, events }, as), 201);
  const change = { url: hook, events, status: "disabled" as const };
  const replaced = done(await api.replaceWebhook(created.id, change, as), 200);
  assert.deepEqual(replaced, { ...created, status: "disabled" });
  assert.deepEqual(done(await api.readWebhook(created.id, as), 200), replaced);
  assert.ok(done(await api.listWebhooks({}, as), 200).items.some(({ id }) => id === created.id));
  const tested = done(await api.testWebhook(created.id, as), 200);
  assert.deepEqual([tested.outcome, tested.status], ["accepted", 200]);
  const { items } = done(await api.listWebhookAttempts(created.id, as), 200);
  assert.deepEqual(items[0], tested);
  done(await api.removeWebhook(created.id, as), 204);
}

async function everybody(as: As): Promise<void> {
  const { items, total } = done(await api.listAttention({}, as), 200);
  assert.equal(items.length, total);
  const { topics: found } = done(await api.tryQuestion({ question: "An espresso?" }, as), 200);
  assert.deepEqual(
    found.map(({ topicId }) => topicId),
    ["coffee"],
  );
}

async function reports(as: As, by: string): Promise<void> {
  const report = done(await api.readReport({ by, timeZone: "Europe/Berlin" }, as), 200);
  assert.ok(typeof report !== "string");
  assert.equal(report.total.seen, 1);
  assert.ok(report.lines.some((line) => line.seen === 1 && line.day !== undefined));
  const table = done(await api.readReport({ by, format: "csv" }, as), 200);
  assert.ok(typeof table === "string" && table.startsWith(`${by},`));
}

async function quality(as: As): Promise<void> {
  const found = done(await api.readQuality({ timeZone: "Europe/Berlin" }, as), 200);
  assert.ok(typeof found !== "string");
  assert.ok(found.lines.some((line) => line.seen === 1 && line.visitors === 1));
}

async function looking(): Promise<void> {
  const [delivery] = done(await api.listDeliveries({ limit: 10 }, operator), 200).items;
  assert.ok(delivery?.priceMicros !== undefined && delivery.priceMicros > 0);
  const { life } = done(await api.readDelivery(delivery.id, operator), 200);
  assert.deepEqual(
    life.map(({ event }) => event),
    ["issued", "seen", "charged"],
  );
  assert.equal(done(await api.listDeliveries({}, publisher), 200).items[0]?.id, delivery.id);
  const context = { type: "article" as const, title: "Espresso", content: "" };
  const explained = done(await api.explainRequest({ platform_id: "pf_north", context }, operator), 200);
  assert.deepEqual(explained.notJudged, ["unproven_holds", "frequency_cap"]);
  for (const as of [operator, publisher]) {
    const body = { platform_id: "pf_north", visitor_id: "nobody-0123456789" };
    assert.equal(done(await api.forgetUser(body, as), 200).forgotten, 0);
    const audit = done(await api.readAudit({ kind: "api_key", limit: 2 }, as), 200);
    assert.deepEqual(
      audit.items.map(({ kind }) => kind),
      ["api_key", "api_key"],
    );
  }
}

async function adjustments(): Promise<void> {
  const [delivery] = done(await api.listDeliveries({}, operator), 200).items;
  assert.ok(delivery !== undefined);
  const body = { deliveryIds: [delivery.id], reason: "Views of a bot" };
  const planned = done(await api.writeOff({ ...body, plan: true }, operator), 200);
  const made = done(await api.writeOff(body, operator), 200);
  assert.equal(done(await api.auditLedger(operator), 200).isBalanced, true);
  const { link } = done(await api.createConsoleLink({}, operator), 201);
  assert.match(link, /\/console\/enter/);
  assert.deepEqual([made.adjustments, made.micros, made.next], [1, planned.micros, null]);
  for (const as of [operator, publisher, advertiser]) {
    const listed = done(await api.listAdjustments({ limit: 10 }, as), 200);
    assert.deepEqual([listed.items[0]?.reason, listed.next], [body.reason, null]);
  }
}

async function statements(): Promise<void> {
  const period = "2020-01";
  for (const account of ["publisher:north", "advertiser:Roaster"]) {
    const closed = done(await api.closeStatements({ period, account }, operator), 200);
    assert.equal(closed.items[0]?.outcome, "closed");
    for (const as of [operator, account.startsWith("publisher") ? publisher : advertiser]) {
      const [head] = done(await api.listStatements({ account }, as), 200).items;
      assert.ok(head !== undefined);
      const one = done(await api.getStatement(head.id, {}, as), 200);
      assert.ok(typeof one !== "string");
      assert.deepEqual([one.number, one.period], [1, period]);
    }
  }
}

async function catalog(): Promise<void> {
  const whole = done(await api.readCatalog(operator), 200);
  const wanted = { ...whole, publishers: whole.publishers.map((one) => ({ ...one, name: "Renamed" })) };
  const planned = done(await api.planCatalog({ catalog: wanted, prune: true }, operator), 200);
  assert.equal(planned.changes.length, whole.publishers.length);
  assert.deepEqual(done(await api.applyCatalog({ catalog: wanted }, operator), 200), planned);
}

async function refusals(): Promise<void> {
  const foreign = await api.readPlatform("pf_south", publisher);
  assert.equal(done(foreign, 404).code, "not_found");
  const wrong = await api.createPublisher({ id: "", name: "" }, operator);
  assert.equal(done(wrong, 400).errors?.[0]?.path, "id");
  assert.equal(
    done(await api.replacePublisher("north", { name: "N" }, operator), 428).code,
    "version_required",
  );
}
