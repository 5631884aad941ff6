import { StoreUnavailable } from "../../adapters/kit/errors.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import type { Prng } from "../conformance/prng.ts";
import { type Clockwork, turn } from "./clockwork.ts";
import type { Life } from "./life.ts";

/**
 * The fate of a message and its reply. `lose request`: it never arrives. `lose reply`: it has its effect, and the caller learns of a
 * broken connection. `hang` and `hang reply`: the same, but the caller learns of it long after its patience. `twice`: it arrives again,
 * up to nine seconds later. `late`: it takes up to nine seconds.
 */
export const fates = ["lose request", "lose reply", "hang", "hang reply", "twice", "late"] as const;
/** The fate of a message. */
export type Fate = (typeof fates)[number];

/** The fate of the next message, or of the next one of an operation. */
export interface PlannedFate {
  readonly of: "any" | "issue" | "record";
  readonly fate: Fate;
}

/** A link between two processes. */
export interface Link {
  /** The fates of the next messages, in their order; the others arrive within a few milliseconds. */
  readonly fates: PlannedFate[];
  /** Draws how long messages take. Messages overtake each other. */
  readonly prng: Prng;
}

/** What becomes of a message. */
export interface Course {
  /** When it arrives, each in milliseconds from now. Empty: never. */
  readonly arrivals: readonly number[];
  /** How long its reply takes. `lost`: the caller learns of a broken connection instead. */
  readonly reply: { readonly ms: number; readonly isLost: boolean };
}

/** Longer than any instance waits. */
const hangMs = 20_000;

/** Decides the course of the next message on a link. */
export function nextCourse({ fates: planned, prng }: Link, operation: string): Course {
  const [first, second] = [latency(prng), latency(prng)];
  const index = planned.findIndex(({ of }) => of === "any" || operation.startsWith(of));
  const [next] = index === -1 ? [] : planned.splice(index, 1);
  const fate = next?.fate;
  const reply = { ms: second, isLost: false };
  switch (fate) {
    case undefined:
      return { arrivals: [first], reply };
    case "lose request":
      return { arrivals: [], reply: { ms: first + second, isLost: true } };
    case "lose reply":
      return { arrivals: [first], reply: { ms: first + second, isLost: true } };
    case "hang":
      return { arrivals: [], reply: { ms: hangMs, isLost: true } };
    case "hang reply":
      return { arrivals: [first], reply: { ms: hangMs, isLost: true } };
    case "twice":
      return { arrivals: [first, first + prng.below(9_000)], reply };
    case "late":
      return { arrivals: [prng.below(9_000)], reply };
    default:
      return fate satisfies never;
  }
}

/** A tenth of a millisecond to five. */
function latency(prng: Prng): number {
  return (1 + prng.below(50)) / 10;
}

/** More than any store needs that waits for nothing but turns of the event loop. */
const mostTurns = 20;

/** The store as a process sees it over a link. */
export function storeOver(
  store: ServingStore,
  link: Link,
  name: string,
  life: Life,
  { after, trace }: Clockwork,
): ServingStore {
  function call<T>(operation: string, run: () => Promise<T>, isRepeatable = true): Promise<T> {
    if (!life.mayAct()) return new Promise(() => {});
    const { arrivals, reply } = nextCourse(link, operation);
    return new Promise((resolve, reject) => {
      const answer = (ms: number, then: () => void): void => {
        after(ms, () => {
          if (life.isAlive()) then();
        });
      };
      if (reply.isLost) {
        answer(reply.ms, () => {
          trace(`${name} learns that ${operation} failed`);
          reject(new StoreUnavailable("The simulated connection broke."));
        });
      }
      const arrive = async (): Promise<void> => {
        trace(`${name} → store: ${operation}`);
        let isSettled = false;
        const running = run().finally(() => {
          isSettled = true;
        });
        running.then(
          (value) => reply.isLost || answer(reply.ms, () => resolve(value)),
          (error) => reply.isLost || answer(reply.ms, () => reject(error)),
        );
        // In one moment, but for a planted fault that waits in the middle.
        for (let turns = 0; !isSettled && turns < mostTurns; turns++) await turn();
      };
      for (const ms of isRepeatable ? arrivals : arrivals.slice(0, 1)) after(ms, arrive);
    });
  }
  return {
    catalogChanges: (since) => call("catalogChanges", () => store.catalogChanges(since)),
    readSpend: (ids) => call("readSpend", () => store.readSpend(ids)),
    readCreatives: (ids) => call("readCreatives", () => store.readCreatives(ids)),
    findDeliveries: (ids) => call("findDeliveries", () => store.findDeliveries(ids)),
    issue: (orders) => call(`issue ${orders.length}`, () => store.issue(orders)),
    record: (events) => call(`record ${events.map(({ kind }) => kind).join()}`, () => store.record(events)),
    releaseExpired: (limit) => call("releaseExpired", () => store.releaseExpired(limit)),
    // Statistics may be counted twice by a repeated call.
    addCounts: (counts) => call("addCounts", () => store.addCounts(counts), false),
    readCounts: (query) => call("readCounts", () => store.readCounts(query)),
  };
}
