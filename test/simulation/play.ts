import { deliveryLifetimeMs } from "../../core/timing/windows.ts";
import { quietNoon } from "../conformance/clock.ts";
import { openShop } from "../torture/shop.ts";
import { createClockwork } from "./clockwork.ts";
import { BrokenPromise, check, judgeAds, judgeAnswer, judgeLedger } from "./judge.ts";
import { createOperator, type Operator } from "./operator.ts";
import type { Plant } from "./plants.ts";
import { type Step, streamOf } from "./steps.ts";
import { createUsers, type Users } from "./users.ts";
import { bytesOf, createWorld, openStore, type SimulatedServer, type World } from "./world.ts";

/** A history: what happens is in the steps, and everything that is drawn comes from the seed. */
export interface History {
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly store: "memory" | "sqlite";
}

/** How a history ended. */
export interface Ending {
  /** The promise that it broke. */
  readonly broken: BrokenPromise | undefined;
  /** The same for the same history. */
  readonly hash: number;
  /** What happened, if it was asked for. */
  readonly trace: readonly string[];
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Options of {@link play}. */
export interface PlayOptions {
  readonly plant?: Plant | undefined;
  readonly keepsTrace?: boolean | undefined;
}

/** Small, so that they are used up. */
const budgets = { plain: 12_000, daily: 8_000, capped: 30_000, tight: 0 };

/** Longer than anything hangs. */
const settleMs = 25_000;

/** Plays a history from its beginning to its end, or until it breaks a promise. */
export async function play(
  history: History,
  { plant, keepsTrace = false }: PlayOptions = {},
): Promise<Ending> {
  const { seed, steps } = history;
  const clockwork = createClockwork(quietNoon, keepsTrace);
  const store = openStore(history.store, () => Math.floor(clockwork.now()));
  let statuses: ReadonlyMap<number, number> = new Map();
  let broken: BrokenPromise | undefined;
  try {
    const apiKey = await openShop(store, budgets, bytesOf(streamOf(seed, 1)));
    const world = createWorld(seed, store, clockwork, plant);
    const users = createUsers(world, apiKey, (ad, told) => judgeAnswer(store, ad, told));
    statuses = users.statuses;
    const operator = createOperator(store, clockwork, streamOf(seed, 2), budgets);
    let judged = clockwork.traced().hash;
    for (const step of steps) {
      await clockwork.run(step.gapMs);
      await take(step, world, users, operator);
      // Where nothing arrived, nothing changed.
      if (judged !== clockwork.traced().hash) await judgeLedger(store, users, operator.inForce);
      judged = clockwork.traced().hash;
    }
    await end(world, users, operator);
  } catch (error) {
    if (!(error instanceof BrokenPromise)) throw error;
    broken = error;
  } finally {
    await store.close();
  }
  const { hash, lines } = clockwork.traced();
  return { broken, hash, trace: lines, statuses };
}

async function take(
  step: Step,
  { clockwork, servers }: World,
  users: Users,
  operator: Operator,
): Promise<void> {
  const serverOf = ({ server }: { readonly server: number }): SimulatedServer => {
    const found = servers[server];
    if (found === undefined) throw new RangeError(`There is no server ${server}.`);
    return found;
  };
  switch (step.kind) {
    case "ask": {
      const { id, user, placement, isTest } = step;
      users.ask(id, user, serverOf(step), { placement, ...(isTest && { test: true, test_format: "quiz" }) });
      return;
    }
    case "tell": {
      const { of, deed, ageMs } = step;
      users.whenHeld(of, (ad) => {
        clockwork.after(
          ad.issuedAt + ageMs - clockwork.now(),
          () => void users.tell(ad, deed, serverOf(step)),
        );
      });
      return;
    }
    case "fate":
      serverOf(step)[step.link].fates.push(step);
      return;
    case "crash": {
      const server = serverOf(step);
      server.process().life.dieAfter(step.messages);
      clockwork.after(step.downMs, () => {
        server.process().life.die();
        clockwork.trace(`server ${step.server} starts`);
        server.start();
      });
      return;
    }
    case "stop": {
      const server = serverOf(step);
      const { handbill, life } = server.process();
      // It rejects where the outcome of a write is unknown.
      void handbill.close().then(life.die, life.die).then(server.start);
      return;
    }
    case "budget":
      operator.leaveRoom(step.campaign, step.views);
      return;
    case "pause":
      operator.pause(step.campaign, step.isPaused);
      return;
    case "clock":
      serverOf(step).setAhead(step.aheadMs);
      return;
    case "wait":
      if (step.isSuspended) clockwork.leap(step.ms);
      else await clockwork.run(step.ms);
      return;
    default:
      step satisfies never;
  }
}

/**
 * Heals the network and lets everything end; then each server serves again by itself. When all servers die and an hour passes, a new
 * one gives every hold back.
 */
async function end(world: World, users: Users, operator: Operator): Promise<void> {
  const { clockwork, servers, store } = world;
  for (const { client, store: link } of servers) for (const { fates } of [client, link]) fates.length = 0;
  await clockwork.run(settleMs);
  const asked = servers.map((server, index) => {
    server.start();
    return users.ask(-1 - index, 100 + index, server, { placement: "chat" });
  });
  await clockwork.run(settleMs);
  asked.forEach(({ status }, index) => {
    check(status === 200, "service comes back by itself", () => `server ${index} answers ${status}`);
  });
  await judgeLedger(store, users, operator.inForce);
  await judgeAds(store, users);
  for (const server of servers) server.process().life.die();
  clockwork.leap(deliveryLifetimeMs + 1);
  const [first] = servers;
  first?.start();
  void first?.process().handbill.maintain();
  await clockwork.run(settleMs);
  for (const { campaignId, heldMicros } of (await store.auditLedger()).campaigns)
    check(heldMicros === 0, "every hold comes back", () => `${campaignId} holds ${heldMicros} for ever`);
  await judgeLedger(store, users, operator.inForce);
  await judgeAds(store, users);
}
