import { beforeAll, describe, expect, it } from "vitest";
import type { Publisher } from "../../core/mod.ts";
import { planCatalog } from "../../core/planning/plan.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { systemClock } from "../../core/timing/clock.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { signedIn } from "../console/visitor.ts";
import { creative, type Installation, install, operatorToken, type Reply } from "./installation.ts";

let place: Installation;

beforeAll(async () => {
  place = await install({ console: createConsole(), managementLimits: { objectBytes: 1_048_576 } });
});

const many = 300_000;
const bad: readonly number[] = Array.from({ length: many }, () => 1);
const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`f${n}`, n]));
const longKey = "k".repeat(400_000);
const campaign = { id: "c", advertiser: "Wheels", name: "C", priceMicros: 1, totalBudgetMicros: 10 };
const topic = { id: "t", name: "T" };
const text = { kind: "text", text: "Words." };

type Field = Readonly<Record<string, unknown>>;

/** Bodies with more faults than an answer lists, each within its limit of bytes. */
const bodies: readonly (readonly [name: string, path: string, body: Field])[] = [
  ["60,000 unknown fields of a campaign", "POST /campaigns", { ...campaign, ...unknown }],
  ["60,000 unknown fields of a publisher", "POST /publishers", { id: "p", name: "P", ...unknown }],
  ["60,000 unknown fields of a topic", "POST /topics", { ...topic, ...unknown }],
  [
    "60,000 unknown fields of a creative",
    "POST /creatives",
    { ...creative("x", "wheels-bikes"), ...unknown },
  ],
  [
    "60,000 unknown fields of a webhook",
    "POST /webhooks",
    { url: "https://a.example", events: [], ...unknown },
  ],
  ["60,000 unknown fields of a key", "POST /keys", { mode: "live", ...unknown }],
  ["60,000 unknown fields of a document", "POST /catalog/plan", { catalog: unknown }],
  ["bad origins", "PUT /platforms/pf_north", { name: "N", revenueShareBps: 1, allowedOrigins: bad }],
  ["bad placements", "PUT /platforms/pf_north", { name: "N", revenueShareBps: 1, placements: bad }],
  ["bad languages", "POST /campaigns", { ...campaign, languages: bad }],
  ["bad hours", "POST /campaigns", { ...campaign, hours: bad }],
  ["bad events", "POST /webhooks", { url: "https://a.example", events: bad }],
  ["bad formats", "POST /explain", { platform_id: "pf_north", accept_formats: bad }],
  ["bad examples", "POST /topics", { ...topic, examples: bad }],
  ["bad examples of a language", "POST /topics", { ...topic, outOfScopeExamples: { en: bad } }],
  ["bad phrases", "POST /topics", { ...topic, phrases: { en: bad } }],
  [
    "bad phrases of a long language",
    "POST /topics",
    { ...topic, phrases: { [longKey]: bad.slice(0, 2_000) } },
  ],
  ["an unknown field with a long name", "POST /campaigns", { ...campaign, [longKey]: 1 }],
  ["bad scenes", "POST /creatives", { ...creative("x", "wheels-bikes"), scenes: bad }],
  [
    "bad blocks",
    "POST /creatives",
    { ...creative("x", "wheels-bikes"), scenes: [{ id: "a", blocks: [text, ...bad] }] },
  ],
  ...["publishers", "platforms", "topics", "campaigns", "creatives"].map(
    (key) => [`bad ${key} of a document`, "POST /catalog/apply", { catalog: { [key]: bad } }] as const,
  ),
  [
    "bad keys that objects have",
    "POST /catalog/plan",
    { catalog: { topics: Array.from({ length: 60_000 }, () => ({ constructor: 1 })) } },
  ],
];

function refused(reply: Reply): { readonly errors: readonly unknown[]; readonly detail: string } {
  const { errors, detail } = reply.json;
  expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"]);
  if (!Array.isArray(errors) || typeof detail !== "string") throw new Error(reply.text.slice(0, 500));
  return { errors, detail };
}

describe("a body with very many errors", () => {
  it.each(bodies)(
    "%s: at most a hundred are listed, and the rest is counted",
    async (_name, target, body) => {
      const [method = "", path = ""] = target.split(" ");
      const reply = await place.call("operator", method, path, { body, headers: { "if-match": "*" } });
      const { errors, detail } = refused(reply);
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.length).toBeLessThanOrEqual(100);
      expect(reply.text.length).toBeLessThan(100_000);
      if (errors.length === 100) expect(detail).toMatch(/\d+ more errors are not listed/);
    },
  );

  it("counts the others exactly", async () => {
    const reply = await place.call("operator", "POST", "/campaigns", { body: { ...campaign, ...unknown } });
    const { errors, detail } = refused(reply);
    expect(errors).toHaveLength(100);
    expect(detail).toContain("59900 more errors are not listed");
  });

  it("lists exactly a hundred without a count of others", async () => {
    const some = Object.fromEntries(Object.entries(unknown).slice(0, 100));
    const { errors, detail } = refused(
      await place.call("operator", "POST", "/campaigns", { body: { ...campaign, ...some } }),
    );
    expect(errors).toHaveLength(100);
    expect(detail).not.toContain("more error");
    const one = refused(
      await place.call("operator", "POST", "/campaigns", { body: { ...campaign, ...some, more: 1 } }),
    );
    expect([one.errors.length, one.detail]).toEqual([
      100,
      expect.stringContaining("1 more error is not listed"),
    ]);
  });
});

