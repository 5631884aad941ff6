import assert from "node:assert/strict";
import createClient, { type Client } from "openapi-fetch";
import { disclosure, events, hook, scenes, start } from "./start.ts";
import type { paths } from "./types.ts";

type Api = Client<paths>;

const [operator, publisher, advertiser] = [start.operator, start.publisher, start.advertiser].map((headers) =>
  createClient<paths>({ baseUrl: `${start.url}/api/v1/manage`, headers }),
) as [Api, Api, Api];

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

function done<T>({ data, error, response }: Answer<T>): NonNullable<T> {
  assert.ok(response.ok, `${response.url}: ${JSON.stringify(error)}`);
  assert.ok(data !== undefined && data !== null);
  return data;
}

function removed({ response, error }: Answer<unknown>): void {
  assert.equal(response.status, 204, JSON.stringify(error));
}

/** If-Match of what was answered. */
function version({ response }: { readonly response: Response }): { readonly "If-Match": string } {
  return { "If-Match": response.headers.get("etag") ?? "" };
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
for (const api of [operator, publisher]) await webhooks(api);
for (const api of [operator, publisher, advertiser]) await everybody(api);
await reports(operator, "day,platform,campaign");
await reports(publisher, "day,platform,reason");
await reports(advertiser, "day,campaign,creative");
for (const api of [operator, publisher]) await quality(api);
await looking();
await adjustments();
await statements();
await catalog();
await refusals();

async function publishers(): Promise<void> {
  const created = await operator.POST("/publishers", { body: { id: "east", name: "East" } });
  assert.deepEqual(done(created), { id: "east", name: "East" });
  const path = { id: "east" };
  const replaced = await operator.PUT("/publishers/{id}", {
    params: { path, header: version(created) },
    body: { name: "East news" },
  });
  assert.equal(done(replaced).name, "East news");
  const read = await operator.GET("/publishers/{id}", { params: { path } });
  assert.deepEqual(version(read), version(replaced));
  const listed = done(await operator.GET("/publishers", { params: { query: { limit: 1 } } }));
  assert.deepEqual(
    listed.items.map(({ id }) => id),
    [listed.next],
  );
  done(await operator.POST("/publishers", { body: { id: "west", name: "West" } }));
  const west = { path: { id: "west" }, header: { "If-Match": "*" } };
  removed(await operator.DELETE("/publishers/{id}", { params: west }));
  done(await operator.POST("/publishers/{id}/restore", { params: { path: west.path } }));
  removed(await operator.DELETE("/publishers/{id}", { params: west }));
  assert.equal(done(await publisher.GET("/publishers")).items.length, 1);
  assert.equal(
    done(await publisher.GET("/publishers/{id}", { params: { path: { id: "north" } } })).id,
    "north",
  );
}

async function platforms(
  api: Api,
  owned: { readonly id: string; readonly publisherId?: string; readonly revenueShareBps?: number },
  kept: { readonly publisherId?: string; readonly revenueShareBps?: number },
): Promise<void> {
  const created = await api.POST("/platforms", { body: { name: "Shop", ...owned } });
  assert.equal(done(created).status, "active");
  const path = { id: owned.id };
  const replaced = await api.PUT("/platforms/{id}", {
    params: { path, header: version(created) },
    body: {
      name: "Shop",
      allowedOrigins: ["https://shop.example"],
      excludedAdvertisers: ["Rival, Inc."],
      excludedTopics: ["coffee"],
      excludedFormats: ["quiz", "bot"],
      ...kept,
    },
  });
  assert.deepEqual(done(replaced).excludedFormats, ["quiz", "bot"]);
  assert.deepEqual(done(replaced).allowedOrigins, ["https://shop.example"]);
  const read = await api.GET("/platforms/{id}", { params: { path } });
  // As it was read, its id and all that the operator sets included.
  const again = await api.PUT("/platforms/{id}", {
    params: { path, header: version(read) },
    body: { ...done(read), name: "Shop 2" },
  });
  assert.deepEqual(done(again), { ...done(read), name: "Shop 2" });
  assert.ok(done(await api.GET("/platforms")).items.some(({ id }) => id === owned.id));
  const origin = "https://shop.example";
  const tested = await api.POST("/platforms/{id}/test-origin", { params: { path }, body: { origin } });
  assert.deepEqual(done(tested), { origin, allowed: true, by: origin });
  removed(await api.DELETE("/platforms/{id}", { params: { path, header: version(again) } }));
  const restored = await api.POST("/platforms/{id}/restore", { params: { path } });
  removed(await api.DELETE("/platforms/{id}", { params: { path, header: version(restored) } }));
}

async function topics(): Promise<void> {
  const body = { id: "tea", name: "Tea", phrases: { en: ["oolong", { phrase: "green leaf", weight: 0.5 }] } };
  const created = await operator.POST("/topics", { body });
  assert.deepEqual(done(created), body);
  const path = { id: "tea" };
  const replaced = await operator.PUT("/topics/{id}", {
    params: { path, header: version(created) },
    body: {
      name: "Teas",
      examples: { en: ["Which tea keeps me awake?"] },
      outOfScopeExamples: ["What time is it?"],
    },
  });
  assert.equal(done(replaced).name, "Teas");
  for (const api of [operator, publisher, advertiser]) {
    assert.ok(done(await api.GET("/topics")).items.some(({ id }) => id === "tea"));
    assert.equal(done(await api.GET("/topics/{id}", { params: { path } })).id, "tea");
    const { forecast } = done(await api.GET("/topics/{id}/forecast", { params: { path } }));
    assert.ok(forecast !== null && forecast.falseMatches <= 1);
  }
  removed(await operator.DELETE("/topics/{id}", { params: { path, header: version(replaced) } }));
  const restored = await operator.POST("/topics/{id}/restore", { params: { path } });
  removed(await operator.DELETE("/topics/{id}", { params: { path, header: version(restored) } }));
}

async function campaigns(
  api: Api,
  owned: { readonly id: string; readonly advertiser?: string },
  kept: { readonly advertiser?: string; readonly weight?: number },
): Promise<void> {
  const created = await api.POST("/campaigns", {
    body: { name: "Tea", priceMicros: 1_000, totalBudgetMicros: 5_000, ...owned },
  });
  assert.equal(done(created).advertiser, "Roaster");
  const path = { id: owned.id };
  const replaced = await api.PUT("/campaigns/{id}", {
    params: { path, header: version(created) },
    body: {
      name: "Teas",
      priceMicros: 2_000,
      dailyBudgetMicros: 9_000,
      pacing: "even",
      startsAt: "2030-05-01T09:00:00+02:00",
      hours: [{ days: [1, 2], from: 8, to: 20 }],
      languages: ["en", "pt-BR"],
      formats: ["text"],
      excludedTopics: ["coffee"],
      excludedPlatforms: ["pf_south"],
      excludedPlacements: ["chat"],
      frequencyCap: { impressions: 3, window: "day" },
      premium: "never",
      ...kept,
    },
  });
  assert.equal(done(replaced).weight, kept.weight ?? 1);
  assert.equal(done(await api.POST("/campaigns/{id}/pause", { params: { path } })).status, "paused");
  const resumed = await api.POST("/campaigns/{id}/resume", { params: { path } });
  assert.equal(done(resumed).status, "active");
  const read = await api.GET("/campaigns/{id}", { params: { path } });
  assert.deepEqual(done(read), done(resumed));
  assert.ok(done(await api.GET("/campaigns")).items.some(({ id }) => id === owned.id));
  assert.equal(done(await api.GET("/campaigns/{id}/spend", { params: { path } })).spentMicros, 0);
  await creatives(api, owned.id);
  const copied = await api.POST("/campaigns/{id}/duplicate", { params: { path }, body: { name: "Copy" } });
  const { id: copyId, status } = done(copied);
  assert.equal(status, "paused");
  const copy = { path: { id: copyId }, header: version(copied) };
  removed(await api.DELETE("/campaigns/{id}", { params: copy }));
  const restored = await api.POST("/campaigns/{id}/restore", { params: { path: copy.path } });
  removed(await api.DELETE("/campaigns/{id}", { params: { path: copy.path, header: version(restored) } }));
  const archive = await api.GET("/campaigns", {
    params: { query: { archived: "true", q: copyId, sort: "name" } },
  });
  assert.deepEqual([done(archive).total, done(archive).items[0]?.id], [1, copyId]);
  const bulk = { status: "active" as const, campaigns: [{ id: owned.id }, { id: copyId }] };
  const { items } = done(await api.POST("/campaign-status", { body: bulk }));
  assert.deepEqual(
    items.map(({ outcome }) => outcome),
    ["unchanged", "refused"],
  );
  removed(await api.DELETE("/campaigns/{id}", { params: { path, header: version(read) } }));
}

async function creatives(api: Api, campaignId: string): Promise<void> {
  const path = { id: `cr-${campaignId}` };
  const body = { campaignId, format: "text" as const, language: "en", disclosure, scenes };
  const created = await api.POST("/creatives", { body: { ...path, ...body } });
  assert.deepEqual(done(created).scenes, scenes);
  const bot = { text: "Tea", buttonText: "Shop", landingUrl: "https://tea.example/" };
  const replaced = await api.PUT("/creatives/{id}", {
    params: { path, header: version(created) },
    body: { campaignId, format: "bot", language: "en", disclosure, bot },
  });
  assert.deepEqual(done(replaced).bot, bot);
  assert.deepEqual(done(await api.GET("/creatives/{id}", { params: { path } })), done(replaced));
  const listed = await api.GET("/creatives", { params: { query: { campaign: campaignId, limit: 500 } } });
  assert.equal(done(listed).items.length, 1);
  const params = { path, header: { "If-Match": "*" } };
  removed(await api.DELETE("/creatives/{id}", { params }));
  done(await api.POST("/creatives/{id}/restore", { params: { path } }));
  removed(await api.DELETE("/creatives/{id}", { params }));
}

/** The operator puts an object under review, and decides. */
async function review(): Promise<void> {
  const params = { path: { id: "pf_north" }, header: { "If-Match": "*" } };
  const platform = done(await operator.GET("/platforms/{id}", { params: { path: params.path } }));
  done(
    await operator.PUT("/platforms/{id}", { params, body: { ...platform, review: { status: "pending" } } }),
  );
  const [item] = done(await operator.GET("/review")).items;
  assert.deepEqual([item?.id, item?.isEdit], ["platforms/pf_north", false]);
  const refused = await operator.POST("/platforms/{id}/review", {
    params,
    body: { decision: "refuse", reason: "Which site is this?" },
  });
  assert.equal(done(refused).review?.reason, "Which site is this?");
  done(await operator.PUT("/platforms/{id}", { params, body: platform }));
  const ofCreative = { path: { id: "cr-roaster" }, header: { "If-Match": "*" } };
  const creative = done(await operator.GET("/creatives/{id}", { params: { path: ofCreative.path } }));
  const body = { ...creative, review: { status: "pending" as const } };
  done(await operator.PUT("/creatives/{id}", { params: ofCreative, body }));
  const approved = await operator.POST("/creatives/{id}/review", {
    params: ofCreative,
    body: { decision: "approve" },
  });
  assert.equal(done(approved).review, undefined);
}

async function keys(api: Api, of: { readonly publisherId?: string }): Promise<void> {
  const created = done(await api.POST("/keys", { body: { mode: "test", ...of } }));
  assert.match(created.key, /^hb_test_/);
  const path = { id: created.id };
  const rotated = done(
    await api.POST("/keys/{id}/rotate", { params: { path }, body: { overlapSeconds: 60 } }),
  );
  assert.notEqual(rotated.key, created.key);
  const revoked = await api.POST("/keys/{id}/revoke", { params: { path: { id: rotated.id } } });
  assert.equal(typeof done(revoked).revokedAt, "string");
  const listed = done(await api.GET("/keys", { params: { query: { publisher: "north" } } }));
  assert.ok(listed.items.some(({ id, revokedAt }) => id === created.id && revokedAt !== null));
}

async function webhooks(api: Api): Promise<void> {
  const created = done(await api.POST("/webhooks", { body: { url: hook, events } }));
  assert.match(created.secret, /^whsec_/);
  const path = { id: created.id };
  const replaced = await api.PUT("/webhooks/{id}", {
    params: { path },
    body: { url: hook, events, status: "disabled" },
  });
  assert.equal(done(replaced).status, "disabled");
  assert.deepEqual(done(await api.GET("/webhooks/{id}", { params: { path } })), done(replaced));
  assert.ok(done(await api.GET("/webhooks")).items.some(({ id }) => id === created.id));
  const tested = done(await api.POST("/webhooks/{id}/test", { params: { path } }));
  assert.deepEqual([tested.outcome, tested.status], ["accepted", 200]);
  const { items } = done(await api.GET("/webhooks/{id}/attempts", { params: { path } }));
  assert.deepEqual(items[0], tested);
  removed(await api.DELETE("/webhooks/{id}", { params: { path } }));
}

async function everybody(api: Api): Promise<void> {
  const { items, total } = done(await api.GET("/attention"));
  assert.equal(items.length, total);
  const { topics: found } = done(await api.POST("/try-question", { body: { question: "An espresso?" } }));
  assert.deepEqual(
    found.map(({ topicId, phrases }) => [topicId, phrases[0]?.decides]),
    [["coffee", true]],
  );
}

async function reports(api: Api, by: string): Promise<void> {
  const report = done(await api.GET("/reports", { params: { query: { by, timeZone: "Europe/Berlin" } } }));
  assert.ok(typeof report !== "string");
  const seen = report.lines.map((line) => line.seen).reduce((sum, count) => sum + count, 0);
  assert.equal(seen, report.total.seen);
  assert.equal(seen, 1);
  const money = (report.total.spendMicros ?? 0) + (report.total.earningsMicros ?? 0);
  assert.ok(money > 0);
  const table = await api.GET("/reports", { params: { query: { by, format: "csv" } }, parseAs: "text" });
  assert.ok(String(done(table)).startsWith(`${by},`));
}

async function quality(api: Api): Promise<void> {
  const found = done(await api.GET("/quality", { params: { query: { timeZone: "Europe/Berlin" } } }));
  assert.ok(typeof found !== "string");
  assert.ok(found.lines.some((line) => line.seen === 1 && line.visitors === 1));
  assert.equal(found.medians.viewRate, null);
}

async function looking(): Promise<void> {
  const { items } = done(await operator.GET("/deliveries", { params: { query: { limit: 10 } } }));
  const [delivery] = items;
  assert.ok(delivery?.seenAt !== null && delivery?.campaignId !== undefined);
  const life = done(await operator.GET("/deliveries/{id}", { params: { path: { id: delivery.id } } }));
  assert.deepEqual(
    life.life.map(({ event }) => event),
    ["issued", "seen", "charged"],
  );
  const own = done(await publisher.GET("/deliveries")).items[0];
  assert.deepEqual([own?.id, own?.priceMicros], [delivery.id, undefined]);
  const explained = await operator.POST("/explain", {
    body: { platform_id: "pf_north", context: { question: "An espresso?" } },
  });
  assert.ok(done(explained).inTheRunning.some(({ worth }) => worth.expected > 0));
  for (const api of [operator, publisher]) {
    const body = { platform_id: "pf_north", visitor_id: "nobody-0123456789" };
    assert.equal(done(await api.POST("/users/forget", { body })).forgotten, 0);
    const audit = done(await api.GET("/audit", { params: { query: { kind: "api_key", limit: 2 } } }));
    assert.equal(audit.items.length, 2);
    const before = audit.next ?? 0;
    assert.ok(done(await api.GET("/audit", { params: { query: { before } } })).items.length > 0);
  }
}

async function adjustments(): Promise<void> {
  const [delivery] = done(await operator.GET("/deliveries")).items;
  assert.ok(delivery !== undefined);
  const body = { deliveryIds: [delivery.id], reason: "Views of a bot" };
  const planned = done(await operator.POST("/adjustments", { body: { ...body, plan: true } }));
  const made = done(await operator.POST("/adjustments", { body }));
  assert.equal(done(await operator.GET("/ledger/audit")).isBalanced, true);
  const { link } = done(await operator.POST("/console-links", { body: {} }));
  assert.match(link, /\/console\/enter/);
  assert.deepEqual([made.adjustments, made.micros, made.next], [1, planned.micros, null]);
  for (const api of [operator, publisher, advertiser]) {
    const listed = done(await api.GET("/adjustments", { params: { query: { limit: 10 } } }));
    assert.deepEqual([listed.items[0]?.reason, listed.next], [body.reason, null]);
  }
}

async function statements(): Promise<void> {
  const period = "2020-01";
  for (const account of ["publisher:north", "advertiser:Roaster"]) {
    const closed = done(await operator.POST("/statements", { body: { period, account } }));
    assert.equal(closed.items[0]?.outcome, "closed");
    const query = { account };
    for (const api of [operator, account.startsWith("publisher") ? publisher : advertiser]) {
      const [head] = done(await api.GET("/statements", { params: { query } })).items;
      assert.ok(head !== undefined);
      const one = done(await api.GET("/statements/{id}", { params: { path: { id: head.id } } }));
      assert.ok(typeof one !== "string");
      assert.deepEqual([one.number, one.period], [1, period]);
    }
  }
}

async function catalog(): Promise<void> {
  const whole = done(await operator.GET("/catalog"));
  const [first] = whole.publishers;
  assert.ok(first !== undefined);
  const wanted = { ...whole, publishers: [...whole.publishers.slice(1), { ...first, name: "Renamed" }] };
  const planned = done(await operator.POST("/catalog/plan", { body: { catalog: wanted, prune: true } }));
  assert.deepEqual(
    planned.changes.map(({ kind, action, fields }) => [kind, action, fields?.[0]?.to]),
    [["publisher", "update", "Renamed"]],
  );
  assert.deepEqual(done(await operator.POST("/catalog/apply", { body: { catalog: wanted } })), planned);
}

async function refusals(): Promise<void> {
  const changed = await operator.PUT("/publishers/{id}", {
    params: { path: { id: "north" }, header: { "If-Match": '"old"' } },
    body: { name: "N" },
  });
  assert.equal(changed.error?.code, "changed_meanwhile");
  const foreign = await publisher.GET("/platforms/{id}", { params: { path: { id: "pf_south" } } });
  assert.equal(foreign.error?.status, 404);
  const wrong = await operator.POST("/publishers", { body: { id: "", name: "" } });
  assert.ok(wrong.error?.code === "invalid_request" && wrong.error.errors?.[0]?.path === "id");
}
