import * as v from "valibot";
import type { LedgerAudit } from "../../core/storage/ledger-audit.ts";
import { exchange } from "../runtimes/exchange.ts";
import { advancePath, auditPath } from "../runtimes/probes.ts";
import { prefix, type TargetKind, targets } from "../runtimes/targets.ts";
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

const micros = v.pipe(v.number(), v.safeInteger());
const auditShape: v.GenericSchema<unknown, LedgerAudit> = v.object({
  campaigns: v.array(
    v.object({
      campaignId: v.string(),
      usedMicros: micros,
      spentMicros: micros,
      chargedMicros: micros,
      adjustedMicros: micros,
      restoredMicros: micros,
      heldMicros: micros,
      openMicros: micros,
      unprovenHeldMicros: micros,
      unprovenOpenMicros: micros,
      charges: v.number(),
      daysOutOfBalance: v.array(v.string()),
    }),
  ),
  advertiserMicros: micros,
  publisherMicros: micros,
  operatorMicros: micros,
});

const bodiless: ReadonlySet<number> = new Set([204, 304]);

async function open(kind: TargetKind): Promise<Target> {
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
const runtimes = ["node", "bun", "deno"];

/** The contract over sockets, on every target of a host: all cases on a runtime, those of the wire in a framework. */
export function defineOverSocket(host: string): void {
  const set = runtimes.includes(host) ? "all" : "wire";
  for (const kind of targets.filter((target) => hostOf(target) === host))
    defineContractSuite(`the contract over a socket: ${kind.name}`, () => open(kind), set);
}
