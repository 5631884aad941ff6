import { openDatabase } from "../database.ts";
import type { BenchResult } from "../result.ts";
import { compare, ratio } from "../rounds.ts";
import { adAnswer } from "../servers/ad-answer.ts";
import { startServer } from "../servers/bench-server.ts";
import { type Bench, type BenchContext, connections } from "./bench.ts";

/** design: durable issues in batches beside one transaction per request through the same driver. */
export function adsOnPostgres(campaigns: number, goal: number): Bench {
  const over = campaigns === 1 ? "one hot campaign" : `${campaigns} campaigns`;
  return {
    name: campaigns === 1 ? "ads-postgres-hot" : `ads-postgres-${campaigns}`,
    about: `POST /web/ads on durable PostgreSQL over ${over}, beside a transaction per request`,
    run: async (context) => [await run(campaigns, over, goal, context)],
  };
}

async function run(
  campaigns: number,
  over: string,
  goal: number,
  context: BenchContext,
): Promise<BenchResult> {
  const url = await context.postgresUrl();
  const database = await openDatabase(url, campaigns);
  const handbill = await startServer("node", "handbill-node", {
    DATABASE_URL: url,
    BENCH_SCHEMA: database.schema,
  });
  const transactions = await startServer("node", "transactions", {
    DATABASE_URL: url,
    BENCH_CAMPAIGNS: String(campaigns),
    BENCH_ANSWER: await adAnswer(handbill.url),
  });
  try {
    const [ours, theirs] = await compare(
      [
        { name: "handbill", server: handbill, workload: { kind: "ads" } },
        { name: "transaction per request", server: transactions, workload: { kind: "ads" } },
      ],
      context.load,
      {
        rounds: 5,
        milliseconds: 3_000 * context.scale,
        warmUpMilliseconds: 2_000 * context.scale,
        connections,
        awake: false,
        progress: context.progress,
      },
    );
    if (ours === undefined || theirs === undefined) throw new Error("A comparison has two sides.");
    return {
      name: campaigns === 1 ? "ads-postgres-hot" : `ads-postgres-${campaigns}`,
      title: `POST /web/ads, durable PostgreSQL, ${over}, node, ${connections} connections`,
      sides: [ours, theirs],
      ratios: [
        {
          name: "requests/s, handbill / transactions",
          value: ratio(ours, theirs, (round) => round.perSecond),
          goal: { atLeast: goal },
        },
        { name: "p99, handbill / transactions", value: ratio(ours, theirs, (round) => round.p99) },
      ],
    };
  } finally {
    await Promise.all([handbill.stop(), transactions.stop()]);
    await database.close();
  }
}
