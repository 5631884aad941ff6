import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeCases } from "../conformance/mod.ts";
import { placedCases } from "../placed/exceptions.ts";
import { type RunningWorker, startWorkerd } from "../runtimes/edge/start-workerd.ts";
import { objectSettings } from "../runtimes/targets.ts";
import { objectCases } from "./object-cases.ts";

type Form = "object" | "placed";

let sound: RunningWorker;
let faulty: RunningWorker;
beforeAll(async () => {
  const start = (fault: string) =>
    startWorkerd("../../cloudflare/worker.ts", { TEST_FAULT: fault }, objectSettings);
  [sound, faulty] = await Promise.all([start(""), start("no transactions")]);
});
afterAll(() => Promise.all([sound.stop(), faulty.stop()]));

/** Runs a case in a worker, whose stores are objects that it calls. */
async function outcomeOf({ url }: RunningWorker, form: Form, name: string): Promise<unknown> {
  const answer = await fetch(`${url}/case?${new URLSearchParams({ form, name })}`);
  return answer.ok ? answer.json() : answer.text();
}

describe("a store in a Durable Object, called by a worker", () => {
  it.each([...storeCases, ...objectCases])("$name", async ({ name }) => {
    expect(await outcomeOf(sound, "object", name)).toEqual({});
  });
});

describe("campaigns placed on three Durable Objects, called by a worker", () => {
  it.each(placedCases)("$name", async ({ name }) => {
    expect(await outcomeOf(sound, "placed", name)).toEqual({});
  });
});

it("a case refuses an object whose writes are no transactions", async () => {
  const name = "a value that no column takes leaves nothing of its batch";
  expect(await outcomeOf(faulty, "object", name)).toEqual({
    error: expect.stringContaining("ConformanceFailure"),
  });
});
