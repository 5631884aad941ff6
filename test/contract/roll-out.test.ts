import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StoreHarness } from "../conformance/mod.ts";
import { storeHarness as memory } from "../conformance/runners/memory-harness.ts";
import { type Backend, serverBackend } from "../setup/postgres-backends.ts";
import { harness as sqlite } from "../sqlite/harness.ts";
import { type Restart, type RollOut, rollOut, type Secrets } from "./roll-out.ts";

const older = "the signing secret before the rotation";
const newer = "the signing secret after the rotation";

const before: Secrets = { secrets: [older] };
const identityFirst: Secrets = { secrets: [older], identitySecret: older };
const accepted: Secrets = { secrets: [older, newer], identitySecret: older };
const signing: Secrets = { secrets: [newer, older], identitySecret: older };

/** One instance after the other, as a rolling deployment does. */
const everywhere = (secrets: Secrets): readonly Restart[] => [
  [0, secrets],
  [1, secrets],
];
/** A deployment that is given up when it has reached one instance. */
const givenUp = (secrets: Secrets, back: Secrets): readonly Restart[] => [
  [0, secrets],
  [0, back],
];

const twoSteps: readonly Restart[] = [
  ...everywhere(identityFirst),
  ...givenUp(accepted, identityFirst),
  ...everywhere(accepted),
  ...givenUp(signing, accepted),
  ...everywhere(signing),
  // All the way back, and forth again.
  ...everywhere(accepted),
  ...everywhere(signing),
];

let postgres: Backend;
beforeAll(async () => {
  postgres = await serverBackend();
}, 60_000);
afterAll(() => postgres?.close(), 60_000);

const places: readonly (readonly [name: string, harness: StoreHarness])[] = [
  ["memory", memory],
  ["SQLite", sqlite],
  ["PostgreSQL", { open: (clock) => postgres.open(clock) }],
];

const unknownKeyLines = ({ log }: RollOut): readonly number[] =>
  log.map((entries) => entries.filter(({ message }) => message.includes("HANDBILL_SECRET=old,new")).length);

describe.each(places)("two instances on %s", (_, harness) => {
  test("go through a rotation in two steps, back and forth, and lose no view, action or link", async () => {
    const { refused, shown, deliveries, charges, log } = await rollOut(harness, before, twoSteps);
    expect(refused).toEqual([]);
    expect(charges).toBe(deliveries);
    expect(shown).toBe(1);
    expect(log.flat()).toEqual([]);
  });
});

/** Rotations in another order, which the test above must notice. */
describe("two instances that", () => {
  test("put the new secret in front at once lose the tokens that the first signs with it, and the second logs it", async () => {
    const walked = await rollOut(memory, before, everywhere(signing));
    const kinds = ["view", "server's view", "action", "link", "bot's link"];
    const statusOf = (kind: string): number => (kind.endsWith("link") ? 404 : 410);
    expect(walked.refused).toEqual(
      kinds.map((kind) => `${kind} of 0 at 1 after restart 1: ${statusOf(kind)}`),
    );
    expect(unknownKeyLines(walked)).toEqual([0, 1]);
  });
  test("drop the old secret within the hour lose its tokens, and log it", async () => {
    const walked = await rollOut(memory, accepted, [
      ...everywhere(signing),
      ...everywhere({ secrets: [newer], identitySecret: older }),
    ]);
    expect(walked.refused).toContain("view of 1 at 0 after restart 3: 410");
    expect(unknownKeyLines(walked)).toEqual([1, 1]);
  });
  test("do not set the identity secret first begin frequency caps anew, and log beforehand what to do", async () => {
    const walked = await rollOut(memory, before, everywhere({ secrets: [older, newer] }));
    expect(walked.shown).toBe(2);
    expect(walked.log.flat().map(({ message }) => message)).toEqual([
      expect.stringContaining("Set HANDBILL_IDENTITY_SECRET"),
      expect.stringContaining("Set HANDBILL_IDENTITY_SECRET"),
    ]);
  });
});
