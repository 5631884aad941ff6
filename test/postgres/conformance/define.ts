import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storeCases } from "../../conformance/mod.ts";
import { type Backend, emptied, type ReusableBackend } from "../../setup/postgres-backends.ts";

/** Whether the name of a case says that calls compete. */
export function isRace(name: string): boolean {
  return /\b(?:64|racing|racers|race|concurrent|storm|under way)\b/.test(name);
}

const races = storeCases.filter(({ name }) => isRace(name));

/** The conformance kit, or its races alone, on one kind of PostgreSQL. */
export function defineConformance(
  name: string,
  start: () => Promise<ReusableBackend>,
  set: "all" | "races" = "all",
): void {
  describe(`${set === "races" ? "the races of " : ""}the PostgreSQL store on ${name}`, () => {
    let backend: Backend;
    beforeAll(async () => {
      backend = await emptied(start)();
    }, 60_000);
    afterAll(() => backend.close(), 60_000);

    if (set === "races") test("are many", () => expect(races.length).toBeGreaterThan(30));
    test.each(set === "all" ? storeCases : races)(
      "$name",
      (conformance) => conformance.run({ open: (clock) => backend.open(clock) }),
      60_000,
    );
  });
}
