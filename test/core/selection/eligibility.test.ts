import { describe, expect, it } from "vitest";
import type { Campaign } from "../../../core/catalog/entities.ts";
import {
  checkEligibility,
  type Eligibility,
  type NoAdReason,
  type Slot,
} from "../../../core/selection/eligibility.ts";
import { candidate, slot, sureOf, version } from "./scenery.ts";

const bot = { surface: "bot", formats: new Set(["bot"]) } satisfies Partial<Slot>;
const noAcme = { advertisers: new Set(["Acme"]), topics: new Set<string>() };
const noBets = { advertisers: new Set<string>(), topics: new Set(["bets"]) };
const botCreative = version("c", { format: "bot" });

function shown(verdict: Eligibility): readonly string[] {
  return verdict.eligible ? verdict.creatives.map(({ creative }) => creative.id) : [];
}

describe("a campaign", () => {
  it("without targeting may be shown anywhere", () => {
    expect(checkEligibility(candidate(), slot())).toMatchObject({ eligible: true });
    expect(
      checkEligibility(candidate(), slot({ platformId: "pf_x", placement: "p", topics: sureOf("t") }))
        .eligible,
    ).toBe(true);
  });

  const refusals: readonly (readonly [NoAdReason, string, Partial<Campaign>, Partial<Slot>])[] = [
    ["platform", "another platform", { platforms: ["pf_one"] }, { platformId: "pf_two" }],
    ["platform", "no platform at all", { platforms: [] }, {}],
    ["platform", "a platform that it excludes", { excludedPlatforms: ["x", "pf_one"] }, {}],
    ["placement", "another placement", { placements: ["sidebar"] }, { placement: "chat" }],
    ["placement", "a placement that it excludes", { excludedPlacements: ["chat"] }, {}],
    ["blocked", "a platform that excludes its advertiser", { advertiser: "Acme" }, { exclusions: noAcme }],
    [
      "blocked",
      "a platform that excludes one of its topics",
      { topics: ["a", "bets"] },
      { exclusions: noBets },
    ],
    [
      "blocked",
      "a platform that excludes one of its topics, when the question is about another",
      { topics: ["a", "bets"] },
      { exclusions: noBets, topics: sureOf("a") },
    ],
    [
      "blocked",
      "a platform that excludes its advertiser, when it is a house campaign",
      { advertiser: "Acme", priceMicros: 0 },
      { exclusions: noAcme },
    ],
    ["schedule", "a time before it starts", { startsAt: "2030-01-01T00:00:00Z" }, {}],
    ["schedule", "a time after it ended", { endsAt: "2020-01-01T00:00:00Z" }, {}],
    ["premium", "a user without premium, when it is for premium users", { premium: "only" }, {}],
    ["premium", "a premium user, when it is for the others", { premium: "never" }, { isPremium: true }],
    ["topic", "a question about something else", { topics: ["a"] }, { topics: sureOf("b") }],
    ["topic", "a request without a question", { topics: ["a"] }, {}],
    [
      "topic",
      "a question about a topic that it excludes",
      { excludedTopics: ["x"] },
      { topics: sureOf("a", "x") },
    ],
    [
      "topic",
      "a question about a topic that it excludes and one that it targets",
      { topics: ["a"], excludedTopics: ["x"] },
      { topics: sureOf("a", "x") },
    ],
    ["format", "a page that does not take its creative's format", {}, { formats: new Set(["image"]) }],
    ["format", "a format that the campaign leaves out", { formats: ["image"] }, {}],
    ["language", "a language that none of its creatives has", {}, { language: "de" }],
    ["language", "a language that the campaign leaves out", { languages: ["de"] }, { language: "en" }],
    [
      "no_identity",
      "a request without an identity, when it has a frequency cap",
      { frequencyCap: { impressions: 1, window: "day" } },
      { hasIdentity: false },
    ],
  ];

  it.each(refusals)("is refused for %s: %s", (reason, _name, fields, asked) => {
    expect(checkEligibility(candidate(fields), slot(asked))).toEqual({ eligible: false, reason });
  });

  it("is refused for the first thing that is wrong, in the order of the reasons", () => {
    const wrong: Partial<Campaign> = {
      platforms: ["x"],
      placements: ["x"],
      advertiser: "Acme",
      endsAt: "2020-01-01T00:00:00Z",
      premium: "only",
      topics: ["x"],
      formats: ["image"],
      languages: ["de"],
    };
    const reasons = Object.keys(wrong).map((_, repaired) => {
      const fields = Object.fromEntries(Object.entries(wrong).slice(repaired));
      const verdict = checkEligibility(candidate(fields), slot({ exclusions: noAcme }));
      return verdict.eligible ? "" : verdict.reason;
    });
    expect(reasons).toEqual([
      ...["platform", "placement", "blocked", "schedule", "premium", "topic", "format", "language"],
    ]);
  });

  it("is shown where nothing is excluded but others", () => {
    const fields: Partial<Campaign> = {
      advertiser: "acme",
      topics: ["a"],
      excludedPlatforms: ["pf_two"],
      excludedPlacements: ["sidebar"],
      excludedTopics: ["b"],
    };
    for (const exclusions of [noAcme, noBets]) {
      const asked = slot({ topics: sureOf("a", "bets"), exclusions });
      expect(checkEligibility(candidate(fields), asked)).toMatchObject({ eligible: true, topicId: "a" });
    }
  });

  it("without topics is shown for a question about a topic that the platform excludes", () => {
    const asked = slot({ topics: sureOf("bets"), exclusions: noBets });
    expect(checkEligibility(candidate(), asked).eligible).toBe(true);
  });

  it("is shown where one entry of each of its lists matches", () => {
    const fields: Partial<Campaign> = {
      platforms: ["pf_two", "pf_one"],
      placements: ["sidebar", "chat"],
      topics: ["b", "a"],
      formats: ["image", "text"],
      languages: ["de", "en"],
      premium: "only",
    };
    expect(
      checkEligibility(candidate(fields), slot({ topics: sureOf("z", "a"), isPremium: true })),
    ).toMatchObject({
      eligible: true,
      topicId: "a",
      relevance: 2,
    });
  });

  it("goes by the surest of its topics that the question is about, and is the more relevant the surer it is", () => {
    const asked = [
      { topicId: "x", confidence: 0.9 },
      { topicId: "a", confidence: 0.75 },
      { topicId: "b", confidence: 0.5 },
    ];
    expect(checkEligibility(candidate({ topics: ["b", "a"] }), slot({ topics: asked }))).toMatchObject({
      topicId: "a",
      relevance: 1.75,
    });
    expect(checkEligibility(candidate(), slot({ topics: asked }))).toMatchObject({ relevance: 1 });
  });

  it("without topics names none, though the question has some", () => {
    expect(checkEligibility(candidate(), slot({ topics: sureOf("a") }))).not.toHaveProperty("topicId");
  });

  it("may be matched by a topic or placement called __proto__", () => {
    const fields = { topics: ["__proto__"], placements: ["__proto__"] };
    expect(
      checkEligibility(candidate(fields), slot({ topics: sureOf("__proto__"), placement: "__proto__" }))
        .eligible,
    ).toBe(true);
    expect(
      checkEligibility(candidate(fields), slot({ topics: sureOf("constructor"), placement: "__proto__" }))
        .eligible,
    ).toBe(false);
  });
});

