import { setTimeout as pause } from "node:timers/promises";
import { minViewAgeMs } from "../../core/mod.ts";
import type { Prng } from "../conformance/prng.ts";
import type { Client, Deed, KnownAd } from "./client.ts";

/** Users who ask for ads and tell what became of them, until every call is answered. */
export interface Crowd {
  /** Runs until `isOver`, then repeats what has no answer until it has. Rejects when a call stays without an answer. */
  readonly run: (isOver: () => boolean) => Promise<void>;
  /** Tells one thing until it is answered for good. Returns the status. */
  readonly insist: (ad: KnownAd, deed: Deed) => Promise<number>;
}

/** Options of a crowd. */
export interface CrowdOptions {
  readonly client: Client;
  readonly ports: readonly number[];
  readonly prng: Prng;
  /** Calls at a time. */
  readonly width: number;
}

/** Answers after which a client repeats its call. 409: the view is too early; 0: there was no answer. */
const repeated: ReadonlySet<number> = new Set([0, 409, 429, 503]);

/** Everything is healed by then, so that a call without an answer is a fault by itself. */
const mostTries = 400;
const betweenTriesMs = 100;
/** A server that is away would be asked without an end. */
const afterNoAdMs = 20;

/** Creates a crowd. */
export function createCrowd({ client, ports, prng, width }: CrowdOptions): Crowd {
  interface Job {
    readonly ad: KnownAd;
    readonly deed: Deed;
    readonly dueAt: number;
  }
  const jobs: Job[] = [];
  let users = 0;

  const insist = async (ad: KnownAd, deed: Deed): Promise<number> => {
    for (let tries = 0; tries < mostTries; tries++) {
      const status = await client.tell(prng.pick(ports), ad, deed);
      if (!repeated.has(status)) return status;
      await pause(betweenTriesMs);
    }
    throw new Error(`The ${deed} of ad ${ad.id} got no answer in ${mostTries} tries.`);
  };
  const ask = async (): Promise<void> => {
    users += 1;
    const placement = prng.pick(["chat", "chat", "chat", "sidebar", "tight"]);
    // One in 16 asks for a test ad, one in 16 in a language that no ad is in.
    const other = prng.below(16);
    const fields =
      other === 0
        ? { placement, test: true, test_format: "quiz" }
        : { placement, ...(other === 1 && { language_code: "fr" }) };
    // Few users, so that the frequency cap has work.
    const ad = await client.ask(prng.pick(ports), `user-${users % 500}`, fields);
    if (ad === undefined) {
      await pause(afterNoAdMs);
      return;
    }
    const chance = prng.below(10);
    const soon = { ad, dueAt: 0 };
    // Of ten ads two are never seen, five are seen, two pressed and one clicked; of some more is told than one thing.
    if (chance < 5 && ad.view !== undefined) jobs.push({ ad, deed: "seen", dueAt: ad.since + minViewAgeMs });
    if (chance > 3 && chance < 7 && ad.action !== undefined) jobs.push({ ...soon, deed: "press" });
    if (chance === 7 && ad.click !== undefined) jobs.push({ ...soon, deed: "click" });
  };
  const tell = async ({ ad, deed }: Job): Promise<void> => {
    const twice = prng.below(5) === 0;
    await Promise.all([insist(ad, deed), ...(twice ? [insist(ad, deed)] : [])]);
  };
  const work = async (isOver: () => boolean): Promise<void> => {
    for (;;) {
      const due = jobs.findIndex(({ dueAt }) => dueAt <= Date.now());
      const [job] = due === -1 ? [] : jobs.splice(due, 1);
      if (job !== undefined) await tell(job);
      else if (!isOver()) await ask();
      else if (jobs.length === 0) return;
      else await pause(betweenTriesMs);
    }
  };
  return {
    insist,
    run: async (isOver) => {
      await Promise.all(Array.from({ length: width }, () => work(isOver)));
    },
  };
}
