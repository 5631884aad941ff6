import { describe, expect, it } from "vitest";
import {
  judgeQuality,
  leastEvents,
  leastPlatforms,
  leastTraffic,
  mediansOf,
  type QualityCounts,
  type QualityFigure,
  qualityFigures,
  type StandingOut,
} from "../../../core/reporting/quality.ts";

/** 60 % seen within 4 s, 1 % clicked, five views a visitor, ten a network, 10 % excluded, 5 % marked. */
const usual: QualityCounts = {
  publisherId: "north",
  platformId: "pf_usual",
  apiKeyId: "",
  requests: 20_000,
  excluded: 2_000,
  issued: 10_000,
  seen: 6_000,
  clicks: 60,
  viewSeconds: 24_000,
  adEvents: 16_000,
  marked: 800,
  visitors: 1_200,
  networks: 600,
};
const medians = mediansOf([usual, usual, usual]);

function foundOf(fields: Partial<QualityCounts>, of = medians): readonly StandingOut[] {
  return judgeQuality([{ ...usual, ...fields }], of).flatMap(({ standsOut }) => standsOut);
}

/** What stands out of a platform that is as usual but for these counts. */
const odd: readonly (readonly [QualityFigure, string, Partial<QualityCounts>, string])[] = [
  [
    "viewRate",
    "low",
    { issued: 60_000, requests: 100_000, excluded: 10_000 },
    "The view rate is 17 % of the median of this installation.",
  ],
  ["viewRate", "high", { issued: 6_100 }, "The view rate is 98 %; the median of this installation is 60 %."],
  [
    "meanSecondsToView",
    "low",
    { viewSeconds: 6_000 },
    "The time from issue to view is 25 % of the median of this installation.",
  ],
  [
    "meanSecondsToView",
    "high",
    { viewSeconds: 120_000 },
    "The time from issue to view is 5 times the median of this installation.",
  ],
  ["clicksPerView", "high", { clicks: 540 }, "Clicks per view are 9 times the median of this installation."],
  ["clicksPerView", "low", { clicks: 0 }, "Clicks per view are 0 % of the median of this installation."],
  [
    "viewsPerVisitor",
    "high",
    { visitors: 50 },
    "Views per visitor are 24 times the median of this installation.",
  ],
  [
    "viewsPerNetwork",
    "high",
    { networks: 2 },
    "Views per network are 300 times the median of this installation.",
  ],
  [
    "excludedShare",
    "high",
    { excluded: 7_000 },
    "The excluded share is 3.5 times the median of this installation.",
  ],
  ["markedShare", "high", { marked: 8_000 }, "The marked share is 10 times the median of this installation."],
];

describe("a figure stands out", () => {
  it.each(odd)("%s, when it is %s, and no other figure with it", (figure, _, fields, sentence) => {
    expect(foundOf(fields)).toMatchObject([{ figure, sentence, median: medians[figure] }]);
  });

  it("each of them in a case of this file", () => {
    expect([...new Set(odd.map(([figure]) => figure))]).toEqual([...qualityFigures]);
  });

  it("from three times the median on, and not before", () => {
    expect(foundOf({ clicks: 180 })).toMatchObject([{ figure: "clicksPerView", value: 0.03 }]);
    expect(foundOf({ clicks: 179 })).toEqual([]);
    expect(foundOf({ clicks: 20 })).toMatchObject([{ figure: "clicksPerView" }]);
    expect(foundOf({ clicks: 21 })).toEqual([]);
  });

  it("from a median of 0 once it is more than a trifle", () => {
    const unmarked = mediansOf([0, 1, 2].map(() => ({ ...usual, marked: 0, clicks: 0 })));
    expect(foundOf({ marked: 500, clicks: 10 }, unmarked)).toEqual([]);
    expect(foundOf({ marked: 1_600, clicks: 60 }, unmarked).map(({ sentence }) => sentence)).toEqual([
      "Clicks per view are 1 %; the median of this installation is 0 %.",
      "The marked share is 10 %; the median of this installation is 0 %.",
    ]);
  });
});

