import { describe, expect, it } from "vitest";
import { type Admission, leastUnderWay } from "../../../core/pipeline/admission.ts";
import { createGate } from "../../../core/pipeline/overload.ts";
import { seededRandom } from "../seeded.ts";

const line = { method: "POST", target: "/api/v1/web/ads" };

/** The status of a request that comes while so many are under way. */
function statusOf(underWay: number, hasWaited: boolean, { method, target } = line): number | undefined {
  const admission: Admission = {
    hasRoom: () => true,
    enter: () => undefined,
    leave: () => {},
    underWay: () => underWay,
    limit: () => 10_000,
  };
  const gate = createGate({
    admission,
    random: seededRandom(1),
    findPath: (request) => request.target,
    onRefused: () => {},
  });
  return gate.refuseEarly({ method, target }, undefined, hasWaited)?.status;
}

describe("§4 a request that may have waited for a second before it was read", () => {
  it("is let in where few requests are under way", () => {
    expect(statusOf(leastUnderWay - 1, true)).toBeUndefined();
  });

  it("is refused while the server is busy, though there is room for others", () => {
    expect(statusOf(leastUnderWay, true)).toBe(503);
    expect(statusOf(leastUnderWay, false)).toBeUndefined();
  });

  it("is let in when it does not ask for ads", () => {
    expect(statusOf(leastUnderWay, true, { method: "GET", target: "/livez" })).toBeUndefined();
    expect(statusOf(leastUnderWay, true, { method: "OPTIONS", target: line.target })).toBeUndefined();
  });
});
