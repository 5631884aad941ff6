// `npm run bench:selection`: choosing among a thousand, a hundred thousand and a million campaigns, as ratios.
import process from "node:process";
import { CatalogLanguages } from "../../core/reporting/languages.ts";
import type { Slot } from "../../core/selection/eligibility.ts";
import { choicesPerOrder } from "../../core/selection/ranking.ts";
import { select } from "../../core/selection/select.ts";
import { estimateRates } from "../../core/selection/view-rate.ts";
import { orderOf } from "../../core/serving/issue-ad.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { compileTopics } from "../../core/topics/compile.ts";
import { platform } from "../conformance/fixtures.ts";
import { median } from "./median.ts";
import { table } from "./print.ts";
import { isReached, type Ratio } from "./result.ts";
import { benchQuestions, benchTopics } from "./selection/bench-topics.ts";
import {
  type BenchInstance,
  benchDraw,
  exhaustBest,
  openInstance,
  plainScanOf,
} from "./selection/instance.ts";
import {
  type CallTimes,
  longestByItself,
  longestOf,
  overRounds,
  type StallTimes,
  timeCalls,
} from "./selection/measure.ts";
import { benchNow, mixedSlots } from "./selection/mixed-campaigns.ts";
import { adThroughput, type Throughput } from "./selection/throughput.ts";

const sizes = [1_000, 100_000, 1_000_000] as const;
const requests = 20_000;
const rounds = 7;
const questionCharacters = 512;
const reranksInTurn = 3;

const progress = (line: string): boolean => process.stderr.write(`${line}\n`);
const micros = (value: number): string => value.toFixed(2);
const slots = mixedSlots(requests);

progress("Serving …");
const served = await adThroughput([10, 100_000], "own");
const servedInTurn = await adThroughput([10, 100_000], "one");
progress("Making campaigns …");
const instances = sizes.map(openInstance);
const [thousand, hundredThousand, million] = instances;
if (thousand === undefined || hundredThousand === undefined || million === undefined)
  throw new Error("no instance");

progress("Selecting …");
const all = selectIn(instances);
progress("Selecting with the best 99 % exhausted …");
const restore = instances.map(exhaustBest);
const exhausted = selectIn(instances);
for (const enter of restore) enter();
progress("Scanning …");
const scan = plainScanOf(hundredThousand);
const plain = timeCalls(40, (index) => scan(slotAt(index)));
progress("Ranking anew …");
const reranks = await rerank(million);
progress("Deciding …");
const decision = decide(hundredThousand);
printAll();

/** All sizes in turn, so that what disturbs the machine disturbs all of them. */
function selectIn(among: readonly BenchInstance[]): readonly CallTimes[] {
  const found = among.map((): CallTimes[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { liveIndex }] of among.entries()) {
      const times = timeCalls(requests, (index) => select(liveIndex, slotAt(index), benchDraw));
      if (round > 0) found[at]?.push(times);
    }
  }
  return found.map(overRounds);
}

function slotAt(index: number): Slot {
  const slot = slots[index];
  if (slot === undefined) throw new RangeError("There is no such request.");
  return slot;
}

/** The order by new view rates, made while requests are served; several times, in the same pieces. */
async function rerank({ liveIndex, stalls }: BenchInstance): Promise<readonly StallTimes[]> {
  const rateOf = estimateRates({ web: { issued: 1_000, seen: 600 }, bot: { issued: 0, seen: 0 } }, (id) => {
    const issued = (Number(id.slice("creative-".length)) * 7_919) % 500;
    return issued < 100 ? undefined : { issued, seen: Math.floor((issued * (issued % 10)) / 10) };
  });
  const runs: StallTimes[] = [];
  for (let run = 0; run < reranksInTurn; run++) {
    stalls.start();
    liveIndex.rerank(rateOf);
    await liveIndex.settled();
    runs.push(stalls.stop());
  }
  return runs;
}

interface Decision {
  readonly parse: number;
  readonly topics: number;
  readonly whole: number;
}

/** Medians of the parts of a decision and of reading its request, in turn. */
function decide({ liveIndex }: BenchInstance): Decision {
  const topics = benchTopics(150);
  const matcher = compileTopics(topics);
  const questions = benchQuestions(topics, 2_000, questionCharacters);
  const bodies = questions.map((question, index) =>
    JSON.stringify({
      platform_id: slotAt(index).platformId,
      stable_user_id: `user-${index}`,
      language_code: slotAt(index).language,
      placement: slotAt(index).placement,
      context: { type: "conversation", question },
    }),
  );
  const snapshot = { languages: new CatalogLanguages() };
  const services = { clock: () => benchNow, random: systemRandom, snapshot };
  const recipient = { platform: platform(), apiKeyId: "", userKey: "a user" };
  const whole = (index: number): void => {
    const slot: Slot = { ...slotAt(index), topics: matcher.match(questions[index] ?? "") };
    const selection = select(liveIndex, slot, benchDraw);
    if (selection.selected) orderOf(selection.choices, slot, recipient, services);
  };
  const found: Record<keyof Decision, number[]> = { parse: [], topics: [], whole: [] };
  for (let round = 0; round <= rounds; round++) {
    const parse = timeCalls(questions.length, (index) => JSON.parse(bodies[index] ?? "")).median;
    const match = timeCalls(questions.length, (index) => matcher.match(questions[index] ?? "")).median;
    const decided = timeCalls(questions.length, whole).median;
    if (round === 0) continue;
    found.parse.push(parse);
    found.topics.push(match);
    found.whole.push(decided);
  }
  return { parse: median(found.parse), topics: median(found.topics), whole: median(found.whole) };
}

