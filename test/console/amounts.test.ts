import { describe, expect, it } from "vitest";
import { shareOf, wholeOf } from "../../runtimes/console/amounts.ts";
import { html, writeHtml } from "../../runtimes/console/html.ts";
import { instantOf, localOf } from "../../runtimes/console/times.ts";
import { hoursOf, writeHours } from "../../runtimes/console/weekly-hours.ts";

describe("shares and whole numbers", () => {
  it.each(["", " "])("an empty %j is undefined", (typed) => {
    expect([shareOf(typed), wholeOf(typed)]).toEqual([undefined, undefined]);
  });

  it.each(["a lot", "-1", "1e3"])("%s stays unchanged, so that the API refuses it", (typed) => {
    expect([shareOf(typed), wholeOf(typed)]).toEqual([typed, typed]);
  });
});

describe("local times", () => {
  it.each([
    ["2026-07-01T09:00", "Europe/Berlin", "2026-07-01T07:00:00.000Z"],
    ["2026-01-01T09:00", "Europe/Berlin", "2026-01-01T08:00:00.000Z"],
    ["2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25T03:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z"],
    ["2026-07-01T00:30", "Asia/Kolkata", "2026-06-30T19:00:00.000Z"],
    ["2026-11-01T03:00", "America/New_York", "2026-11-01T08:00:00.000Z"],
    ["2026-11-01T00:00", "America/New_York", "2026-11-01T04:00:00.000Z"],
  ])("%s in %s is %s, there and back", (local, zone, instant) => {
    expect(instantOf(local, zone)).toBe(instant);
    expect(localOf(instant, zone)).toBe(local);
  });

  it("that are invalid stay unchanged", () => {
    expect([instantOf("soon", "UTC"), instantOf("2026-07-01T09:00", "Mars/Base")]).toEqual([
      "soon",
      "2026-07-01T09:00",
    ]);
  });
});

describe("weekly hours", () => {
  it("are parsed as formatted, and as ranges", () => {
    const hours = hoursOf(["Mon-Fri 9-17", "sat, Sunday 10:00–12:00"]);
    expect(hours).toEqual([
      { days: [1, 2, 3, 4, 5], from: 9, to: 17 },
      { days: [6, 7], from: 10, to: 12 },
    ]);
    expect(writeHours([{ days: [1, 3], from: 0, to: 24 }])).toBe("Mon, Wed 0-24");
  });

  it.each(["whenever", "Mon", "Xyz 9-17", "Fri-Mon 9-17", "9-17"])(
    "%s stays unchanged, so that the API refuses it",
    (line) => {
      expect(hoursOf([line])).toEqual([line]);
    },
  );
});

describe("a template", () => {
  it("escapes every value except results of templates", () => {
    const hostile = `<script>"'&</script>`;
    const inner = html`<b title="${hostile}">${hostile}</b>`;
    expect(writeHtml(html`<p>${inner}${[1, "<", false, undefined, null]}</p>`)).toBe(
      '<p><b title="&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;">&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;</b>1&lt;</p>',
    );
  });
});
