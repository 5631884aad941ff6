import { beforeEach, describe, expect, it } from "vitest";
import { routes } from "../../core/management/routes.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { creative, type Installation, install, submit } from "./installation.ts";

let place: Installation;
let ids: Readonly<Record<string, string>>;

beforeEach(async () => {
  place = await install({ console: createConsole() });
  const [key] = await place.store.listApiKeys("north");
  const webhook = { publisherId: "north", url: hook, events: ["api_key.created"], status: "active" } as const;
  await place.store.putWebhook({ id: "hook", ...webhook });
  ids = { ...idsOfObjects, keys: key?.id ?? "", webhooks: "hook" };
});

const hook = "https://hooks.example/";
const idsOfObjects = {
  publishers: "north",
  platforms: "pf_north",
  campaigns: "roaster-coffee",
  creatives: "cr-roaster",
  topics: "coffee",
  deliveries: "0123456789012345678901",
  statements: "1-publisher:north",
};

const platform = { publisherId: "north", name: "New", revenueShareBps: 1 };
const campaign = { advertiser: "Roaster", name: "New", priceMicros: 1, totalBudgetMicros: 1_000_000 };
const topic = { name: "New", phrases: { en: ["tea"] } };

/** Of each operation that takes a body one that it takes. */
const bodies: Readonly<Record<string, object>> = {
  "create-publisher": { id: "new", name: "New" },
  "replace-publisher": { name: "New" },
  "create-platform": { id: "pf_new", ...platform },
  "replace-platform": platform,
  "create-campaign": { id: "new", ...campaign, frequencyCap: { impressions: 1, window: "day" } },
  "replace-campaign": { ...campaign, hours: [{ days: [1], from: 1, to: 2 }] },
  "create-creative": creative("new", "roaster-coffee"),
  "replace-creative": creative("cr-roaster", "roaster-coffee"),
  "create-topic": { id: "new", ...topic },
  "replace-topic": topic,
  "set-campaign-status": { status: "paused", campaigns: [{ id: "roaster-coffee" }] },
  "duplicate-campaign": { name: "Copy" },
  "test-origin": { origin: "https://north.example" },
  "try-question": { question: "Tea?" },
  "create-key": { publisherId: "north", mode: "live" },
  "rotate-key": {},
  "plan-catalog": { catalog: { publishers: [{ id: "new", name: "New" }] } },
  "apply-catalog": { catalog: { publishers: [{ id: "new", name: "New" }] } },
  "explain-request": { platform_id: "pf_north", context: { question: "Tea?" } },
  "close-statements": { period: "2020-01" },
  "review-platform": { decision: "approve" },
  "review-creative": { decision: "refuse", reason: "The picture is missing." },
  "forget-user": { platform_id: "pf_north", visitor_id: "visitor-0123456789" },
  "create-console-link": { advertiser: "Roaster" },
  "create-webhook": { url: hook, events: ["api_key.created"] },
  "write-off": { platformIds: ["pf_north"], reason: "Views of a bot" },
  "replace-webhook": { url: hook, events: ["api_key.revoked"] },
};

/** Names that every object has from its prototype; object schemas drop the first three. */
const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "unknown"];
const reserved = names.slice(0, 3);

/** Each JSON text with the field in one of the objects of a body. */
function withField(
  body: object,
  name: string,
): readonly { readonly text: string; readonly isWhole: boolean }[] {
  const text = JSON.stringify(body);
  return [...text.matchAll(/\{/g)].map(({ index }) => ({
    text: `${text.slice(0, index + 1)}${JSON.stringify(name)}:{"polluted":true},${text.slice(index + 1)}`.replace(
      ",}",
      "}",
    ),
    isWhole: index === 0,
  }));
}

const withBody = routes.filter(({ body }) => body.type !== "undefined");

function send(route: (typeof routes)[number], text: string) {
  const path = route.path.replace(":id", ids[route.path.split("/")[1] ?? ""] ?? "");
  return place.call("operator", route.method, path, { body: text, headers: { "if-match": "*" } });
}

describe("a body", () => {
  it.each(withBody.map((route) => ({ name: route.name, route })))(
    "of $name with an unknown field is refused with its name, and changes nothing",
    async ({ name, route }) => {
      const before = await everything();
      for (const field of names) {
        for (const { text, isWhole } of withField(bodies[name] ?? {}, field)) {
          // Deeper, only what a schema drops is the same mistake everywhere: a context and phrases by language are open.
          if (!isWhole && !reserved.includes(field)) continue;
          const reply = await send(route, text);
          expect(reply.status, text).toBe(400);
          const paths = Array.isArray(reply.json["errors"]) ? reply.json["errors"] : [];
          expect(
            paths
              .map((error) => Object(error).path)
              .some((path: string) => path.split(/[.[\]"]/).includes(field)),
            `${text} ${reply.text}`,
          ).toBe(true);
        }
      }
      expect(await everything()).toEqual(before);
      expect(Object.keys(Object.prototype)).toEqual([]);
      if (name.startsWith("review-")) await submit(place);
      expect((await send(route, JSON.stringify(bodies[name]))).status).toBe(route.status);
    },
  );

  it.each(routes.map((route) => ({ name: route.name, route })))(
    "is not needed to refuse an unknown field in the query of $name",
    async ({ name, route }) => {
      const path = route.path.replace(":id", ids[route.path.split("/")[1] ?? ""] ?? "");
      for (const field of names) {
        const reply = await place.call("operator", route.method, `${path}?${field}=1`, {
          ...(bodies[name] !== undefined && { body: bodies[name] }),
          headers: { "if-match": "*" },
        });
        expect([reply.status, reply.json["errors"]], field).toMatchObject([400, [{ path: field }]]);
      }
    },
  );
});

async function everything(): Promise<unknown> {
  const { catalog } = await place.store.readCatalog();
  return { catalog, keys: await place.store.listApiKeys(), webhooks: await place.store.listWebhooks() };
}
