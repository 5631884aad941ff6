import { createMemoryStore } from "../../adapters/memory/mod.ts";
import type { Catalog } from "../../core/catalog/entities.ts";
import { createHandbill } from "../../core/handbill.ts";
import {
  createManagement,
  type Management,
  type ManagementOptions,
} from "../../core/management/management.ts";
import type { Principal } from "../../core/management/principal.ts";
import { planCatalog } from "../../core/planning/plan.ts";
import { parseCatalog } from "../../core/planning/schema.ts";
import { createApiKey, type KeyMode } from "../../core/signing/api-key.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { Store } from "../../core/storage/store.ts";
import { describedManagement } from "./described/described-management.ts";

export const operatorToken = "operator-token-of-the-tests-0123456789";
export const secret = "secret-of-the-tests-0123456789-0123456789";

/** Two of everything, each of another owner. */
const document = {
  publishers: [
    { id: "north", name: "North's pages" },
    { id: "south", name: "South's pages" },
  ],
  platforms: [
    {
      id: "pf_north",
      publisherId: "north",
      name: "North's shop",
      allowedOrigins: ["https://north.example", "https://*.north.example"],
      revenueShareBps: 7_000,
    },
    {
      id: "pf_south",
      publisherId: "south",
      name: "South's blog",
      allowedOrigins: [],
      revenueShareBps: 6_000,
    },
  ],
  topics: [{ id: "coffee", name: "Coffee", phrases: { en: ["espresso"] } }],
  campaigns: [
    {
      id: "roaster-coffee",
      advertiser: "Roaster",
      name: "Coffee",
      priceMicros: 4_000,
      totalBudgetMicros: 1_000_000,
      topics: ["coffee"],
    },
    {
      id: "wheels-bikes",
      advertiser: "Wheels",
      name: "Bikes",
      priceMicros: 3_000,
      totalBudgetMicros: 1_000_000,
    },
  ],
  creatives: [creative("cr-roaster", "roaster-coffee"), creative("cr-wheels", "wheels-bikes")],
};

export function creative(id: string, campaignId: string): object {
  return {
    id,
    campaignId,
    format: "text",
    language: "en",
    disclosure: { text: `Ad by ${campaignId.startsWith("wheels") ? "Wheels" : "Roaster"}` },
    scenes: [{ id: "start", blocks: [{ kind: "text", text: `Words of ${id}.` }] }],
  };
}

export type CallerName = "operator" | "north" | "south" | "roaster" | "wheels";

/** Publishers come with keys, advertisers by the host's own authorization. */
const hosts: ReadonlyMap<string, Principal> = new Map([
  ["roaster", { role: "advertiser", name: "roaster", advertiser: "Roaster" }],
  ["wheels", { role: "advertiser", name: "wheels", advertiser: "Wheels" }],
]);

export interface Installation {
  readonly store: Store;
  readonly management: Management;
  readonly keys: Readonly<Record<"live" | "test" | "north" | "south", string>>;
  readonly call: (who: CallerName, method: string, path: string, options?: CallOptions) => Promise<Reply>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the answer. */
  readonly json: Readonly<Record<string, unknown>>;
}

export const baseUrl = "https://ads.example";

export async function install(
  options: Partial<ManagementOptions> & { readonly store?: Store } = {},
): Promise<Installation> {
  const store = options.store ?? createMemoryStore({ clock: options.clock });
  const parsed = parseCatalog(document);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ path, message }) => `${path}: ${message}`).join());
  await apply(store, parsed.catalog);
  const add = async (mode: KeyMode, publisherId: string): Promise<string> => {
    const { key, id, hash } = createApiKey(mode, systemRandom);
    await store.addApiKey({ id, publisherId, mode, label: mode, hash, createdAt: 1 });
    return key;
  };
  const keys = {
    live: await add("live", "north"),
    test: await add("test", "north"),
    north: await add("manage", "north"),
    south: await add("manage", "south"),
  };
  const management = describedManagement(
    createManagement({
      handbill: createHandbill({ store, baseUrl, secrets: [secret], log: () => {} }),
      baseUrl,
      secrets: [secret],
      operatorTokens: [operatorToken],
      authorize: (request) => hosts.get(request.header("x-host-user") ?? ""),
      log: () => {},
      ...options,
      store,
    }),
  );
  const credentials = (who: CallerName): Readonly<Record<string, string>> => {
    if (who === "operator") return { authorization: `Bearer ${operatorToken}` };
    return hosts.has(who)
      ? { "x-host-user": who }
      : { authorization: `Bearer ${who === "north" ? keys.north : keys.south}` };
  };
  return {
    store,
    management,
    keys,
    call: (who, method, path, { body, headers } = {}) =>
      send(management, method, path, { body, headers: { ...credentials(who), ...headers } }),
  };
}

/** Puts the platform and the creative of North and Roaster under review, as never approved. */
export async function submit({ call }: Pick<Installation, "call">): Promise<void> {
  for (const path of ["/platforms/pf_north", "/creatives/cr-roaster"]) {
    const { json } = await call("operator", "GET", path);
    const body = { ...json, review: { status: "pending" } };
    const { status } = await call("operator", "PUT", path, { body, headers: { "if-match": "*" } });
    if (status !== 200) throw new Error(`${path} is not under review: ${status}`);
  }
}

async function apply(store: Store, catalog: Catalog): Promise<void> {
  const current = await store.readCatalog();
  const { upserts, removals } = planCatalog(current.catalog, catalog, { prune: false });
  const applied = await store.applyCatalog({ expectedVersion: current.version, upserts, removals });
  if (applied.outcome !== "applied") throw new Error(applied.outcome);
}

/** A request below `/api/v1/manage`. */
export async function send(
  management: Management,
  method: string,
  path: string,
  { body, headers = {} }: CallOptions = {},
): Promise<Reply> {
  const response = await management.fetch(
    new Request(`${baseUrl}/api/v1/manage${path}`, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
}
