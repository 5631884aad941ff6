import { type Environment, splitList } from "../environment.ts";
import { type RateLimit, readRate } from "../ratelimit/rate-limits.ts";
import { parseDuration } from "../timing/duration.ts";
import { type NetworkList, parseNetworks } from "./network-list.ts";

/**
 * The rules that judge traffic (core/traffic). Each is a setting, and `false` switches it off. Velocities count units: an ad
 * request, a view and a report 1, a press 4, a click 10.
 */
export interface TrafficRules {
  /**
   * `HANDBILL_EXCLUDE_BY_AGENT`. Excludes ad requests, views and presses without a key whose `User-Agent` is a program's.
   * Default true. Clicks are always judged by it (contract.md §4.5).
   */
  readonly excludeByAgent: boolean;
  /** `HANDBILL_MARK_NETWORK_VELOCITY`. Units of one network (IPv4 /24, IPv6 /48), without a key. Default `3000/1m`. */
  readonly networkVelocity: RateLimit | false;
  /** `HANDBILL_MARK_KEY_VELOCITY`. Units under one API key. Default `20000/1m`. */
  readonly keyVelocity: RateLimit | false;
  /** `HANDBILL_MARK_PLATFORM_VELOCITY`. Units of one platform. Default `20000/1m`. */
  readonly platformVelocity: RateLimit | false;
  /** `HANDBILL_MARK_VISITOR_VELOCITY`. Units of one identity. Default `300/1m`. */
  readonly visitorVelocity: RateLimit | false;
  /** `HANDBILL_MARK_CLICK_AGE`, as `1s` or `800ms`. Marks clicks that come sooner after the issue. Default 1,000 ms. */
  readonly clickAgeMs: number | false;
  /** `HANDBILL_MARK_PRESS_AGE`. The same for presses. Default 1,000 ms. */
  readonly pressAgeMs: number | false;
  /**
   * `HANDBILL_MARK_NEVER_CONFIRMS`. Marks a visitor who was issued this number of web ads with a price since the last view, press
   * or click. Default 100.
   */
  readonly neverConfirms: number | false;
  /** `HANDBILL_MARKED_NETWORKS`. Marks events without a key from these networks, such as `203.0.113.0/24`. Default: none. */
  readonly markedNetworks: readonly string[];
  /**
   * `HANDBILL_UNPROVEN_SHARE`, as `20%`. The share of a budget that all holds of traffic without a confirmed view may take together, and
   * at least 20 ads. Default 20.
   */
  readonly unprovenShare: number | false;
  /**
   * `HANDBILL_UNPROVEN_HOLDS`. Ads that one network (IPv4 /24, IPv6 /48) may be issued in a window without a confirmed view; each
   * view allows ten more. An API key without a normal view rate may have twenty times as many. Default `100/1h`.
   */
  readonly unprovenHolds: RateLimit | false;
}

/** The rules as the judge reads them. */
export interface ReadTrafficRules extends Omit<TrafficRules, "markedNetworks"> {
  readonly markedNetworks: NetworkList;
}

const minute = 60_000;

/** Reasons for each figure: README.md beside this file. */
export const defaultTrafficRules: TrafficRules = {
  excludeByAgent: true,
  networkVelocity: { limit: 3_000, windowMs: minute },
  keyVelocity: { limit: 20_000, windowMs: minute },
  platformVelocity: { limit: 20_000, windowMs: minute },
  visitorVelocity: { limit: 300, windowMs: minute },
  clickAgeMs: 1_000,
  pressAgeMs: 1_000,
  neverConfirms: 100,
  markedNetworks: [],
  unprovenShare: 20,
  unprovenHolds: { limit: 100, windowMs: 60 * minute },
};

/** The environment variable of each rule. */
export const trafficRuleNames: Readonly<Record<keyof TrafficRules, string>> = {
  excludeByAgent: "HANDBILL_EXCLUDE_BY_AGENT",
  networkVelocity: "HANDBILL_MARK_NETWORK_VELOCITY",
  keyVelocity: "HANDBILL_MARK_KEY_VELOCITY",
  platformVelocity: "HANDBILL_MARK_PLATFORM_VELOCITY",
  visitorVelocity: "HANDBILL_MARK_VISITOR_VELOCITY",
  clickAgeMs: "HANDBILL_MARK_CLICK_AGE",
  pressAgeMs: "HANDBILL_MARK_PRESS_AGE",
  neverConfirms: "HANDBILL_MARK_NEVER_CONFIRMS",
  markedNetworks: "HANDBILL_MARKED_NETWORKS",
  unprovenShare: "HANDBILL_UNPROVEN_SHARE",
  unprovenHolds: "HANDBILL_UNPROVEN_HOLDS",
};

