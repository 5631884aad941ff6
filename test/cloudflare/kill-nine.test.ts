import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterEach, expect, it } from "vitest";
import { expectBalanced } from "../contract/books.ts";
import { priceMicros } from "../contract/catalog.ts";
import { type Client, createClient, type Issued } from "../contract/client.ts";
import type { Target } from "../contract/target.ts";
import { edgeSeed } from "../runtimes/edge/edge-stores.ts";
import { type RunningWorker, startWorkerd } from "../runtimes/edge/start-workerd.ts";
import { crowd, targetAt } from "../runtimes/edge/storm.ts";
import { unchargedPath } from "../runtimes/probe-paths.ts";
import { objectSettings } from "../runtimes/targets.ts";

const ads = 300;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Objects on a disk that outlives the worker. */
async function newInstallation(form: "object" | "placed", fault = ""): Promise<() => Promise<RunningWorker>> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-objects-"));
  cleanUps.push(() => rm(folder, { recursive: true }));
  const env = {
    HANDBILL_BASE_URL: "https://ads.example",
    HANDBILL_SECRET: "the signing secret of the contract suite",
    HANDBILL_LIMIT_REQUESTS_PER_NETWORK: "false",
    HANDBILL_TEST_SEED: JSON.stringify(edgeSeed),
    TEST_FORM: form,
    TEST_FAULT: fault,
  };
  return () => startWorkerd("../../cloudflare/worker.ts", env, { ...objectSettings, folder });
}

interface Confirmed {
  readonly issued: readonly Issued[];
  readonly seen: ReadonlySet<Issued>;
}

/** Issues ads and views them, while others are issued, until a quarter is confirmed and the worker is killed. */
async function killUnderLoad(worker: RunningWorker): Promise<Confirmed> {
  const target = targetAt(worker.url);
  const client = createClient(() => target);
  const issued: Issued[] = [];
  const issue = async (): Promise<void> => void issued.push(await client.issue());
  await crowd(Array.from({ length: ads }, () => issue));
  await target.advance(2_000);
  const seen = new Set<Issued>();
  let killed: Promise<void> | undefined;
  const calls = [...issued].flatMap((one) => [
    async (): Promise<void> => {
      const { status } = await client.seen(one);
      if (status === 200) seen.add(one);
      if (seen.size === ads / 4) killed = worker.kill9();
    },
    issue,
  ]);
  // Calls to a worker that was killed are rejected.
  await crowd(calls.map((call) => () => call().catch(() => undefined)));
  expect(killed, "the worker was killed under load").toBeDefined();
  await killed;
  return { issued, seen };
}

/** The deliveries whose views were confirmed and that are not charged. */
async function readUncharged(target: Target, seen: ReadonlySet<Issued>): Promise<readonly string[]> {
  const ids = [...seen].map(({ ad }) => ad.delivery_id);
  const uncharged: string[] = [];
  for (let from = 0; from < ids.length; from += 50) {
    const answer = await target.request(`${unchargedPath}?ids=${ids.slice(from, from + 50).join()}`);
    uncharged.push(...v.parse(v.array(v.string()), await answer.json()));
  }
  return uncharged;
}

/** A busy machine may answer 503, after which clients repeat a view. */
async function viewOnce(client: Client, one: Issued): Promise<{ readonly status: number }> {
  for (let tries = 1; ; tries += 1) {
    const answer = await client.seen(one);
    if (answer.status !== 503 || tries === 5) return answer;
  }
}

/** What is wrong after a restart: views that were confirmed and are not charged, and ads that are unknown. */
async function lostAfter(worker: RunningWorker, { issued, seen }: Confirmed): Promise<readonly string[]> {
  cleanUps.push(worker.stop);
  const target = targetAt(worker.url);
  const client = createClient(() => target);
  expectBalanced(await target.audit());
  const uncharged = await readUncharged(target, seen);
  const lost = uncharged.length > 0 ? [`${uncharged.length} confirmed views are not charged`] : [];
  // The clock of the worker before it was two seconds ahead.
  await target.advance(4_000);
  const refused: number[] = [];
  await crowd(
    issued.map((one) => async () => {
      const { status } = await viewOnce(client, one);
      if (status !== 200) refused.push(status);
    }),
  );
  if (refused.length > 0) lost.push(`${refused.length} confirmed ads cannot be viewed: ${refused[0]}`);
  const after = await target.audit();
  expectBalanced(after);
  const total = after.campaigns.reduce((sum, { charges }) => sum + charges, 0);
  const spent = after.campaigns.reduce((sum, { usedMicros }) => sum + usedMicros, 0);
  // Every ad is viewed once more, and none is charged twice.
  if (total !== issued.length || spent !== total * priceMicros)
    lost.push(`${total} charges of ${issued.length} ads`);
  return lost;
}

it.each(["object", "placed"] as const)(
  "everything answered before kill -9 of workerd under load is there after it, charged once: %s",
  async (form) => {
    const start = await newInstallation(form);
    const confirmed = await killUnderLoad(await start());
    expect(await lostAfter(await start(), confirmed)).toEqual([]);
  },
);

it("places that end under load lose nothing that was answered, and the router goes on", async () => {
  const worker = await (await newInstallation("placed"))();
  cleanUps.push(worker.stop);
  const target = targetAt(worker.url);
  const client = createClient(() => target);
  let calls = 0;
  /** Every 25th call ends a place. */
  const underResets = async (call: () => Promise<unknown>): Promise<void> => {
    calls += 1;
    const name = `place-${1 + ((calls / 25) % 2)}`;
    const reset = calls % 25 === 0 ? target.request(`/reset?name=${name}`) : undefined;
    await call();
    if (reset !== undefined) expect(await (await reset).json()).toBe(true);
  };
  const issued: Issued[] = [];
  // A place that ends gives no ad.
  const issue = () =>
    client.issue().then(
      (one) => issued.push(one),
      () => undefined,
    );
  await crowd(Array.from({ length: ads }, () => () => underResets(issue)));
  expect(issued.length).toBeGreaterThan(0);
  await target.advance(2_000);
  const statuses = new Set<number>();
  const left = new Set(issued);
  const view = async (one: Issued): Promise<void> => {
    const { status } = await client.seen(one);
    statuses.add(status);
    if (status === 200) left.delete(one);
  };
  await crowd(issued.map((one) => () => underResets(() => view(one))));
  await expect.poll(() => crowd([...left].map((one) => () => view(one))).then(() => left.size)).toBe(0);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  const audit = await target.audit();
  expectBalanced(audit);
  expect(audit.campaigns.reduce((sum, { charges }) => sum + charges, 0)).toBe(issued.length);
  expect(await readUncharged(target, new Set(issued))).toEqual([]);
});

it("the test of kill -9 refuses an object that keeps its data in memory", async () => {
  const start = await newInstallation("object", "data in memory");
  const confirmed = await killUnderLoad(await start());
  expect(await lostAfter(await start(), confirmed)).toHaveLength(3);
});
