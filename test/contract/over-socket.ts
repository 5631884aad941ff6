import * as v from "valibot";
import { exchange } from "../runtimes/exchange.ts";
import { advancePath, auditPath } from "../runtimes/probe-paths.ts";
import { prefix, type TargetKind, targets } from "../runtimes/targets.ts";
import { auditShape } from "./audit-shape.ts";
import { contractCatalog } from "./catalog.ts";
import { storedKeys } from "./keys.ts";
import { defineContractSuite } from "./suite.ts";
import type { Target } from "./target.ts";

/** Some frameworks pass the prefix on; at the root a proxy would have taken it off. */
const linkBase = `https://ads.example${prefix}`;

/** Everything comes from one address here, and one key asks for more ads than a publisher's server would. */
const environment: Readonly<Record<string, string>> = {
  HANDBILL_TEST_SEED: JSON.stringify({ catalog: contractCatalog, apiKeys: storedKeys }),
  HANDBILL_BASE_URL: linkBase,
  HANDBILL_SECRET: "the signing secret of the contract suite",
  HANDBILL_LIMIT_ADS_PER_KEY: "false",
  HANDBILL_LIMIT_REQUESTS_PER_NETWORK: "false",
  HANDBILL_LIMIT_FAILED_AUTH_PER_NETWORK: "false",
};

const bodiless: ReadonlySet<number> = new Set([204, 304]);

/** Opens a target for the contract's cases. */
export async function openTarget(kind: TargetKind): Promise<Target> {
  const opened = await kind.open(environment);
  const request: Target["request"] = async (path, init = {}) => {
    const { method = "GET", headers = {}, body, chunked = false } = init;
    const answer = await exchange(opened.url, {
      method,
      path,
      headers,
      ...(body !== undefined && { body }),
      chunked,
    });
    const text = bodiless.has(answer.status) ? null : answer.body;
    return new Response(text, { status: answer.status, headers: answer.headers });
  };
  const probe = async (path: string): Promise<unknown> => (await request(path)).json();
  return {
    name: kind.name,
    url: opened.url,
    linkBase,
    runtime: async () => opened.runtime,
    expectedRuntime: kind.runtime,
    stop: async () => {
      await opened.stop();
    },
    request,
    advance: async (ms) => {
      await probe(`${advancePath}?ms=${ms}`);
    },
    audit: async () => v.parse(auditShape, await probe(auditPath)),
    features: { lettersPerCharacter: 2 },
  };
}

/** The runtime or framework that a target is named after. */
export const hostOf = ({ name }: TargetKind): string => name.split(" ")[0] ?? name;

/** Every case runs on these. All other targets run on one of them and call the same core. */
const runtimes = ["node", "bun", "deno", "workerd"];

/** The contract over sockets, on every target of a host: all cases on a runtime, those of the wire in a framework. */
export function defineOverSocket(host: string): void {
  const set = runtimes.includes(host) ? "all" : "wire";
  for (const kind of targets.filter((target) => hostOf(target) === host))
    defineContractSuite(`the contract over a socket: ${kind.name}`, () => openTarget(kind), set);
}
