import { describe, expect, it } from "vitest";
import { readConfiguration } from "../../../core/configuration.ts";
import { parseIpAddress } from "../../../core/ip-address.ts";
import { isListed, parseNetworks } from "../../../core/traffic/network-list.ts";
import {
  defaultTrafficRules,
  readTrafficRules,
  type TrafficRules,
  trafficRuleNames,
} from "../../../core/traffic/traffic-rules.ts";

const rate = { limit: 7, windowMs: 120_000 };
/** A setting, the option of the same value, and settings and options that cannot be read. */
const settings: {
  readonly [Name in keyof TrafficRules]: readonly [string, TrafficRules[Name], ...unknown[]];
} = {
  excludeByAgent: ["false", false, "off", "0", "FALSE"],
  networkVelocity: ["7/2m", rate, "7", { limit: -1, windowMs: 1 }],
  keyVelocity: ["7/2m", rate, "many", { limit: 1.5, windowMs: 1 }],
  platformVelocity: ["7/2m", rate, "7/2d", { limit: 1, windowMs: 0 }],
  visitorVelocity: ["7/2m", rate, "true", { limit: Number.NaN, windowMs: 1 }],
  clickAgeMs: ["800ms", 800, "800", "0s", "1m", 0, -1, 1.5, 60_001],
  pressAgeMs: ["2s", 2_000, "soon", "61s", Number.NaN],
  neverConfirms: ["25", 25, "0", "-1", "1e3", 0, 2.5],
  unprovenShare: ["35%", 35, "35", "0%", "101%", 0, 101, 2.5],
  unprovenHolds: ["7/2m", rate, "7", { limit: -1, windowMs: 1 }],
  markedNetworks: [
    "203.0.113.0/24, 2001:db8::/32",
    ["203.0.113.0/24", "2001:db8::/32"],
    "203.0.113.0/33",
    "2001:db8::/129",
    "localhost",
    "203.0.113.0/24/8",
    ["203.0.113.0/-1"],
    [""],
  ],
};
const names = Object.keys(settings).map((name) => {
  const known = Object.keys(defaultTrafficRules).find((one): one is keyof TrafficRules => one === name);
  return known ?? expect.fail(`no rule ${name}`);
});

function read(options: object, variables: Readonly<Record<string, string>> = {}) {
  return readTrafficRules(options, (name) => new Map(Object.entries(variables)).get(name));
}

describe("the rules of traffic", () => {
  it("have a variable each, of their own name", () => {
    expect(Object.keys(trafficRuleNames).sort()).toEqual([...names].sort());
    expect(new Set(Object.values(trafficRuleNames)).size).toBe(names.length);
    for (const name of Object.values(trafficRuleNames))
      expect(name).toMatch(/^HANDBILL_(?:EXCLUDE|MARK|UNPROVEN)/);
  });

  it.each(names)("%s is a setting and an option that wins, and says what cannot be read", (name) => {
    const [setting, option, ...wrong] = settings[name];
    const variable = trafficRuleNames[name];
    const changed = read({}, { [variable]: setting }).rules;
    expect(changed).not.toEqual(read({}).rules);
    expect(changed).toEqual(read({ [name]: option }).rules);
    expect(read({ [name]: option }, { [variable]: "nonsense" })).toEqual({ rules: changed, faults: [] });
    expect({ ...changed, [name]: read({}).rules[name] }).toEqual(read({}).rules);
    for (const value of wrong) {
      const { faults } =
        typeof value === "string" ? read({}, { [variable]: value }) : read({ [name]: value });
      expect(faults, String(value)).toEqual([expect.stringContaining(variable)]);
    }
  });

  it.each(names.filter((name) => name !== "markedNetworks" && name !== "excludeByAgent"))(
    "%s is switched off by false",
    (name) => {
      expect(read({}, { [trafficRuleNames[name]]: "false" }).rules[name]).toBe(false);
      expect(read({ [name]: false }).rules[name]).toBe(false);
    },
  );

  it("are part of the configuration, and of what it says is wrong", () => {
    const complete = { baseUrl: "https://ads.example", secrets: ["a signing secret of at least 32 letters"] };
    const right = readConfiguration({ ...complete, trafficRules: { neverConfirms: 5 } });
    expect(right).toMatchObject({ ok: true, configuration: { trafficRules: { neverConfirms: 5 } } });
    const env = (name: string): string | undefined =>
      name === "HANDBILL_MARK_CLICK_AGE" ? "soon" : undefined;
    expect(readConfiguration({ ...complete, env })).toEqual({
      ok: false,
      faults: [expect.stringContaining("HANDBILL_MARK_CLICK_AGE")],
    });
  });
});

describe("a list of networks", () => {
  const has = (networks: readonly string[], address: string): boolean => {
    const list = parseNetworks(networks) ?? expect.fail(`unreadable: ${networks.join()}`);
    return isListed(list, parseIpAddress(address) ?? expect.fail(`no address: ${address}`));
  };
  it.each([
    ["203.0.113.0/24", "203.0.113.255", true],
    ["203.0.113.0/24", "203.0.114.0", false],
    ["203.0.113.77/24", "203.0.113.1", true],
    ["203.0.113.128/25", "203.0.113.127", false],
    ["203.0.113.128/25", "203.0.113.128", true],
    ["203.0.113.7", "203.0.113.7", true],
    ["203.0.113.7", "203.0.113.6", false],
    ["0.0.0.0/0", "255.255.255.255", true],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["::/0", "203.0.113.7", false],
    ["203.0.113.0/24", "::ffff:203.0.113.9", true],
    ["2001:db8::/33", "2001:db8:7fff::1", true],
    ["2001:db8::/33", "2001:db8:8000::1", false],
    ["2001:db8::1", "2001:db8:0:0::1", true],
    ["::1/128", "::2", false],
  ])("%s has %s: %s", (network, address, expected) => {
    expect(has([network, "198.51.100.0/24", "2001:db9::/48"], address)).toBe(expected);
  });
  it("has at most 100,000 entries", () => {
    expect(parseNetworks(new Array(100_000).fill("203.0.113.0/24"))?.size).toBe(1);
    expect(parseNetworks(new Array(100_001).fill("203.0.113.0/24"))).toBeUndefined();
  });
});
