import { beforeAll, describe, expect, it } from "vitest";
import { type Chart, chart } from "../../runtimes/console/chart.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { writeHtml } from "../../runtimes/console/html.ts";
import { count } from "../conformance/fixtures.ts";
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

  it("has the same charts as a report by day, which has none by other dimensions", async () => {
    const figuresIn = (text: string): readonly string[] => text.match(/<figure.*?<\/figure>/gs) ?? [];
    const overview = figuresIn((await operator.read("?days=7")).text);
    expect(overview.length).toBeGreaterThan(5);
    expect(figuresIn((await operator.read("reports")).text)).toEqual(overview);
    const { text } = await operator.read("reports?by=day&platform=pf_south");
    expect(figuresIn(text)).toEqual([]);
    expect(text).toContain("No figures for these days.");
    expect(figuresIn((await operator.read("reports?by=day&by=platform")).text)).toEqual([]);
  });

  it("has no requests of a campaign in the charts of its report", async () => {
    const ofCampaign = { campaignId: "roaster-coffee", advertiser: "Roaster" };
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    await place.store.addCounts([count({ metric: "issued", n: 3, hour, ...ofCampaign })]);
    const { text } = await operator.read("reports?campaign=roaster-coffee");
    const titles = [...text.matchAll(/<figcaption><span>(.*?)<\/span> <strong>(.*?)</g)].map(
      ([, ...own]) => own,
    );
    expect(titles[0]).toEqual(["Ads", "3"]);
    expect(titles.flat()).not.toContain("Fill rate");
  });
});
