import { describe, expect, it } from "vitest";
import type { LogEntry } from "../../../core/mod.ts";
import { createUnknownKeyLog, type NoteUnknownKey } from "../../../core/pipeline/unknown-key-log.ts";
import { createDeliveryId } from "../../../core/signing/delivery-id.ts";
import { createTestClock, type TestClock } from "../../conformance/clock.ts";
import { seededRandom } from "../seeded.ts";

const dayMs = 86_400_000;

function openLog(): { readonly clock: TestClock; readonly lines: readonly LogEntry[]; note: NoteUnknownKey } {
  const clock = createTestClock();
  const lines: LogEntry[] = [];
  return { clock, lines, note: createUnknownKeyLog((line) => lines.push(line), clock.now) };
}

const random = seededRandom(11);
const issuedAt = (at: number): string => createDeliveryId(at, random);

describe("the log of tokens of an unknown key", () => {
  it("names the two steps, at the first of them", () => {
    const { clock, lines, note } = openLog();
    note(issuedAt(clock.now()));
    expect(lines).toEqual([
      {
        level: "warn",
        code: "unknown-signature",
        message: expect.stringContaining("HANDBILL_SECRET=old,new"),
      },
    ]);
    expect(lines[0]?.message).toContain("HANDBILL_SECRET=new,old");
  });
  it("has one line a minute, with how many were left out, however many come", () => {
    const { clock, lines, note } = openLog();
    for (let n = 0; n < 10_000; n += 1) note(issuedAt(clock.now()));
    clock.advance(59_999);
    note(issuedAt(clock.now()));
    expect(lines).toHaveLength(1);
    clock.advance(1);
    note(issuedAt(clock.now()));
    expect(lines.map(({ leftOut }) => leftOut)).toEqual([undefined, 10_000]);
    clock.advance(60_000);
    note(issuedAt(clock.now()));
    expect(lines.map(({ leftOut }) => leftOut)).toEqual([undefined, 10_000, undefined]);
  });
  it("goes on after the clock was set back", () => {
    const { clock, lines, note } = openLog();
    note(issuedAt(clock.now()));
    clock.advance(-7_200_000);
    note(issuedAt(clock.now()));
    expect(lines).toHaveLength(2);
  });
  it("is silent on deliveries of another day, whose secret may be gone on purpose, and on none", () => {
    const { clock, lines, note } = openLog();
    note(issuedAt(clock.now() - dayMs - 1));
    note(issuedAt(clock.now() + dayMs + 1));
    note("");
    note("A".repeat(21));
    expect(lines).toEqual([]);
    note(issuedAt(clock.now() - dayMs));
    expect(lines).toHaveLength(1);
  });
});
