import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "../../core/storage/store.ts";
import { type Clock, systemClock } from "../../core/timing/clock.ts";
import { createPrng } from "../conformance/prng.ts";
import { aheadMs, createVerdict, openBooks, type Verdict } from "./books.ts";
import { createBudgetEditor } from "./budgets.ts";
import { type Client, createClient } from "./client.ts";
import { createCrowd } from "./crowd.ts";
import { causeFault, heal, type Note } from "./faults.ts";
import { playOverture, type Stage } from "./overture.ts";
import { plants } from "./plants.ts";
import { type Server, startServer } from "./servers.ts";
import { openShop } from "./shop.ts";
import { loadStore } from "./tortured-store.ts";

/** Options of a campaign of faults. */
export interface TortureOptions {
  /** A name of `namedStores`, or the path of a module that exports a `TorturedStore` as `tortured`. */
  readonly storeName: string;
  /** How long faults are caused, in minutes. 0: only the overture. */
  readonly minutes: number;
  /** Chooses users, calls and faults. */
  readonly seed: number;
  /** A key of `plants`. Empty: none. */
  readonly plantName: string;
  /** Receives the lines of the timeline. */
  readonly note: Note;
}

/** What a campaign found. */
export interface TortureResult {
  readonly verdict: Verdict;
  /** Ads that clients got. */
  readonly ads: number;
  /** Answers by status; 0: none came. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Faults that were caused beside the overture. */
  readonly faults: number;
}

const width = 12;
const faultsPerRound = 4;
const betweenEditsMs = 150;
/** So that a fault meets a working service, however slowly this machine starts servers. */
const answersBetweenFaults = 150;
const longestSilenceMs = 180_000;
/** The statuses of the contract for these calls, and of the management API; 0: a cut connection. */
const expected: ReadonlySet<number> = new Set([0, 200, 302, 409, 412, 422, 429, 503]);

/** Runs a campaign. Rejects when it cannot go on: the verdict on what was found so far is in the notes. */
export async function torture(options: TortureOptions): Promise<TortureResult> {
  const { storeName, minutes, seed, plantName, note } = options;
  const tortured = await loadStore(storeName);
  const planted = plants[plantName];
  const backend = await tortured.start();
  const operatorToken = randomUUID();
  const servers: Server[] = [];
  let direct: Store | undefined;
  try {
    const isShared = tortured.servers > 1;
    const openStore = async (clock?: Clock): Promise<Store> => {
      const store = await tortured.open(backend.address, clock);
      return planted?.plant(store) ?? store;
    };
    direct = await openStore();
    await direct.migrate();
    const apiKey = await openShop(direct);
    if (!isShared) await direct.close();
    for (let n = 0; n < tortured.servers; n++)
      servers.push(await startServer({ tortured, storeName, backend, plantName, operatorToken }));

    const verdict = createVerdict(({ promised, found }) => note(`VIOLATION: ${promised}. ${found}`));
    const books = openBooks(verdict);
    const client = createClient(apiKey, operatorToken);
    const prng = createPrng(seed);
    const ports = servers.map(({ port }) => port);
    const crowd = createCrowd({ client, ports, prng: createPrng(seed + 1), width });
    const editor = createBudgetEditor(client, verdict);
    const stage: Stage = { servers, backend, prng, note, client, crowd, editor, store: direct };
    let ads = 0;
    let faults = 0;

    /** With all servers stopped where the store allows one process. */
    const withStore = async (judge: (store: Store) => Promise<void>): Promise<void> => {
      if (isShared && direct !== undefined) return judge(direct);
      for (const server of servers) await server.stop();
      const store = await openStore();
      await judge(store);
      await store.close();
      for (const server of servers) await server.start();
    };
    const judgeRound = async (): Promise<void> => {
      const known = [...client.ads.values()];
      client.ads.clear();
      ads += known.length;
      await withStore(async (store) => {
        await editor.observe(store);
        await books.judge(store, known);
      });
      judgeStatuses(client, verdict, 0);
    };
    /** Edits and observes, until the round is over. */
    const edit = async (isOver: () => boolean): Promise<void> => {
      const own = createPrng(seed + 2 + faults);
      while (!isOver()) {
        const campaignId = own.pick(["plain", "daily", "tight"]);
        const port = own.pick(ports);
        if (own.below(4) === 0) await editor.pause(port, campaignId, own.below(2) === 0);
        else await editor.leaveRoom(port, campaignId, own.below(200));
        if (isShared && direct !== undefined) await editor.observe(direct).catch(() => {});
        await pause(betweenEditsMs);
      }
      // The next round begins with ads for all.
      for (const id of ["plain", "daily", "tight"]) {
        while (!(await editor.pause(own.pick(ports), id, false))) await pause(betweenEditsMs);
        while (!(await editor.leaveRoom(own.pick(ports), id, 500))) await pause(betweenEditsMs);
      }
    };

    const endsAt = systemClock() + minutes * 60_000;
    await playOverture(stage);
    await judgeRound();
    while (systemClock() < endsAt && verdict.violations.length === 0) {
      let isOver = false;
      const ended = (): boolean => isOver;
      const disturb = async (): Promise<void> => {
        for (let n = 0; n < faultsPerRound; n++) {
          await causeFault(stage);
          faults += 1;
          await answered(client, answersBetweenFaults);
        }
        await heal(stage);
        isOver = true;
      };
      await Promise.all([disturb(), crowd.run(ended), edit(ended)]);
      await judgeRound();
      note(`round judged: ${ads} ads, ${verdict.violations.length} violations`);
    }
    for (const server of servers) await server.stop();
    const ahead = await openStore(() => systemClock() + aheadMs);
    await books.judgeHolds(ahead);
    await ahead.close();
    judgeStatuses(client, verdict, 1);
    return { verdict, ads, statuses: client.statuses, faults };
  } finally {
    for (const server of servers) await server.close();
    await direct?.close().catch(() => {});
    await backend.stop();
  }
}

/** Waits until so many more calls were answered 200. Rejects when the service does not come back. */
async function answered({ statuses }: Client, n: number): Promise<void> {
  const enough = (statuses.get(200) ?? 0) + n;
  const givesUpAt = systemClock() + longestSilenceMs;
  while ((statuses.get(200) ?? 0) < enough) {
    if (systemClock() > givesUpAt)
      throw new Error(`After the last fault fewer than ${n} calls were answered in 3 minutes.`);
    await pause(betweenEditsMs);
  }
}

/** `weight` 0 judges without counting: the statuses of all rounds are counted once, at the end. */
function judgeStatuses({ statuses }: Client, { check }: Verdict, weight: number): void {
  for (const [status, times] of statuses)
    check(
      "every answer is one of the contract",
      expected.has(status),
      () => `${times} answers have the status ${status}.`,
      times * weight,
    );
}