function printAll(): void {
  const rows = instances.map(({ size, buildMs, bytes }, at) => [
    `${size.toLocaleString("en")} campaigns`,
    micros(all[at]?.median ?? 0),
    micros(all[at]?.p99 ?? 0),
    micros(exhausted[at]?.median ?? 0),
    micros(exhausted[at]?.p99 ?? 0),
    buildMs.toFixed(0),
    (bytes / 1e6).toFixed(1),
  ]);
  const head = ["", "select µs", "p99", "99 % out µs", "p99", "first build ms", "MB beside"];
  process.stdout.write(`Up to ${choicesPerOrder} choices, mixed targeting, ${requests} different requests\n`);
  process.stdout.write(`${table([head, ...rows])}\n`);
  const told = [
    ["", ""],
    ["plain scan of 100,000, µs", micros(plain.median)],
    [
      "ranking 1,000,000 anew in the background, ms from start to end",
      median(reranks.map(({ totalMs }) => totalMs)).toFixed(0),
    ],
    ["  of which at work, ms", median(reranks.map(({ busyMs }) => busyMs)).toFixed(0)],
    ["  longest piece of work, ms", longestByItself(reranks).toFixed(1)],
    [`  longest with the garbage collector, of ${reranksInTurn} times, ms`, longestOf(reranks).toFixed(1)],
    [
      `JSON.parse of a request with a question of ${questionCharacters} characters, µs`,
      micros(decision.parse),
    ],
    ["its topics, of 150, µs", micros(decision.topics)],
    ["the whole decision, 100,000 campaigns, µs", micros(decision.whole)],
    ...servedRows("each with its price", served),
    ...servedRows("all of one price", servedInTurn),
  ];
  process.stdout.write(`${table(told)}\n`);
  process.stdout.write(table([["", "ratio", "goal", ""], ...ratios().map(ratioRow)]));
}

function ratios(): readonly Ratio[] {
  const base: CallTimes = all[0] ?? { median: Number.NaN, p99: Number.NaN };
  const [, large, largest] = all;
  const spent = exhausted[2];
  return [
    {
      name: "1,000,000 / 1,000 campaigns, median",
      value: (largest?.median ?? 0) / base.median,
      goal: { atMost: 3 },
    },
    { name: "1,000,000 / 1,000 campaigns, p99", value: (largest?.p99 ?? 0) / base.p99, goal: { atMost: 8 } },
    {
      name: "1,000,000, best 99 % exhausted / 1,000, median",
      value: (spent?.median ?? 0) / base.median,
      goal: { atMost: 40 },
    },
    {
      name: "plain scan / index, 100,000 campaigns, median",
      value: plain.median / (large?.median ?? 0),
      goal: { atLeast: 1_000 },
    },
    { name: "MB beside 1,000,000 campaigns", value: (million?.bytes ?? 0) / 1e6, goal: { atMost: 64 } },
    ...servedRatios("each with its price", served),
    ...servedRatios("all of one price, so that each request pays another one", servedInTurn),
    { name: "whole decision / JSON.parse", value: decision.whole / decision.parse, goal: { atMost: 25 } },
  ];
}

function servedRows(prices: string, { overHttp, inProcess }: Throughput): readonly (readonly string[])[] {
  return [
    [`ad requests a second over HTTP, 10 campaigns, ${prices}`, (overHttp[0] ?? 0).toFixed(0)],
    ["  100,000 campaigns", (overHttp[1] ?? 0).toFixed(0)],
    ["  in process, 10 campaigns", (inProcess[0] ?? 0).toFixed(0)],
    ["  in process, 100,000 campaigns", (inProcess[1] ?? 0).toFixed(0)],
  ];
}

function servedRatios(prices: string, { overHttp, inProcess }: Throughput): readonly Ratio[] {
  const goal = { atLeast: 0.9 };
  return [
    {
      name: `ad requests a second over HTTP, 100,000 / 10 campaigns, ${prices}`,
      value: (overHttp[1] ?? 0) / (overHttp[0] ?? 0),
      goal,
    },
    { name: "  in process, without HTTP", value: (inProcess[1] ?? 0) / (inProcess[0] ?? 0), goal },
  ];
}

function ratioRow(ratio: Ratio): readonly string[] {
  const { goal } = ratio;
  const wanted = goal === undefined ? "" : "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  return [ratio.name, ratio.value.toFixed(2), wanted, isReached(ratio) === true ? "reached" : "NOT reached"];
}
