import { describe, expect, it } from "vitest";
import { type CountedEvent, createCounter } from "../../../core/reporting/counter.ts";
import { createTestClock, quietNoon } from "../../conformance/clock.ts";

const hourMs = 3_600_000;
const request: CountedEvent = {
  metric: "request",
  platformId: "pf_one",
  placement: "chat",
  language: "en",
};
/** The same, as it is stored. */
const owners = { publisherId: "", apiKeyId: "", advertiser: "" };
const line = { ...request, ...owners, reason: "", format: "", campaignId: "", creativeId: "", topicId: "" };

describe("the counter", () => {
  it("adds up equal events of an hour in one line, and begins a new line with the hour", () => {
    const clock = createTestClock(quietNoon + 59 * 60_000);
    const counter = createCounter(clock.now);
    for (let n = 0; n < 3; n++) counter.add(request);
    clock.advance(60_000);
    counter.add(request);
    expect(counter.take()).toEqual([
      { ...line, hour: quietNoon, n: 3 },
      { ...line, hour: quietNoon + hourMs, n: 1 },
    ]);
  });

  it("adds an amount", () => {
    const counter = createCounter(() => quietNoon);
    counter.add({ ...request, metric: "view_seconds" }, 4);
    counter.add({ ...request, metric: "view_seconds" }, 5);
    expect(counter.take()).toEqual([{ ...line, metric: "view_seconds", hour: quietNoon, n: 9 }]);
  });

  it("has a line of its own for everything that differs", () => {
    const counter = createCounter(() => quietNoon);
    const others: readonly Partial<CountedEvent>[] = [
      {},
      { metric: "no_ad" },
      { reason: "budget" },
      { publisherId: "acme" },
      { apiKeyId: "acme" },
      { advertiser: "acme" },
      { advertiser: "acme", campaignId: "a", creativeId: "a" },
      { advertiser: "bolt", campaignId: "a", creativeId: "a" },
      { platformId: "pf_two" },
      { placement: "sidebar" },
      { format: "text" },
      { language: "de" },
      { campaignId: "a" },
      { creativeId: "a" },
      { topicId: "a" },
      { platformId: "", placement: "pf_one" },
      { placement: 'chat","' },
      { platformId: "__proto__" },
    ];
    for (const other of others) counter.add({ ...request, ...other });
    expect(counter.take()).toHaveLength(others.length);
  });

  it("tells campaigns apart that had the same creative within the hour", () => {
    const counter = createCounter(() => quietNoon);
    const events = ["a", "b", "", "a", "b", "b"].flatMap((campaignId) =>
      ["", "a"].map((topicId) => ({ ...request, campaignId, topicId, creativeId: "one" })),
    );
    for (const event of events) counter.add(event);
    const n = (campaignId: string): number | undefined =>
      counter.take().find((taken) => taken.campaignId === campaignId && taken.topicId === "a")?.n;
    expect(n("b")).toBe(3);
    for (const event of events) counter.add(event);
    expect(
      counter
        .take()
        .map((taken) => `${taken.campaignId} ${taken.topicId} ${taken.n}`)
        .sort(),
    ).toEqual(["  1", " a 1", "a  2", "a a 2", "b  3", "b a 3"]);
  });

  it("takes a field that is left out for an empty one", () => {
    const counter = createCounter(() => quietNoon);
    counter.add(request);
    counter.add({ ...request, campaignId: "", topicId: undefined });
    expect(counter.take()).toEqual([{ ...line, hour: quietNoon, n: 2 }]);
  });

  it("returns each event once", () => {
    const counter = createCounter(() => quietNoon);
    counter.add(request);
    expect(counter.take()).toHaveLength(1);
    expect(counter.take()).toEqual([]);
    counter.add(request);
    expect(counter.take()).toEqual([{ ...line, hour: quietNoon, n: 1 }]);
  });

  it("leaves taken lines unchanged", () => {
    const counter = createCounter(() => quietNoon);
    counter.add(request);
    const taken = counter.take();
    counter.add(request);
    expect(taken).toEqual([{ ...line, hour: quietNoon, n: 1 }]);
  });

  it("is bounded: past 100,000 lines new ones are dropped, known ones counted on, and all is well after the next taking", () => {
    const counter = createCounter(() => quietNoon);
    for (let index = 0; index < 150_000; index++) counter.add({ ...request, placement: `p${index}` });
    counter.add({ ...request, placement: "p0" });
    const taken = counter.take();
    expect(taken).toHaveLength(100_000);
    expect(taken[0]?.n).toBe(2);
    counter.add({ ...request, placement: "p149999" });
    expect(counter.take()).toHaveLength(1);
  });
});
