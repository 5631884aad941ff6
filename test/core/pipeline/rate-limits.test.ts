import { describe, expect, it } from "vitest";
import {
  defaultRateLimits,
  type RateLimitName,
  type RateLimits,
  rateLimitNames,
  readRateLimits,
} from "../../../core/ratelimit/rate-limits.ts";

const names: readonly RateLimitName[] = [
  "adsPerVisitor",
  "adsPerKey",
  "interactPerUser",
  "seenPerUser",
  "reportsPerUser",
  "botPerUser",
  "requestsPerNetwork",
  "failedAuthPerNetwork",
];

function read(name: RateLimitName, setting: string): ReturnType<typeof readRateLimits> {
  return readRateLimits({}, (asked) => (asked === rateLimitNames[name] ? setting : undefined));
}

describe("the rate limits without a setting", () => {
  it("are those of the documentation", () => {
    const minute = 60_000;
    expect(readRateLimits({}, () => undefined)).toEqual({
      invalid: [],
      limits: {
        adsPerVisitor: { limit: 300, windowMs: minute },
        adsPerKey: { limit: 1_000, windowMs: 1_000 },
        interactPerUser: { limit: 120, windowMs: minute },
        seenPerUser: { limit: 240, windowMs: minute },
        reportsPerUser: { limit: 20, windowMs: 60 * minute },
        botPerUser: { limit: 60, windowMs: minute },
        requestsPerNetwork: { limit: 6_000, windowMs: minute },
        failedAuthPerNetwork: { limit: 600, windowMs: minute },
      } satisfies RateLimits,
    });
  });

  it("have a variable each, of its own name", () => {
    expect(Object.keys(rateLimitNames).sort()).toEqual([...names].sort());
    expect(new Set(Object.values(rateLimitNames)).size).toBe(names.length);
    for (const variable of Object.values(rateLimitNames))
      expect(variable).toMatch(/^HANDBILL_LIMIT_[A-Z_]+$/);
  });
});

describe.each(names)("the setting of %s", (name) => {
  it("changes this limit and no other", () => {
    expect(read(name, "7/2m")).toEqual({
      invalid: [],
      limits: { ...defaultRateLimits, [name]: { limit: 7, windowMs: 120_000 } },
    });
  });

  it("switches it off with false", () => {
    expect(read(name, "false").limits[name]).toBe(false);
  });

  it("is named when it cannot be read, and the limit stays on", () => {
    const { limits, invalid } = read(name, "many");
    expect(invalid).toEqual([name]);
    expect(limits[name]).toEqual(defaultRateLimits[name]);
  });

  it("gives way to an option, also to one that says false", () => {
    const env = (): string => "1/1s";
    const option = { limit: 3, windowMs: 4_000 };
    expect(readRateLimits({ [name]: option }, env).limits[name]).toEqual(option);
    expect(readRateLimits({ [name]: false }, env).limits[name]).toBe(false);
    expect(readRateLimits({ [name]: option }, () => "junk").invalid).not.toContain(name);
  });
});

describe("a setting", () => {
  it.each([
    ["1/1s", 1, 1_000],
    ["60/1m", 60, 60_000],
    ["5000/24h", 5_000, 86_400_000],
    ["999999999/9999h", 999_999_999, 9_999 * 3_600_000],
  ])("of %s is %i in %i ms", (setting, limit, windowMs) => {
    expect(read("adsPerKey", setting).limits.adsPerKey).toEqual({ limit, windowMs });
  });

  it.each([
    "",
    " ",
    "60",
    "60/m",
    "60/1",
    "60/1d",
    "0/1m",
    "60/0m",
    "-1/1m",
    "1.5/1m",
    "60/1.5m",
    "60 / 1m",
    "60/1m ",
    "60/1m\n",
    "060/1m",
    "1e3/1m",
    "0x10/1m",
    "1000000000/1m",
    "60/10000m",
    "60/1M",
    "FALSE",
    "true",
    "off",
    "Infinity/1m",
    "６０/1m",
  ])("of “%s” cannot be read", (setting) => {
    expect(read("adsPerKey", setting).invalid).toEqual(["adsPerKey"]);
  });
});