describe("nothing stands out", () => {
  it("at the median", () => {
    expect(foundOf({})).toEqual([]);
  });

  it.each(odd)("of a small sample: %s, %s", (_figure, _side, fields) => {
    const whole = { ...usual, ...fields };
    const { requests, issued, seen, adEvents } = whole;
    // The same figures of one event less than enough.
    const factor = (leastTraffic - 1) / Math.max(requests, issued, seen, adEvents);
    const part = (n: number | null): number => (n ?? 0) * factor;
    const small: QualityCounts = {
      ...whole,
      requests: part(requests),
      excluded: part(whole.excluded),
      issued: part(issued),
      seen: part(seen),
      clicks: part(whole.clicks),
      viewSeconds: part(whole.viewSeconds),
      adEvents: part(adEvents),
      marked: part(whole.marked),
      visitors: part(whole.visitors),
      networks: part(whole.networks),
    };
    expect(foundOf(small)).toEqual([]);
  });

  it("of fewer events than chance makes", () => {
    const rare = mediansOf([usual, usual, usual].map((one) => ({ ...one, clicks: 12 })));
    const least = { seen: leastTraffic, issued: 1_667, viewSeconds: 4_000, visitors: 200, networks: 100 };
    expect(foundOf({ ...least, clicks: leastEvents - 1 }, rare)).toEqual([]);
    expect(foundOf({ ...least, clicks: leastEvents }, rare)).toMatchObject([{ figure: "clicksPerView" }]);
    expect(foundOf({ ...least, clicks: 0 }, rare)).toEqual([]);
  });

  it("where less is only better: few requests excluded, few events marked, many visitors and networks", () => {
    expect(foundOf({ excluded: 0, marked: 0, visitors: 6_000, networks: 6_000 })).toEqual([]);
  });

  it("of a share that is three times as near to all, but for the view rate", () => {
    const half = mediansOf([usual, usual, usual].map((one) => ({ ...one, excluded: 10_000 })));
    expect(foundOf({ excluded: 18_000 }, half)).toEqual([]);
  });

  it("below a median that is a trifle", () => {
    const rare = mediansOf([usual, usual, usual].map((one) => ({ ...one, clicks: 3 })));
    const large = {
      requests: 400_000,
      excluded: 40_000,
      issued: 200_000,
      seen: 120_000,
      viewSeconds: 480_000,
    };
    const visits = { visitors: 24_000, networks: 12_000 };
    expect(foundOf({ ...large, ...visits, clicks: 30 }, rare)).toEqual([]);
  });

  it("without a median: of one platform, of two, or where the others have little traffic", () => {
    const none = Object.fromEntries(qualityFigures.map((figure) => [figure, null]));
    const bad = { ...usual, clicks: 6_000 };
    const little = { ...usual, requests: 900, issued: 900, seen: 900, adEvents: 900 };
    for (const platforms of [[bad], [bad, usual], [bad, usual, little, little]]) {
      const found = mediansOf(platforms);
      expect(found).toEqual(none);
      expect(judgeQuality([bad], found)[0]?.standsOut).toEqual([]);
    }
    expect(leastPlatforms).toBe(3);
  });
});

describe("the figures", () => {
  it("are divisions of counts, and null without a divisor", () => {
    const [line] = judgeQuality([usual], medians);
    expect(line).toMatchObject({
      viewRate: 0.6,
      meanSecondsToView: 4,
      clicksPerView: 0.01,
      viewsPerVisitor: 5,
      viewsPerNetwork: 10,
      excludedShare: 0.1,
      markedShare: 0.05,
    });
    const nothing = { requests: 0, excluded: 0, issued: 0, seen: 0, clicks: 0, viewSeconds: 0, adEvents: 0 };
    const [empty] = judgeQuality([{ ...usual, ...nothing, marked: 0, visitors: 0, networks: null }], medians);
    for (const figure of qualityFigures) expect(empty?.[figure], figure).toBeNull();
  });

  it("have the middle as their median, or the mean of the middle two", () => {
    const clicks = [600, 60, 120, 6_000];
    const platforms = clicks.map((n) => ({ ...usual, clicks: n }));
    expect(mediansOf(platforms.slice(0, 3)).clicksPerView).toBeCloseTo(0.02);
    expect(mediansOf(platforms).clicksPerView).toBeCloseTo(0.06);
  });

  it("have no time to view where an earlier release counted no seconds", () => {
    const old = [0, 1, 2].map(() => ({ ...usual, viewSeconds: 0 }));
    expect(mediansOf(old).meanSecondsToView).toBeNull();
    expect(foundOf({ viewSeconds: 0 })).toEqual([]);
  });
});
