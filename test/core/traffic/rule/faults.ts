/** A piece of source text of `core/traffic`, what stands there instead, and the case that refuses it. */
export interface Fault {
  readonly fault: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly refusedBy: string;
}

const byAgent = "a program's ad requests, views and presses without a key are excluded under their reason";
const ofLinks = "a click is excluded for the first reason of the contract's table";
const ofVelocity = "each velocity marks from its limit on, its own subject alone, and ends with the window";
const ofWeights = "velocities count views, presses, clicks and reports, too: 1, 4, 10 and 1 units";

export const faults: readonly Fault[] = [
  {
    fault: "agents are not judged",
    file: "judge.ts",
    from: `excludeByAgent && caller === "browser"`,
    to: "excludeByAgent && kind === undefined",
    refusedBy: byAgent,
  },
  {
    fault: "servers are judged by their agent",
    file: "judge.ts",
    from: `excludeByAgent && caller === "browser"`,
    to: "excludeByAgent",
    refusedBy: "a request with a key is not judged by its agent, nor by its network",
  },
  {
    fault: "the switch for agents does nothing",
    file: "judge.ts",
    from: "excludeByAgent && caller",
    to: "caller",
    refusedBy: "the setting lets programs ask for ads, and their clicks stay excluded",
  },
  {
    fault: "servers are judged by their network",
    file: "judge.ts",
    from: ` || caller === "server") return false`,
    to: ") return false",
    refusedBy: "a request with a key is not judged by its agent, nor by its network",
  },
  {
    fault: "HEAD is a click",
    file: "link-reason.ts",
    from: `if (request.method === "HEAD") return "head";`,
    to: "",
    refusedBy: ofLinks,
  },
  {
    fault: "a prefetch is a click",
    file: "judge.ts",
    from: "fetchedAhead(request) ?? ",
    to: "",
    refusedBy: ofLinks,
  },
  {
    fault: "an image is a click",
    file: "judge.ts",
    from: `(isNavigation(request) ? undefined : "no_navigation")`,
    to: "undefined",
    refusedBy: ofLinks,
  },
  {
    fault: "an agent without letters is a browser",
    file: "user-agent.ts",
    from: `return "no_user_agent";`,
    to: "return undefined;",
    refusedBy: byAgent,
  },
  {
    fault: "an agent of any length is a browser's",
    file: "user-agent.ts",
    from: `return "impossible_user_agent";`,
    to: "return undefined;",
    refusedBy: byAgent,
  },
  {
    fault: "a library is a browser",
    file: "user-agent.ts",
    from: `return "http_library";`,
    to: "return undefined;",
    refusedBy: byAgent,
  },
  {
    fault: "an application that is a program is a person",
    file: "user-agent.ts",
    from: `isBot ? "fetching_app" : "app_library"`,
    to: `"app_library"`,
    refusedBy: "an application may ask for its person's ad by the system's library, unless it is a program's",
  },
  {
    fault: "a named network is not marked",
    file: "judge.ts",
    from: `return "named_network";`,
    to: "return undefined;",
    refusedBy: "a named network is marked before all other rules, of IPv4 and IPv6",
  },
  {
    fault: "no velocity marks",
    file: "judge.ts",
    from: "const fast = exceeded(decisions);",
    to: "const fast = undefined;",
    refusedBy: ofVelocity,
  },
  {
    fault: "a busy platform hides what a requester does",
    file: "judge.ts",
    from: " && !isOfMany(fast)",
    to: "",
    refusedBy: "what a requester does is named before how busy its key and platform are",
  },
  {
    fault: "a busy platform hides that a visitor passes its limit",
    file: "velocity.ts",
    from: "if (first === undefined || namedAt[rule] < namedAt[first]) first = rule;",
    to: "first ??= rule;",
    refusedBy: "what a requester does is named before how busy its key and platform are",
  },
  ...["network_velocity", "key_velocity", "platform_velocity", "visitor_velocity"].map((name) => ({
    fault: `${name} is not counted`,
    file: "velocity.ts",
    from: `count("${name}", `,
    to: `((..._given: readonly unknown[]): void => {})("${name}", `,
    refusedBy: ofVelocity,
  })),
  {
    fault: "a press counts like a view",
    file: "velocity.ts",
    from: "press: 4",
    to: "press: 1",
    refusedBy: ofWeights,
  },
  {
    fault: "a click counts like a view",
    file: "velocity.ts",
    from: "click: 10",
    to: "click: 1",
    refusedBy: ofWeights,
  },
  {
    fault: "a report counts like a click",
    file: "velocity.ts",
    from: "report: 1",
    to: "report: 10",
    refusedBy: ofWeights,
  },
  {
    fault: "a network beyond its velocity counts into that of the platform",
    file: "velocity.ts",
    from: "if (!ofNetwork)",
    to: "",
    refusedBy: "what a network sends beyond its velocity does not count into that of the platform",
  },
  {
    fault: "what was counted before the first claim is lost",
    file: "velocity.ts",
    from: "before < least ?",
    to: "before < 0 ?",
    refusedBy:
      "a subject with little traffic costs no claim, and its first claim brings what was counted before",
  },
  {
    fault: "a mark ends with its event",
    file: "velocity.ts",
    from: "tally.markedUntil = now + rate.windowMs;",
    to: "",
    refusedBy: "a subject that goes on above its limit is marked all the time",
  },
  {
    fault: "the limiter is not asked",
    file: "velocity.ts",
    from: "found.push(",
    to: "[].concat(",
    refusedBy: "instances agree through the limiter's store",
  },
  {
    fault: "what is excluded is counted",
    file: "judge.ts",
    from: "if (reason !== undefined) return { claims: []",
    to: "if (reason !== undefined) velocities.measure(event, settings.trafficRules, clock());\n      if (reason !== undefined) return { claims: []",
    refusedBy: "what is excluded counts in no velocity",
  },
  {
    fault: "no click is too soon",
    file: "judge.ts",
    from: `return "click_age";`,
    to: "return undefined;",
    refusedBy: "a click sooner than a second after the issue is marked, and one at a second is not",
  },
  {
    fault: "no press is too soon",
    file: "judge.ts",
    from: `return "press_age";`,
    to: "return undefined;",
    refusedBy: "a press sooner than a second after the issue is marked, and a view never is",
  },
  {
    fault: "no visitor is doubtful",
    file: "judge.ts",
    from: `return "never_confirms";`,
    to: "return undefined;",
    refusedBy: "a visitor with 100 ads and no view is marked until one is confirmed",
  },
  {
    fault: "a confirmed ad changes nothing",
    file: "unconfirmed.ts",
    from: "known.ads = 0;",
    to: "known.ads += 0;",
    refusedBy: "a visitor with 100 ads and no view is marked until one is confirmed",
  },
  {
    fault: "a hook excludes nothing",
    file: "judge.ts",
    from: `if (known === "excluded") return`,
    to: `if (known === undefined) return`,
    refusedBy: "a rule marks before the hook, and the hook excludes before a rule marks",
  },
  {
    fault: "a hook marks before the rules",
    file: "judge.ts",
    from: `ruleFor(event, fast, settings) ?? (known === "person" ? undefined : known.mark)`,
    to: `(known === "person" ? undefined : known.mark) ?? ruleFor(event, fast, settings)`,
    refusedBy: "a rule marks before the hook, and the hook excludes before a rule marks",
  },
  {
    fault: "a hook may mark with anything",
    file: "classify.ts",
    from: "mark.test(found.mark)",
    to: "true",
    refusedBy: "a hook that returns nonsense judges nothing, and is left alone for a second",
  },
  {
    fault: "a hook is not asked",
    file: "judge.ts",
    from: "if (ask === undefined) return",
    to: "if (ask !== event) return",
    refusedBy: "a hook excludes and marks, at once or in a promise, and is told what it needs",
  },
];
