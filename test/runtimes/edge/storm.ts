import * as v from "valibot";
import { auditShape } from "../../contract/audit-shape.ts";
import { booksOf } from "../../contract/books.ts";
import { createClient, type Issued } from "../../contract/client.ts";
import type { Target } from "../../contract/target.ts";
import { advancePath, auditPath, metricsPath } from "../probe-paths.ts";
import type { RunningWorker } from "./start-workerd.ts";

const atATime = 50;

/** What requests for ads, and then as many views, did, 50 at a time. */
export interface StormResult {
  readonly issued: number;
  /** What the requests that got no ad were answered, each text once. */
  readonly refusals: readonly string[];
  readonly deliveries: number;
  /** How many answers to a view had each status. */
  readonly seen: Readonly<Record<number, number>>;
  readonly charges: number;
  readonly spentMicros: number;
  readonly heldMicros: number;
  /** What the metrics of the worker counted: requests for ads, views, and calls of the store that issued. */
  readonly measured: readonly (number | undefined)[];
}

/** Runs the storm, and checks that the ledger is in balance. */
export async function storm({ url }: RunningWorker, ads: number): Promise<StormResult> {
  const target = targetAt(url);
  const client = createClient(() => target);
  const issued: Issued[] = [];
  const refusals = new Set<string>();
  await crowd(
    Array.from({ length: ads }, () => async () => {
      try {
        issued.push(await client.issue());
      } catch (error) {
        refusals.add(error instanceof Error ? error.message : String(error));
      }
    }),
  );
  await target.advance(2_000);
  const seen: Record<number, number> = {};
  await crowd(
    issued.map((one) => async () => {
      const { status } = await client.seen(one);
      seen[status] = (seen[status] ?? 0) + 1;
    }),
  );
  const audit = await target.audit();
  return {
    issued: issued.length,
    refusals: [...refusals],
    deliveries: new Set(issued.map(({ ad }) => ad.delivery_id)).size,
    seen,
    ...(await booksOf(target)),
    heldMicros: audit.campaigns.reduce((sum, { heldMicros }) => sum + heldMicros, 0),
    measured: await measuredBy(target),
  };
}

const series: readonly string[] = [
  'handbill_requests_total{endpoint="ads",status="200",reason=""}',
  'handbill_requests_total{endpoint="seen",status="200",reason=""}',
  'handbill_store_seconds_count{operation="issue"}',
];

async function measuredBy({ request }: Target): Promise<readonly (number | undefined)[]> {
  const { text } = v.parse(v.object({ text: v.string() }), await (await request(metricsPath)).json());
  const lines = new Map(text.split("\n").map((line) => [line.replace(/ \S+$/, ""), line.split(" ").at(-1)]));
  return series.map((name) => (lines.has(name) ? Number(lines.get(name)) : undefined));
}

/** Runs all, at most 50 at a time. */
export async function crowd(all: readonly (() => Promise<void>)[]): Promise<void> {
  const left = [...all];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await next();
  };
  await Promise.all(Array.from({ length: atATime }, work));
}

/** A running worker as a target of the contract's calls. */
export function targetAt(url: string): Target {
  const request: Target["request"] = (path, { method = "GET", headers = {}, body } = {}) =>
    fetch(`${url}${path}`, { method, headers, redirect: "manual", ...(body !== undefined && { body }) });
  return {
    name: "workerd",
    url,
    linkBase: url,
    runtime: async () => "workerd",
    expectedRuntime: "workerd",
    stop: async () => {},
    request,
    advance: async (ms) => void (await request(`${advancePath}?ms=${ms}`)),
    audit: async () => v.parse(auditShape, await (await request(auditPath)).json()),
    features: { lettersPerCharacter: 1 },
  };
}
