import { beforeEach, describe, expect, it } from "vitest";
import type { Count, Metric } from "../../core/storage/counts.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { count } from "../conformance/fixtures.ts";
import { type Installation, install, operatorToken } from "../management/installation.ts";
import { signedIn, type Visitor } from "./visitor.ts";

const hourMs = 3_600_000;
let place: Installation;
let operator: Visitor;

function line(metric: Metric, n: number, fields: Partial<Count>): Count {
  const hour = Math.floor(Date.now() / hourMs) * hourMs;
  return count({ metric, n, hour, ...fields });
}

beforeEach(async () => {
  place = await install({ console: createConsole() });
  operator = await signedIn(place.management, operatorToken);
  const roaster = { creativeId: "cr-roaster", campaignId: "roaster-coffee", advertiser: "Roaster" };
  const wheels = { creativeId: "cr-wheels", campaignId: "wheels-bikes", advertiser: "Wheels" };
  await place.store.addCounts([
    line("seen", 200, { ...roaster, reason: "" }),
    line("reported", 3, { ...roaster, reason: "misleading" }),
    line("reported", 1, { ...roaster, reason: "other" }),
    line("reported", 9, { ...wheels, reason: "offensive" }),
    line("seen", 50, { creativeId: "cr-quiet", campaignId: "quiet", advertiser: "Quiet", reason: "" }),
  ]);
});

/** The cells of each row. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const rows = /<tbody>(.*?)<\/tbody>/s.exec(text)?.[1]?.match(/<tr>.*?<\/tr>/gs) ?? [];
  return rows.map((row) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => cell.replaceAll(/<[^>]+>/g, "")),
  );
}

describe("reported ads", () => {
  it("are listed by creative, most reports first, with reasons and reports per view", async () => {
    const { text } = await operator.read("reported");
    expect(rowsOf(text)).toEqual([
      ["cr-wheels", "9", "0", "–", "offensive 9"],
      ["cr-roaster", "4", "200", "2.00 %", "misleading 3, other 1"],
    ]);
    expect(text).toContain('href="creatives/cr-wheels"');
  });
  it("are filtered by campaign and by reason", async () => {
    const ofCampaign = await operator.read("reported?campaign=roaster-coffee");
    expect(rowsOf(ofCampaign.text).map(([id]) => id)).toEqual(["cr-roaster"]);
    const ofReason = await operator.read("reported?reason=other");
    expect(rowsOf(ofReason.text)).toEqual([["cr-roaster", "1", "200", "0.50 %", "other 1"]]);
    expect((await operator.read("reported?reason=wrong_topic")).text).toContain("Nobody reported an ad");
  });
  it("name a wrong date at its field", async () => {
    const { status, text } = await operator.read("reported?from=tomorrow");
    expect(status).toBe(400);
    expect(text).toContain('aria-invalid="true"');
  });
  it("are a column of reports too", async () => {
    const { json } = await place.call("operator", "GET", "/reports?by=creative,reason");
    expect(json["total"]).toMatchObject({ reported: 13 });
    const { text } = await place.call("operator", "GET", "/reports?by=creative&format=csv");
    expect(text).toMatch(/^creative,.*,reported,/);
  });
});
