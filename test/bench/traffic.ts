// `npm run bench:traffic`: the judge of traffic beside the whole ad request that it judges.
import process from "node:process";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import type { HttpRequest } from "../../core/contract/http.ts";
import { createHandbill } from "../../core/handbill.ts";
import { consoleLog } from "../../core/log.ts";
import { systemClock } from "../../core/timing/clock.ts";
import { createTrafficJudge } from "../../core/traffic/judge.ts";
import type { TrafficEvent } from "../../core/traffic/traffic-event.ts";
import { readTrafficRules } from "../../core/traffic/traffic-rules.ts";
import { installCatalog } from "./catalog.ts";
import { cpuMicros } from "./cpu-micros.ts";
import { origin, platformId, rateLimits, secret, trafficRules } from "./installation.ts";
import { median } from "./median.ts";
import { table } from "./print.ts";

const visitors = 4_096;
const perRound = 20_480;
const rounds = 9;
const mostMicros = 0.5;
/** The same, of a whole request of 15 µs: it holds on a busy machine, too. */
const mostShare = 1 / 30;
const agents = [118, 126, 134, 139, 140].map(
  (version) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
);

/** A browser's request, with strings of its own as a server's parser makes them. */
function requestOf(index: number): HttpRequest {
  const visitor = `visitor-${String(index % visitors).padStart(12, "0")}`;
  const body = JSON.stringify({ platform_id: platformId, visitor_id: visitor });
  const bytes = new TextEncoder().encode(body);
  const headers = new Map([
    ["content-type", "application/json"],
    ["origin", origin],
    ["user-agent", Buffer.from(agents[index % agents.length] ?? "").toString("latin1")],
  ]);
  return {
    method: "POST",
    target: "/api/v1/web/ads",
    header: (name) => headers.get(name),
    readBody: async () => bytes,
    clientAddress: `203.0.${index % 64}.7`,
  };
}

function eventOf(index: number): TrafficEvent {
  return {
    kind: "ad_request",
    caller: "browser",
    surface: "web",
    platformId,
    apiKeyId: "",
    userKey: Buffer.from(`user-key-of-${index % visitors}`).toString("latin1"),
    network: `network-${index % 64}`,
    request: requestOf(index),
  };
}

/** Ordinary traffic: no subject comes near its limit, however fast this machine is. */
const settings = { trafficRules: readTrafficRules(trafficRules, () => undefined).rules, trustProxy: 0 };
const judge = createTrafficJudge({ clock: systemClock, log: consoleLog });
const store = createMemoryStore();
await installCatalog(store, "mixed");
const handbill = createHandbill({
  store,
  secrets: [secret],
  baseUrl: "https://ads.example",
  rateLimits,
  trafficRules,
  log: () => {},
});

function judgeAll(events: readonly TrafficEvent[]): number {
  const begun = cpuMicros();
  for (const event of events) {
    if (judge.begin(event, settings).end([]) instanceof Promise) throw new Error("There is no hook.");
  }
  return (cpuMicros() - begun) / events.length;
}

async function answerAll(requests: readonly HttpRequest[]): Promise<number> {
  const begun = cpuMicros();
  for (let at = 0; at < requests.length; at += 64) {
    const answers = await Promise.all(requests.slice(at, at + 64).map(handbill.answer));
    if (answers.some(({ status }) => status !== 200)) throw new Error("A request was refused.");
  }
  return (cpuMicros() - begun) / requests.length;
}

const judged: number[] = [];
const whole: number[] = [];
for (let round = 0; round <= rounds; round += 1) {
  const indexes = Array.from({ length: perRound }, (_, index) => round * perRound + index);
  const [events, requests] = [indexes.map(eventOf), indexes.map(requestOf)];
  const [ofJudge, ofAll] = [judgeAll(events), await answerAll(requests)];
  // The first round warms up.
  if (round > 0) judged.push(ofJudge);
  if (round > 0) whole.push(ofAll);
}
const [micros, allMicros] = [median(judged), median(whole)];
const share = micros / allMicros;
const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
const verdict = (isReached: boolean): string => (isReached ? "reached" : "NOT reached");
const rows = [
  ["", "CPU µs per request", "goal", ""],
  ["the judge", micros.toFixed(2), `≤ ${mostMicros}`, verdict(micros <= mostMicros)],
  ["the whole request, in process", allMicros.toFixed(2), "", ""],
  ["share of it", percent(share), `≤ ${percent(mostShare)}`, verdict(share <= mostShare)],
];
process.stdout.write(`Ad requests of browsers, memory store, median of ${rounds} rounds\n${table(rows)}`);
process.exit();
