import { expect } from "vitest";
import { browserAgent, type Given, type RuleCase, world } from "./world.ts";

const minuteMs = 60_000;
const bot = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };
const appLibrary = { "user-agent": "MyApp/1 CFNetwork/3860.300.31 Darwin/25.2.0" };
const click: Given = { kind: "click", caller: "link", method: "GET", ageMs: 5_000 };
const byKey: Given = { caller: "server", network: undefined, apiKeyId: "KEY00001" };
const rate = { limit: 32, windowMs: minuteMs };
/** No other rule than those that a case is about. */
const none = {
  networkVelocity: false,
  keyVelocity: false,
  platformVelocity: false,
  visitorVelocity: false,
  clickAgeMs: false,
  pressAgeMs: false,
  neverConfirms: false,
} as const;

const exclusions: readonly (readonly [reason: string, given: Given])[] = [
  ["bot", { headers: bot }],
  ["no_user_agent", { headers: { "user-agent": "" } }],
  ["no_user_agent", { headers: { "user-agent": " - " } }],
  ["http_library", { headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0) PowerShell/7.4.0" } }],
  ["impossible_user_agent", { headers: { "user-agent": `${browserAgent} ${"x".repeat(2_048)}` } }],
];
const linkExclusions: readonly (readonly [reason: string, given: Given])[] = [
  ["head", { method: "HEAD", headers: bot }],
  ["prefetch", { headers: { ...bot, "sec-purpose": "prefetch;prerender" } }],
  ...exclusions,
  ["http_library", { headers: appLibrary }],
  ["no_navigation", { headers: { "sec-fetch-dest": "image" } }],
];

const excluded: readonly RuleCase[] = [
  {
    name: "a program's ad requests, views and presses without a key are excluded under their reason",
    run: async (rule) => {
      for (const kind of ["ad_request", "view", "press"] as const) {
        for (const [reason, given] of exclusions) {
          expect(await world(rule).judge({ ...given, kind, ageMs: 5_000 })).toBe(`excluded: ${reason}`);
        }
      }
    },
  },
  {
    name: "a click is excluded for the first reason of the contract's table",
    run: async (rule) => {
      for (const [reason, given] of linkExclusions) {
        expect(await world(rule).judge({ ...click, ...given })).toBe(`excluded: ${reason}`);
      }
    },
  },
  {
    name: "a request with a key is not judged by its agent, nor by its network",
    run: async (rule) => {
      const { judge } = world(rule, { markedNetworks: ["203.0.113.0/24"] });
      expect(await judge({ ...byKey, headers: bot })).toBe("person");
    },
  },
  {
    name: "an application may ask for its person's ad by the system's library, unless it is a program's",
    run: async (rule) => {
      expect(await world(rule).judge({ headers: appLibrary })).toBe("person");
      const headers = { "user-agent": "AppStoreScraper/1 CFNetwork/889.9 Darwin/17.2.0" };
      expect(await world(rule).judge({ headers })).toBe("excluded: bot");
    },
  },
  {
    name: "an ad request that the browser makes ahead is not excluded",
    run: async (rule) => {
      expect(await world(rule).judge({ headers: { "sec-purpose": "prefetch;prerender" } })).toBe("person");
    },
  },
  {
    name: "the setting lets programs ask for ads, and their clicks stay excluded",
    run: async (rule) => {
      const { judge } = world(rule, { excludeByAgent: false });
      expect(await judge({ headers: bot })).toBe("person");
      expect(await judge({ ...click, headers: bot })).toBe("excluded: bot");
    },
  },
  {
    name: "what is excluded counts in no velocity",
    run: async (rule) => {
      const { claims, judge, judgeMany } = world(rule, { ...none, networkVelocity: rate });
      await judgeMany(1_000, { headers: bot });
      expect(await judge()).toBe("person");
      expect(claims).toEqual([]);
    },
  },
];

const velocities = [
  ["network_velocity", "networkVelocity", {}, { network: "network-2" }],
  ["key_velocity", "keyVelocity", byKey, { ...byKey, apiKeyId: "KEY00002" }],
  ["platform_velocity", "platformVelocity", {}, { platformId: "pf_two" }],
  ["visitor_velocity", "visitorVelocity", {}, { userKey: "visitor-2" }],
] as const;

const marked: readonly RuleCase[] = [
  {
    name: "each velocity marks from its limit on, its own subject alone, and ends with the window",
    run: async (rule) => {
      for (const [mark, setting, given, other] of velocities) {
        const { clock, judge, judgeMany } = world(rule, { ...none, [setting]: rate });
        expect(await judgeMany(40, given)).toEqual({ person: 32, [mark]: 8 });
        expect(await judge(other)).toBe("person");
        clock.advance(minuteMs * 1.1);
        expect(await judge(given)).toBe("person");
      }
    },
  },
  {
    name: "a velocity of false marks nothing",
    run: async (rule) => {
      expect(await world(rule, none).judgeMany(30_000)).toEqual({ person: 30_000 });
    },
  },
  {
    name: "velocities count views, presses, clicks and reports, too: 1, 4, 10 and 1 units",
    run: async (rule) => {
      for (const [given, units] of [
        [{ kind: "view" }, 1],
        [{ kind: "press" }, 4],
        [click, 10],
        [{ kind: "report" }, 1],
      ] as const) {
        const visitorVelocity = { limit: 40, windowMs: minuteMs };
        const { judgeMany } = world(rule, { ...none, visitorVelocity });
        const persons = 40 / units;
        expect(await judgeMany(persons + 5, given)).toEqual({ person: persons, visitor_velocity: 5 });
      }
    },
  },
  {
    name: "what a network sends beyond its velocity does not count into that of the platform",
    run: async (rule) => {
      const { judge, judgeMany } = world(rule, { ...none, networkVelocity: rate, platformVelocity: rate });
      const most = { ...rate, limit: 2 * rate.limit };
      const wide = world(rule, { ...none, networkVelocity: rate, platformVelocity: most });
      expect(await wide.judgeMany(1_000)).toEqual({ person: 32, network_velocity: 968 });
      expect(await wide.judge({ network: "network-2" })).toBe("person");
      expect(await judgeMany(40)).toEqual({ person: 32, network_velocity: 8 });
      expect(await judge({ network: "network-2" })).toBe("platform_velocity");
    },
  },
  {
    name: "what a requester does is named before how busy its key and platform are",
    run: async (rule) => {
      const busy = { ...none, keyVelocity: rate, platformVelocity: rate };
      const many = { limit: 8 * rate.limit, windowMs: minuteMs };
      const { judge, judgeMany, unconfirmed } = world(rule, {
        ...busy,
        visitorVelocity: many,
        clickAgeMs: 1_000,
        pressAgeMs: 1_000,
        neverConfirms: 1,
      });
      expect(await judgeMany(40)).toEqual({ person: 32, platform_velocity: 8 });
      expect(await judge({ ...click, ageMs: 999 })).toBe("click_age");
      expect(await judge({ kind: "press", ageMs: 999 })).toBe("press_age");
      unconfirmed.noteIssued("visitor-2");
      expect(await judge({ userKey: "visitor-2" })).toBe("never_confirms");
      const visits = await judgeMany(many.limit + 8, { userKey: "visitor-3" });
      expect(visits).toEqual({ platform_velocity: many.limit, visitor_velocity: 8 });
      const hooked = world(rule, busy, { classify: () => ({ mark: "staff" }) });
      expect(await hooked.judgeMany(40)).toEqual({ staff: 40 });
    },
  },
  {
    name: "a subject that goes on above its limit is marked all the time",
    run: async (rule) => {
      const { clock, judgeMany } = world(rule, { ...none, keyVelocity: rate });
      await judgeMany(40, byKey);
      for (let second = 0; second < 300; second += 1) {
        clock.advance(1_000);
        expect(await judgeMany(2, byKey)).toEqual({ key_velocity: 2 });
      }
    },
  },
  {
    name: "instances agree through the limiter's store",
    run: async (rule) => {
      const networkVelocity = { limit: 320, windowMs: minuteMs };
      const one = world(rule, { ...none, networkVelocity });
      const { clock, limiter } = one;
      const others = Array.from({ length: 7 }, () =>
        world(rule, { ...none, networkVelocity }, { clock, limiter }),
      );
      let persons = 0;
      for (let turn = 0; turn < 80; turn += 1) {
        for (const { judge } of [one, ...others]) if ((await judge()) === "person") persons += 1;
      }
      expect(persons).toBe(320);
    },
  },
  {
    name: "a subject with little traffic costs no claim, and its first claim brings what was counted before",
    run: async (rule) => {
      const { claims, judgeMany } = world(rule, {
        ...none,
        visitorVelocity: { limit: 160, windowMs: minuteMs },
      });
      await judgeMany(9);
      expect(claims).toEqual([]);
      await judgeMany(2);
      expect(claims).toEqual(["visitor_velocity:visitor-1 10", "visitor_velocity:visitor-1 1"]);
    },
  },
  {
    name: "a limiter that fails marks nothing",
    run: async (rule) => {
      const limiter = { take: async () => Promise.reject(new Error("The limiter is down.")) };
      const { judgeMany } = world(
        rule,
        { ...none, visitorVelocity: rate, networkVelocity: rate },
        { limiter },
      );
      expect(await judgeMany(100)).toEqual({ person: 100 });
    },
  },
  {
    name: "a click sooner than a second after the issue is marked, and one at a second is not",
    run: async (rule) => {
      const { judge } = world(rule);
      expect(await judge({ ...click, ageMs: 999 })).toBe("click_age");
      expect(await judge({ ...click, ageMs: 1_000 })).toBe("person");
      expect(await world(rule, { clickAgeMs: 200 }).judge({ ...click, ageMs: 200 })).toBe("person");
      expect(await world(rule, { clickAgeMs: false }).judge({ ...click, ageMs: 0 })).toBe("person");
    },
  },
  {
    name: "a press sooner than a second after the issue is marked, and a view never is",
    run: async (rule) => {
      const { judge } = world(rule);
      expect(await judge({ kind: "press", ageMs: 999 })).toBe("press_age");
      expect(await judge({ kind: "press", ageMs: 1_000 })).toBe("person");
      expect(await judge({ kind: "view", ageMs: 999 })).toBe("person");
      expect(await world(rule, { pressAgeMs: false }).judge({ kind: "press", ageMs: 0 })).toBe("person");
    },
  },
  {
    name: "a visitor with 100 ads and no view is marked until one is confirmed",
    run: async (rule) => {
      const { judge, unconfirmed } = world(rule);
      for (let ad = 0; ad < 99; ad += 1) unconfirmed.noteIssued("visitor-1");
      expect(await judge()).toBe("person");
      unconfirmed.noteIssued("visitor-1");
      expect(await judge()).toBe("never_confirms");
      expect(await judge({ kind: "view" })).toBe("person");
      expect(await judge({ userKey: "visitor-2" })).toBe("person");
      unconfirmed.noteConfirmed("visitor-1");
      expect(await judge()).toBe("person");
      expect(await world(rule, { neverConfirms: false }).judge()).toBe("person");
    },
  },
  {
    name: "a named network is marked before all other rules, of IPv4 and IPv6",
    run: async (rule) => {
      const markedNetworks = ["203.0.113.0/24", "2001:db8::/32", "198.51.100.9"];
      const { judge } = world(rule, { markedNetworks });
      for (const address of [
        "203.0.113.255",
        "2001:db8:1::1",
        "[2001:db8:1::1]:443",
        "::ffff:203.0.113.1",
        "198.51.100.9",
      ]) {
        expect(await judge({ address })).toBe("named_network");
        expect(await judge({ ...click, address, ageMs: 0 })).toBe("named_network");
      }
      for (const address of ["203.0.112.255", "2001:db9::1", "198.51.100.8", "unknown"]) {
        expect(await judge({ address })).toBe("person");
      }
    },
  },
];

const byHook: readonly RuleCase[] = [
  {
    name: "a hook excludes and marks, at once or in a promise, and is told what it needs",
    run: async (rule) => {
      const told: unknown[] = [];
      const { judge } = world(
        rule,
        {},
        {
          classify: (event) => {
            const { header, ...fields } = event;
            told.push({ ...fields, language: header("accept-language") });
            if (fields.userKey === "visitor-1") return { mark: "staff" };
            return Promise.resolve(fields.userKey === "visitor-2" ? "excluded" : "person");
          },
        },
      );
      expect(await judge({ headers: { "accept-language": "de" } })).toBe("staff");
      expect(await judge({ ...byKey, userKey: "visitor-2" })).toBe("excluded: embedder");
      expect(await judge({ userKey: "visitor-3" })).toBe("person");
      expect(await judge({ headers: bot })).toBe("excluded: bot");
      expect(told).toHaveLength(3);
      expect(told[0]).toEqual({
        kind: "ad_request",
        caller: "browser",
        surface: "web",
        platformId: "pf_one",
        apiKeyId: "",
        userKey: "visitor-1",
        network: "network-1",
        language: "de",
      });
    },
  },
  {
    name: "a hook that returns nonsense judges nothing, and is left alone for a second",
    run: async (rule) => {
      for (const nonsense of [
        "true",
        "null",
        '"robot"',
        '{"mark":7}',
        '{"mark":""}',
        '{"mark":"Not a mark"}',
      ]) {
        let asked = 0;
        const classify = () => {
          asked += 1;
          return JSON.parse(nonsense);
        };
        const { clock, judgeMany, log } = world(rule, {}, { classify });
        expect(await judgeMany(5)).toEqual({ person: 5 });
        clock.advance(1_000);
        expect(await judgeMany(5)).toEqual({ person: 5 });
        expect([asked, log.length]).toEqual([2, 2]);
      }
    },
  },
  {
    name: "a rule marks before the hook, and the hook excludes before a rule marks",
    run: async (rule) => {
      const marking = world(rule, {}, { classify: () => ({ mark: "staff" }) });
      expect(await marking.judge({ ...click, ageMs: 0 })).toBe("click_age");
      const excluding = world(rule, {}, { classify: () => "excluded" });
      expect(await excluding.judge({ ...click, ageMs: 0 })).toBe("excluded: embedder");
    },
  },
];

/** The rule, a sentence each; each fault of the rule is refused by one of them. */
export const ruleCases: readonly RuleCase[] = [...excluded, ...marked, ...byHook];
