import { expect, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { type ManagementProblemCode, managementProblems } from "../../core/management/problem.ts";
import { problemsOf } from "../../core/management/problem-answers.ts";
import type { Route } from "../../core/management/route.ts";
import { routes } from "../../core/management/routes.ts";
import type { Store } from "../../core/storage/store.ts";
import {
  creative,
  type Installation,
  install,
  operatorToken,
  type Reply,
  send,
  submit,
} from "./installation.ts";

const ids: Readonly<Record<string, string>> = {
  publishers: "north",
  platforms: "pf_north",
  campaigns: "roaster-coffee",
  creatives: "cr-roaster",
  topics: "coffee",
};

/** Of each kind what the operator makes anew. */
const objects: Readonly<Record<string, Readonly<Record<string, unknown>> & { readonly id: string }>> = {
  publishers: { id: "new", name: "New" },
  platforms: { id: "pf_new", publisherId: "north", name: "New", revenueShareBps: 1 },
  campaigns: { id: "new", advertiser: "Roaster", name: "New", priceMicros: 1, totalBudgetMicros: 9 },
  creatives: { id: "new", ...creative("new", "roaster-coffee") },
  topics: { id: "new", name: "New", phrases: { en: ["tea"] } },
};

const kindOf = ({ path }: Route): string => path.split("/")[1] ?? "";

interface CallInput {
  readonly id?: string | undefined;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
}

/** Calls a route as the operator, on an existing object, without another mistake than that of the input. */
function ask(place: Installation, route: Route, input: CallInput = {}): Promise<Reply> {
  const { id = ids[kindOf(route)] ?? "nobody", query = "", headers = { "if-match": "*" } } = input;
  const { id: _other, ...fields } = objects[kindOf(route)] ?? { id: "" };
  const own = route.method === "PUT" ? fieldsOf(route, fields) : isReview(route) ? approval : undefined;
  const body = input.body ?? own;
  return place.call("operator", route.method, `${route.path.replace(":id", id)}${query}`, { headers, body });
}

const approval = { decision: "approve" };
const isRestore = ({ path }: Route): boolean => path.endsWith("/restore");
const isReview = ({ tag, path }: Route): boolean => tag === "review" && path.includes(":id");

/** An installation in which every route has something to do. */
async function prepared(route: Route): Promise<Installation> {
  const place = await install();
  if (isReview(route)) await submit(place);
  return place;
}

function fieldsOf({ tag }: Route, fields: object): object {
  return tag === "webhooks" ? { url: "https://hooks.example/", events: ["api_key.created"] } : fields;
}

/** A change that nothing is wrong with, of a store that answers as `other` says from then on. */
async function change(route: Route, other: (store: Store) => Partial<Store>): Promise<Reply> {
  const store = createMemoryStore();
  const place = await install({ store });
  const made = objects[kindOf(route)];
  const isOfMade = route.method === "DELETE" || isRestore(route);
  if (isOfMade) await place.call("operator", "POST", `/${kindOf(route)}`, { body: made });
  if (isRestore(route)) {
    const removed = `/${kindOf(route)}/${made?.id}`;
    await place.call("operator", "DELETE", removed, { headers: { "if-match": "*" } });
  }
  if (route.name === "resume-campaign")
    await place.call("operator", "POST", "/campaigns/roaster-coffee/pause");
  if (isReview(route)) await submit(place);
  Object.assign(store, other({ ...store }));
  const catalog = { publishers: [objects["publishers"]] };
  const bodies: Readonly<Record<string, object>> = {
    "apply-catalog": { catalog },
    "plan-catalog": { catalog },
    "set-campaign-status": { status: "paused", campaigns: [{ id: ids["campaigns"] }] },
  };
  const body = bodies[route.name] ?? (route.path.includes(":id") ? undefined : made);
  return ask(place, route, { body, id: isOfMade ? made?.id : undefined });
}

/** The second call of an operation, with another reason. */
async function writeOffTwice({ method, path }: Route): Promise<Reply> {
  const place = await install();
  const write = (reason: string) =>
    place.call("operator", method, path, {
      body: { operation: "op-1", platformIds: [ids.platforms], reason },
    });
  expect((await write("Bots")).status).toBe(200);
  return write("Goodwill");
}

async function toNobody(route: Route): Promise<Reply> {
  const place = await install();
  const body = route.name === "test-origin" ? { origin: "https://a.example" } : undefined;
  const isEmpty = ["rotate-key", "create-console-link"].includes(route.name);
  return ask(place, route, { id: "nobody", body: isEmpty ? {} : body });
}

/** How each refusal comes about. */
const causes: Readonly<Record<ManagementProblemCode, (route: Route) => Promise<Reply>>> = {
  invalid_request: async (route) => ask(await install(), route, { query: "?nothing=1" }),
  unauthorized: async (route) =>
    send((await install()).management, route.method, route.path.replace(":id", "nobody")),
  forbidden: async (route) => {
    const who = route.roles.includes("publisher") ? "roaster" : "north";
    return (await install()).call(who, route.method, route.path.replace(":id", "nobody"));
  },
  browser_refused: async (route) => ask(await install(), route, { headers: { origin: "https://a.example" } }),
  not_found: (route) =>
    route.path.includes(":id") || route.tag === "console"
      ? toNobody(route)
      : change(route, (store) => ({
          applyCatalog: async (wanted) => {
            const removals = [
              { kind: route.name.slice("create-".length), id: objects[kindOf(route)]?.id ?? "" },
            ];
            const first = await store.applyCatalog(wanted);
            if (first.outcome !== "applied") return first;
            const upserts = { publishers: [], platforms: [], topics: [], campaigns: [], creatives: [] };
            return store.applyCatalog({
              expectedVersion: first.version,
              upserts,
              removals: removals.map(asRef),
            });
          },
        })),
  method_not_allowed: async (route) => ask(await install(), { ...route, method: "PUT" }),
  body_too_large: async (route) => {
    const { status, body, headers } = await (await install()).management.answer({
      method: route.method,
      target: `/api/v1/manage${route.path.replace(":id", "nobody")}`,
      header: (name) => (name === "authorization" ? `Bearer ${operatorToken}` : undefined),
      readBody: async () => "too_large",
    });
    return { status, headers: new Headers(headers), text: body, json: JSON.parse(body) };
  },
  exists: async (route) => {
    if (route.name === "write-off") return writeOffTwice(route);
    const taken = { ...objects[kindOf(route)], id: ids[kindOf(route)] };
    const body = route.name === "duplicate-campaign" ? { id: "wheels-bikes" } : taken;
    return ask(await install(), route, { body: isRestore(route) ? undefined : body });
  },
  in_use: async (route) => {
    const place = await install();
    const body = { ...objects["campaigns"], platforms: ["pf_north"] };
    expect((await place.call("operator", "POST", "/campaigns", { body })).status).toBe(201);
    return ask(place, route);
  },
  budget_below_floor: (route) => {
    const floors = [{ campaignId: "new", field: "totalBudgetMicros", floorMicros: 10 }] as const;
    return change(route, () => ({ applyCatalog: async () => ({ outcome: "budget_below_floor", floors }) }));
  },
  busy: (route) =>
    change(route, () => ({
      applyCatalog: async ({ expectedVersion: version }) => ({ outcome: "conflict", version }),
    })),
  changed_meanwhile: async (route) => ask(await prepared(route), route, { headers: { "if-match": '"old"' } }),
  version_required: async (route) => ask(await prepared(route), route, { headers: {} }),
  rate_limited: async (route) => {
    const { management } = await install({
      managementLimits: { failedSignInsPerNetwork: { limit: 1, windowMs: 60_000 } },
    });
    const guess = () =>
      management.answer({
        method: route.method,
        target: `/api/v1/manage${route.path.replace(":id", "nobody")}`,
        header: (name) => (name === "authorization" ? "Bearer a-guess" : undefined),
        readBody: async () => new Uint8Array(0),
        clientAddress: "203.0.113.7",
      });
    expect((await guess()).status).toBe(401);
    const { status, body, headers } = await guess();
    return { status, headers: new Headers(headers), text: body, json: JSON.parse(body) };
  },
  not_configured: async (route) => ask(await install({ operatorTokens: ["short"] }), route),
  unavailable: async (route) => {
    const store = createMemoryStore();
    const place = await install({ store });
    Object.assign(store, { catalogChanges: () => Promise.reject(new Error("The store is away.")) });
    return ask(place, route);
  },
};

function asRef({ kind, id }: { readonly kind: string; readonly id: string }) {
  const known = (["publisher", "platform", "campaign", "creative", "topic"] as const).find(
    (one) => one === kind,
  );
  if (known === undefined) throw new Error(`${kind} is no kind of object.`);
  return { kind: known, id };
}

const declared = routes.flatMap((route) =>
  problemsOf(route).flatMap(({ codes }) => codes.map((code) => ({ name: route.name, code, route }))),
);

it.each(declared)("$name: the refusal $code of /openapi.json occurs", async ({ code, route }) => {
  const { status, json } = await causes[code](route);
  expect({ status, code: json["code"] }).toEqual({ status: managementProblems[code].status, code });
});
