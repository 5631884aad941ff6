import { createPrng, type Prng } from "../conformance/prng.ts";
import { type Fate, fates, type PlannedFate } from "./network.ts";

/** What happens in a history, one after the other. Each step stands for itself, so that any of them can be left out. */
export type Step = { readonly gapMs: number } & (
  | {
      /** A user asks a server for an ad. */
      readonly kind: "ask";
      readonly id: number;
      readonly user: number;
      readonly server: number;
      readonly placement: string;
      readonly isTest: boolean;
    }
  | {
      /** A user tells a server about the ad of an earlier step, when the ad has an age. Nothing if there was no ad. */
      readonly kind: "tell";
      readonly of: number;
      readonly deed: Deed;
      readonly server: number;
      readonly ageMs: number;
    }
  | {
      /** The next message on a link has a fate; of a store's link perhaps the next one that writes something. */
      readonly kind: "fate";
      readonly link: "client" | "store";
      readonly server: number;
      readonly of: PlannedFate["of"];
      readonly fate: Fate;
    }
  | {
      /** A server dies instead of sending the message after the next `messages`, and starts again later. */
      readonly kind: "crash";
      readonly server: number;
      readonly messages: number;
      readonly downMs: number;
    }
  | {
      /** A server closes as it does after SIGTERM, and starts again. */
      readonly kind: "stop";
      readonly server: number;
    }
  | {
      /** The operator leaves a campaign room for so many views, by what it has used and holds when the operator looks. */
      readonly kind: "budget";
      readonly campaign: string;
      readonly views: number;
    }
  | {
      /** The operator pauses or resumes a campaign. */
      readonly kind: "pause";
      readonly campaign: string;
      readonly isPaused: boolean;
    }
  | {
      /** The clock of a server is set. */
      readonly kind: "clock";
      readonly server: number;
      readonly aheadMs: number;
    }
  | {
      /** Time passes. `isSuspended`: without any event, as on a machine that sleeps. */
      readonly kind: "wait";
      readonly ms: number;
      readonly isSuspended: boolean;
    }
);

/** What a user tells about an ad. */
export type Deed = "seen" | "press" | "click";

/** The number of servers of a history. */
export const servers = 3;
const users = 4;
const stepsOfHistory = 50;
const ages = [0, 500, 999, 1_000, 1_000, 1_000, 1_200, 2_500, 30_000];
const hourMs = 3_600_000;
const tenMinutesMs = 600_000;

/** A generator of its own for each purpose, all from one seed. */
export function streamOf(seed: number, purpose: number): Prng {
  const prng = createPrng(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b));
  // The first numbers of neighbouring seeds are alike.
  for (let n = 0; n < 8; n++) prng.below(2);
  return prng;
}

/** The steps of a seed. */
export function stepsOf(seed: number): readonly Step[] {
  const prng = streamOf(seed, 0);
  const asked: number[] = [];
  return Array.from({ length: stepsOfHistory }, (_, id) => {
    const common = { gapMs: prng.pick([0, 0, 0, 1, 5, 30, 300, 1_000]), server: prng.below(servers) };
    return prng.below(100) < 68 ? userStep(prng, id, asked, common) : otherStep(prng, common);
  });
}

interface Common {
  readonly gapMs: number;
  readonly server: number;
}

function userStep(prng: Prng, id: number, asked: number[], common: Common): Step {
  if (asked.length === 0 || prng.below(2) === 0) {
    asked.push(id);
    const placement = prng.pick(["chat", "chat", "chat", "chat", "sidebar"]);
    return { ...common, kind: "ask", id, user: prng.below(users), placement, isTest: prng.below(20) === 0 };
  }
  const deed = prng.pick(["seen", "seen", "seen", "press", "click"] as const);
  // Mostly about the last ads, so that they are told about more than once.
  const of = prng.pick(prng.below(3) === 0 ? asked : asked.slice(-4));
  return { ...common, kind: "tell", of, deed, ageMs: prng.pick(ages) };
}

function otherStep(prng: Prng, common: Common): Step {
  const chance = prng.below(32);
  const { gapMs, server } = common;
  if (chance < 12) {
    const link = prng.pick(["client", "store", "store"] as const);
    const of = link === "client" ? "any" : prng.pick(["any", "issue", "record"] as const);
    return { gapMs, server, kind: "fate", link, of, fate: prng.pick(fates) };
  }
  if (chance < 17)
    return { ...common, kind: "crash", messages: prng.below(6), downMs: prng.pick([0, 10, 500, 5_000]) };
  if (chance < 18) return { ...common, kind: "stop" };
  const campaign = prng.pick(["plain", "daily", "capped"]);
  if (chance < 23) return { gapMs, kind: "budget", campaign, views: prng.below(6) };
  if (chance < 25) return { gapMs, kind: "pause", campaign, isPaused: prng.below(2) === 0 };
  if (chance < 27)
    return { gapMs, server, kind: "clock", aheadMs: prng.below(2 * tenMinutesMs) - tenMinutesMs };
  // An hour of events takes as long as twenty histories, so that long times pass without events.
  const isLong = prng.below(12) === 0;
  const ms = isLong
    ? prng.pick([hourMs - 2_000, hourMs, 12 * hourMs])
    : prng.pick([100, 1_000, 6_000, 31_000]);
  return { gapMs, kind: "wait", ms, isSuspended: isLong || prng.below(4) === 0 };
}

/** A step in a line that a person reads. */
export function describeStep(step: Step): string {
  const after = step.gapMs > 0 ? `after ${step.gapMs} ms ` : "";
  switch (step.kind) {
    case "ask":
      return `${after}user ${step.user} asks server ${step.server} for ad ${step.id} in ${step.placement}${step.isTest ? ", a test ad" : ""}`;
    case "tell":
      return `${after}${step.deed} of ad ${step.of} is told to server ${step.server}, at the age of ${step.ageMs} ms or later`;
    case "fate":
      return `${after}the next ${step.of === "any" ? "message" : step.of} between ${step.link} and server ${step.server}: ${step.fate}`;
    case "crash":
      return `${after}server ${step.server} dies after ${step.messages} more messages, and is down for ${step.downMs} ms`;
    case "stop":
      return `${after}server ${step.server} closes and starts again`;
    case "budget":
      return `${after}the operator leaves ${step.campaign} room for ${step.views} views`;
    case "pause":
      return `${after}the operator ${step.isPaused ? "pauses" : "resumes"} ${step.campaign}`;
    case "clock":
      return `${after}the clock of server ${step.server} is set ${step.aheadMs} ms ahead`;
    case "wait":
      return `${after}${step.ms} ms pass${step.isSuspended ? ", and nothing runs meanwhile" : ""}`;
    default:
      return step satisfies never;
  }
}
