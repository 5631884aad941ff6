import { describe, expect, test } from "vitest";
import { createMetrics } from "../../core/metrics/registry.ts";

const lines = (text: string): readonly string[] => text.split("\n").filter((line) => !line.startsWith("#"));

describe("the metrics in memory", () => {
  test("are written in the text format of Prometheus", async () => {
    const metrics = createMetrics();
    const count = metrics.counter({ name: "a_total", help: "Back\\slash\nline.", labels: ["one", "two"] });
    count(1, 'quote"', "back\\slash\nline");
    count(2, 'quote"', "back\\slash\nline");
    const observe = metrics.histogram({ name: "b_seconds", help: "Times." }, [0.1, 1]);
    for (const value of [0.05, 0.1, 0.5, 7]) observe(value);
    metrics.gauge({ name: "c", help: "State.", labels: ["of"] }, (set) => set(-1.5, "x"));
    expect(await metrics.text()).toBe(
      [
        "# HELP a_total Back\\\\slash\\nline.",
        "# TYPE a_total counter",
        'a_total{one="quote\\"",two="back\\\\slash\\nline"} 3',
        "# HELP b_seconds Times.",
        "# TYPE b_seconds histogram",
        'b_seconds_bucket{le="0.1"} 2',
        'b_seconds_bucket{le="1"} 3',
        'b_seconds_bucket{le="+Inf"} 4',
        "b_seconds_sum 7.65",
        "b_seconds_count 4",
        "# HELP c State.",
        "# TYPE c gauge",
        'c{of="x"} -1.5',
        "",
      ].join("\n"),
    );
  });

  test("begin at 0 where there are no labels, so that the first growth shows", async () => {
    const metrics = createMetrics();
    metrics.counter({ name: "a_total", help: "" });
    expect(lines(await metrics.text())).toContain("a_total 0");
  });

  test("of one name are one metric, for a server and its management side", async () => {
    const metrics = createMetrics();
    for (const n of [1, 2]) metrics.counter({ name: "a_total", help: "" })(n);
    expect(lines(await metrics.text())).toContain("a_total 3");
  });

  test("have at most 1,000 series each, and count further ones as other", async () => {
    const metrics = createMetrics();
    const count = metrics.counter({ name: "a_total", help: "", labels: ["id"] });
    for (let n = 0; n < 5_000; n += 1) count(1, `id-${n}`);
    const written = lines(await metrics.text());
    expect(written).toContain('a_total{id="other"} 4000');
    expect(written.length).toBeLessThan(1_005);
  });

  test("leave out a gauge that cannot be read, and keep no old value of it", async () => {
    const metrics = createMetrics();
    let isAway = false;
    metrics.gauge({ name: "a", help: "" }, async (set) => {
      set(1);
      if (isAway) throw new Error("The store is away.");
    });
    expect(lines(await metrics.text())).toContain("a 1");
    isAway = true;
    expect(lines(await metrics.text())).not.toContain("a 1");
  });

  test("are whole for each of several readers at once", async () => {
    const metrics = createMetrics();
    metrics.gauge({ name: "a", help: "" }, async (set) => {
      await Promise.resolve();
      set(1);
    });
    const texts = await Promise.all([metrics.text(), metrics.text(), metrics.text()]);
    expect(texts.filter((text) => lines(text).includes("a 1"))).toHaveLength(3);
  });
});