describe("a document deeper than any stack", () => {
  const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
  const deep = [20_000, 400_000];
  const fields: readonly (readonly [string, (value: string) => string])[] = [
    ["POST /campaigns", (value) => `{"id":"c","hours":${value}}`],
    ["POST /campaigns", (value) => value],
    ["POST /platforms", (value) => `{"id":${value},"allowedOrigins":${value}}`],
    ["POST /creatives", (value) => `{"campaignId":"wheels-bikes","scenes":${value}}`],
    ["POST /topics", (value) => `{"id":"t","phrases":{"en":${value}}}`],
    ["POST /webhooks", (value) => `{"url":${value},"events":${value}}`],
    ["POST /keys", (value) => `{"mode":${value}}`],
    ["POST /explain", (value) => `{"platform_id":"pf_north","context":${value}}`],
    ["POST /catalog/plan", (value) => `{"catalog":${value}}`],
    ["POST /catalog/apply", (value) => `{"catalog":{"campaigns":[{"id":"c","topics":${value}}]}}`],
    [
      "POST /catalog/apply",
      (value) => `{"catalog":{"campaigns":${value.replace("[]", '[{"constructor":1}]')}}}`,
    ],
  ];

  it.each(fields.flatMap((field) => deep.map((depth) => [...field, depth] as const)))(
    "%s is refused",
    async (target, bodyOf, depth) => {
      const [method = "", path = ""] = target.split(" ");
      const body = bodyOf(nested(depth));
      if (body.length > 1_048_576 && !path.startsWith("/catalog")) return;
      const reply = await place.call("operator", method, path, { body });
      refused(reply);
      expect(reply.text.length).toBeLessThan(100_000);
    },
  );
});

describe("a form of the console with very many errors", () => {
  it("shows a hundred of them, and the number of others", async () => {
    const operator = await signedIn(place.management, operatorToken);
    await operator.read("platforms/pf_north");
    const allowedOrigins = Array.from({ length: 5_000 }, (_, n) => `no-site-${n}`).join("\n");
    const fields = {
      version: "*",
      status: "active",
      publisherId: "north",
      name: "N",
      revenueShareBps: "70",
      allowedOrigins,
    };
    const page = await operator.send("platforms/pf_north", fields);
    expect(page.status).toBe(400);
    const [summary = ""] = /<div class="summary".*?<\/div>/s.exec(page.text) ?? [];
    expect(summary.match(/<li>/g)).toHaveLength(101);
    expect(summary).toContain("4900 more errors are not listed");
  });
});

it("a catalogue of a quarter of a million publishers can be pruned", () => {
  const nothing = { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] };
  const publishers = Array.from({ length: 250_000 }, (_, n): Publisher => ({ id: `p${n}`, name: "P" }));
  const plan = planCatalog({ ...nothing, publishers }, nothing, { prune: true });
  expect(plan.removals).toHaveLength(250_000);
});

it("budgets below their floors are listed a hundred at most, and the rest is counted", async () => {
  const own = await install();
  const n = 250;
  const campaigns = (totalBudgetMicros: number): readonly object[] =>
    Array.from({ length: n }, (_, index) => ({ ...campaign, id: `c${index}`, totalBudgetMicros }));
  const apply = (totalBudgetMicros: number): Promise<Reply> =>
    own.call("operator", "POST", "/catalog/apply", {
      body: { catalog: { campaigns: campaigns(totalBudgetMicros) } },
    });
  expect((await apply(10)).status).toBe(200);
  const choice = {
    advertiser: "Roaster",
    creativeVersionId: "v",
    format: "text",
    priceMicros: 5,
    publisherMicros: 1,
  } as const;
  await own.store.issue(
    Array.from({ length: n }, (_, index) => ({
      deliveryId: createDeliveryId(systemClock(), systemRandom),
      surface: "web",
      publisherId: "north",
      platformId: "pf_north",
      placement: "chat",
      apiKeyId: "",
      userKey: "somebody",
      language: "en",
      mark: "",
      network: "",
      choices: [{ ...choice, campaignId: `c${index}` }],
    })),
  );
  const reply = await apply(4);
  expect([reply.status, reply.json["code"]]).toEqual([409, "budget_below_floor"]);
  expect(reply.json["errors"]).toHaveLength(100);
  expect(reply.json["detail"]).toContain("150 more errors are not listed");
  expect(reply.text.length).toBeLessThan(50_000);
});
