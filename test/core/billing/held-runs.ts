import { type Batcher, type BatcherOptions, createBatcher } from "../../../core/storage/batcher.ts";

export interface Item {
  readonly id: string;
}

/** An outcome says which item it is for and whether it is the first of its identity. */
export type Outcome = `${string} ${"recorded" | "repeated"}`;

export interface Run {
  readonly ids: readonly string[];
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
}

export interface HeldRuns {
  readonly batcher: Batcher<Item, Outcome>;
  /** Batches in the order in which they left. The test decides when each returns. */
  readonly runs: readonly Run[];
  readonly submit: (...ids: readonly string[]) => readonly Promise<Outcome>[];
}

/** The item's outcome, for the first of its identity and the others. */
export const settings: Omit<BatcherOptions<Item, Outcome>, "run"> = {
  identity: (item) => item.id,
  repeated: (first) => `${first.split(" ")[0] ?? ""} repeated`,
  maxBatch: 4,
  maxWaiting: 10,
};

export function recorded(items: readonly Item[]): readonly Outcome[] {
  return items.map(({ id }): Outcome => `${id} recorded`);
}

/** A batcher over a store that answers each batch when the test says so. */
export function heldRuns(): HeldRuns {
  const runs: Run[] = [];
  const batcher = createBatcher<Item, Outcome>({
    ...settings,
    run: (items) =>
      new Promise((resolve, reject) => {
        runs.push({ ids: items.map(({ id }) => id), succeed: () => resolve(recorded(items)), fail: reject });
      }),
  });
  return { batcher, runs, submit: (...ids) => ids.map((id) => batcher.submit({ id })) };
}

export class Outage extends Error {
  readonly outage = true;
}

/** Outcomes, and the messages of failures. */
export async function results(promises: readonly Promise<Outcome>[]): Promise<readonly string[]> {
  const outcomes = await Promise.allSettled(promises);
  return outcomes.map((outcome) =>
    outcome.status === "fulfilled" ? outcome.value : `failed: ${outcome.reason.message}`,
  );
}

/** A batcher over a store that refuses every batch with one of these items in it. */
export function refusing(
  bad: readonly string[],
  error: Error,
): {
  readonly sent: (readonly string[])[];
  readonly submit: (...ids: string[]) => Promise<readonly string[]>;
} {
  const sent: (readonly string[])[] = [];
  const batcher = createBatcher<Item, Outcome>({
    ...settings,
    maxBatch: 16,
    maxWaiting: 100,
    run: async (items) => {
      sent.push(items.map(({ id }) => id));
      if (items.some(({ id }) => bad.includes(id))) throw error;
      return recorded(items);
    },
  });
  return { sent, submit: (...ids) => results(ids.map((id) => batcher.submit({ id }))) };
}
