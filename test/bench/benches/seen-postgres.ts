import { openDatabase } from "../database.ts";
import type { Workload } from "../load/sources.ts";
import type { BenchResult } from "../result.ts";
import { compare, ratio } from "../rounds.ts";
import { startServer } from "../servers/bench-server.ts";
import { type Bench, type BenchContext, connections } from "./bench.ts";

const milliseconds = 2_000;
/** Deliveries issued ahead for one round: more than a round can confirm, as each can be confirmed once. */
const perRound = { handbill: 24_000, transactions: 2_500 };
/** A delivery may be confirmed a second after its issue (contract.md §4.3). */
const ageMs = 1_100;
const answer = JSON.stringify({ ok: true });

/** design: durable views in batches beside one transaction per request, and beside a bare JSON server. */
export const seenOnPostgres: Bench = {
  name: "seen-postgres",
  about:
    "POST /web/seen on durable PostgreSQL, one hot campaign, beside a transaction per request and a bare server",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<BenchResult> {
  const url = await context.postgresUrl();
  const database = await openDatabase(url, 1);
  const handbill = await startServer("node", "handbill-node", {
    DATABASE_URL: url,
    BENCH_SCHEMA: database.schema,
  });
  const transactions = await startServer("node", "transactions", { DATABASE_URL: url, BENCH_ANSWER: answer });
  const bare = await startServer("node", "bare-node", { BENCH_ANSWER: answer });
  const issuedAt = Date.now();
  const issuedAhead = (
    issue: typeof database.issue,
    perSecond: number,
  ): ((round: number) => Promise<Workload>) => {
    const count = Math.ceil((perSecond * milliseconds * context.scale) / 1_000);
    return async (round) => {
      const workload: Workload = { kind: "seen", issuedAt, first: round * count, count };
      await issue(issuedAt, workload.first, count);
      await new Promise((resolve) => setTimeout(resolve, ageMs));
      return workload;
    };
  };
  try {
    const [ours, theirs, least] = await compare(
      [
        { name: "handbill", server: handbill, workload: issuedAhead(database.issue, perRound.handbill) },
        {
          name: "transaction per request",
          server: transactions,
          workload: issuedAhead(database.issueBaseline, perRound.transactions),
        },
        { name: "bare JSON", server: bare, workload: { kind: "seen", issuedAt, first: 0, count: 200_000 } },
      ],
      context.load,
      {
        rounds: 5,
        milliseconds: milliseconds * context.scale,
        warmUpMilliseconds: milliseconds * context.scale,
        connections,
        awake: false,
        progress: context.progress,
      },
    );
    if (ours === undefined || theirs === undefined || least === undefined) {
      throw new Error("This comparison has three sides.");
    }
    return {
      name: seenOnPostgres.name,
      title: `POST /web/seen, durable PostgreSQL, one hot campaign, node, ${connections} connections`,
      sides: [ours, theirs, least],
      ratios: [
        {
          name: "requests/s, handbill / transactions",
          value: ratio(ours, theirs, (round) => round.perSecond),
          goal: { atLeast: 8 },
        },
        {
          name: "p99, handbill / transactions",
          value: ratio(ours, theirs, (round) => round.p99),
          goal: { atMost: 1 },
        },
        {
          name: "requests/s, handbill / bare",
          value: ratio(ours, least, (round) => round.perSecond),
          goal: { atLeast: 0.25 },
        },
      ],
    };
  } finally {
    await Promise.all([handbill.stop(), transactions.stop(), bare.stop()]);
    await database.close();
  }
}