describe("the language of a creative", () => {
  const english = version("c", { id: "en", language: "en" });
  const brazilian = version("c", { id: "pt-BR", language: "pt-BR" });
  const portuguese = version("c", { id: "pt", language: "pt" });
  const all = candidate({}, [english, portuguese, brazilian]);

  it("is exactly the requested one if there is one, before the primary one", () => {
    expect(shown(checkEligibility(all, slot({ language: "pt-BR" })))).toEqual(["pt-BR"]);
    expect(shown(checkEligibility(all, slot({ language: "pt" })))).toEqual(["pt"]);
  });

  it("is the primary one where the exact one is missing, never a sibling", () => {
    expect(shown(checkEligibility(all, slot({ language: "pt-PT" })))).toEqual(["pt"]);
    expect(checkEligibility(candidate({}, [brazilian]), slot({ language: "pt-PT" })).eligible).toBe(false);
    expect(checkEligibility(candidate({}, [brazilian]), slot({ language: "pt" })).eligible).toBe(false);
  });

  it("is the primary one when the exact one has a format that is not accepted", () => {
    const picture = version("c", { id: "pt-BR-image", language: "pt-BR", format: "image" });
    const words = version("c", { id: "pt-text", language: "pt" });
    expect(
      shown(
        checkEligibility(
          candidate({}, [picture, words]),
          slot({ language: "pt-BR", formats: new Set(["text"]) }),
        ),
      ),
    ).toEqual(["pt-text"]);
  });

  it("has to be among the campaign's languages, exactly or by the primary one", () => {
    const only = (languages: readonly string[]): readonly string[] =>
      shown(checkEligibility(candidate({ languages }, [portuguese, brazilian]), slot({ language: "pt-BR" })));
    expect(only(["pt"])).toEqual(["pt-BR"]);
    expect(only(["pt-BR"])).toEqual(["pt-BR"]);
    expect(only(["pt-PT"])).toEqual([]);
  });
});

describe("a bot creative", () => {
  it("is for messengers only, and web creatives are not for them", () => {
    expect(checkEligibility(candidate({}, [botCreative]), slot(bot)).eligible).toBe(true);
    expect(checkEligibility(candidate({}, [botCreative]), slot())).toEqual({
      eligible: false,
      reason: "format",
    });
    expect(checkEligibility(candidate(), slot(bot))).toEqual({ eligible: false, reason: "format" });
  });

  it("is not kept back by the campaign's list of web formats", () => {
    expect(checkEligibility(candidate({ formats: ["image"] }, [botCreative]), slot(bot)).eligible).toBe(true);
  });

  it("needs no question, and so a campaign with topics has none to match (design: the bot endpoint)", () => {
    expect(checkEligibility(candidate({ topics: ["a"] }, [botCreative]), slot(bot))).toEqual({
      eligible: false,
      reason: "topic",
    });
  });
});
