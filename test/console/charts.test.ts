import { beforeAll, describe, expect, it } from "vitest";
import { type Chart, chart } from "../../runtimes/console/chart.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { writeHtml } from "../../runtimes/console/html.ts";
import { recentTraffic } from "../core/management/quality-traffic.ts";
import { type Installation, install, operatorToken } from "../management/installation.ts";
import { signedIn, type Visitor } from "./visitor.ts";

const drawn = (points: Chart["points"]): string =>
  writeHtml(chart({ title: "Views", total: "7", totalBefore: "9", points, format: () => String }));

/** The heights of the bars of a kind, by the number of their day. */
function heights(text: string, kind: "now" | "then"): readonly (number | undefined)[] {
  return [...text.matchAll(/<g class="day">.*?<\/g>/gs)].map(([day]) => {
    const found = new RegExp(`class="${kind}"[^>]* height="([\\d.]+)"`).exec(day)?.[1];
    return found === undefined ? undefined : Number(found);
  });
}

describe("a chart", () => {
  const points = [
    { label: "2026-11-20", value: 8, before: 4 },
    { label: "2026-11-21", value: undefined, before: 2 },
    { label: "2026-11-22", value: 0, before: undefined },
  ];

  it("has a bar for each day with data, as high as its figure, and none for a day without", () => {
    const [full = 0, gap, zero = 0] = heights(drawn(points), "now");
    const [half = 0, quarter = 0, none] = heights(drawn(points), "then");
    expect([gap, none]).toEqual([undefined, undefined]);
    expect(half / full).toBeCloseTo(0.5, 2);
    expect(quarter / full).toBeCloseTo(0.25, 2);
    expect(zero).toBeGreaterThan(0);
    expect(drawn(points)).not.toMatch(/<path|<polyline/);
  });

  it("tells each figure beside the one of the period before, in the picture and in the table", () => {
    const text = drawn(points);
    expect(text).toContain("2026-11-21: – (before: 2)</text>");
    expect(text).toContain("Period before: 9");
    expect(text).toMatch(/2026-11-20<\/th><td class="number">8<\/td><td class="number">4<\/td>/);
    expect(text).toMatch(/2026-11-21<\/th><td class="number">–<\/td><td class="number">2<\/td>/);
  });
});

describe("the overview", () => {
  let place: Installation;
  let operator: Visitor;

  beforeAll(async () => {
    place = await install({ console: createConsole() });
    await place.store.addCounts(recentTraffic({ publisherId: "north", platformId: "pf_north" }));
    operator = await signedIn(place.management, operatorToken);
  });

  it("has bars for the days with traffic alone, and names the period before", async () => {
    const { text } = await operator.read("?days=7");
    const requests = /<figure.*?<\/figure>/s.exec(text)?.[0] ?? "";
    const bars = heights(requests, "now");
    const table = [...requests.matchAll(/<tr><th scope="row">.*?<td class="number">(.*?)<\/td>/gs)];
    expect(bars).toHaveLength(7);
    expect(bars.map((bar) => bar !== undefined)).toEqual(table.map(([, figure]) => figure !== "–"));
    expect(bars.some((bar) => bar !== undefined)).toBe(true);
    expect(text).toMatch(/Faint bars: \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\./);
  });
});