type Velocity = "networkVelocity" | "keyVelocity" | "platformVelocity" | "visitorVelocity" | "unprovenHolds";

/** The rules in force, and the faults of settings that cannot be read. */
export function readTrafficRules(
  options: Partial<TrafficRules>,
  env: Environment,
): { readonly rules: ReadTrafficRules; readonly faults: readonly string[] } {
  const faults: string[] = [];
  /** The option, else the setting, else the default; a fault where the one that is given cannot be read. */
  const read = <Name extends keyof TrafficRules, Value>(
    name: Name,
    advice: string,
    parse: (option: TrafficRules[Name] | undefined, setting: string | undefined) => Value | undefined,
  ): Value | undefined => {
    const value = parse(options[name], env(trafficRuleNames[name]));
    if (value === undefined) faults.push(`${trafficRuleNames[name]} must be ${advice}.`);
    return value;
  };
  const velocity = (name: Velocity): RateLimit | false =>
    read(name, "false, or units and a window such as 3000/1m", (option, setting) =>
      readRate(option, setting, defaultTrafficRules[name]),
    ) ?? false;
  const age = (name: "clickAgeMs" | "pressAgeMs"): number | false =>
    read(name, "false, or a time such as 1s or 800ms, up to 60s", (option, setting) =>
      readNumber(option, setting, parseDuration, minute, defaultTrafficRules[name]),
    ) ?? false;
  const rules: ReadTrafficRules = {
    excludeByAgent: read("excludeByAgent", "true or false", readSwitch) ?? true,
    networkVelocity: velocity("networkVelocity"),
    keyVelocity: velocity("keyVelocity"),
    platformVelocity: velocity("platformVelocity"),
    visitorVelocity: velocity("visitorVelocity"),
    clickAgeMs: age("clickAgeMs"),
    pressAgeMs: age("pressAgeMs"),
    neverConfirms:
      read("neverConfirms", "false, or a number of ads such as 100", (option, setting) =>
        readNumber(option, setting, parseNumber, maxUnconfirmed, defaultTrafficRules.neverConfirms),
      ) ?? false,
    unprovenShare:
      read("unprovenShare", "false, or a share such as 20%", (option, setting) =>
        readNumber(option, setting, parsePercent, 100, defaultTrafficRules.unprovenShare),
      ) ?? false,
    unprovenHolds: velocity("unprovenHolds"),
    markedNetworks:
      read(
        "markedNetworks",
        "networks separated by commas, such as 203.0.113.0/24,2001:db8::/32",
        (option, setting) => parseNetworks(option ?? splitList(setting)),
      ) ?? new Map(),
  };
  return { rules, faults };
}

const maxUnconfirmed = 1_000_000;

function readSwitch(option: boolean | undefined, setting: string | undefined): boolean | undefined {
  if (option !== undefined) return option;
  if (setting === undefined) return defaultTrafficRules.excludeByAgent;
  return setting === "true" ? true : setting === "false" ? false : undefined;
}

function readNumber(
  option: number | false | undefined,
  setting: string | undefined,
  parse: (setting: string) => number | undefined,
  most: number,
  otherwise: number | false,
): number | false | undefined {
  if (option === false || (option === undefined && setting === "false")) return false;
  const value = option ?? (setting === undefined ? otherwise : parse(setting));
  if (value === false) return false;
  return value !== undefined && Number.isSafeInteger(value) && value >= 1 && value <= most
    ? value
    : undefined;
}

function parsePercent(setting: string): number | undefined {
  return parseNumber(/^([0-9]+)%$/.exec(setting)?.[1] ?? "");
}

function parseNumber(setting: string): number | undefined {
  return /^[1-9][0-9]{0,6}$/.test(setting) ? Number(setting) : undefined;
}
