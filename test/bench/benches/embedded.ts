import type { Workload } from "../load/sources.ts";
import type { BenchResult } from "../result.ts";
import { compare, ratio } from "../rounds.ts";
import { startServer } from "../servers/bench-server.ts";
import { type Bench, type BenchContext, connections } from "./bench.ts";

const rounds = 5;
const milliseconds = 2_000;
/** Views that a round can confirm at most, as each delivery is seen once. */
const perRound = 20_000;
/** A delivery may be confirmed a second after its issue (contract.md §4.3). */
const ageMs = 10_000;

/** The two stores that live in the server's own process, under the same load. */
export const embedded: Bench = {
  name: "embedded",
  about: "POST /web/ads and /web/seen on an SQLite file, beside PGlite in a directory",
  run: async (context) => [await run("ads", context), await run("seen", context)],
};

async function run(kind: "ads" | "seen", context: BenchContext): Promise<BenchResult> {
  const count = Math.ceil(perRound * context.scale);
  const issuedAt = Date.now() - ageMs;
  const env = {
    BENCH_ISSUED_AT: String(issuedAt),
    BENCH_ISSUED: kind === "seen" ? String(count * (rounds + 1)) : "0",
  };
  const sqlite = await startServer("node", "handbill-embedded", { ...env, BENCH_STORE: "sqlite" });
  const pglite = await startServer("node", "handbill-embedded", { ...env, BENCH_STORE: "pglite" });
  const workload = async (round: number): Promise<Workload> =>
    kind === "ads" ? { kind } : { kind, issuedAt, first: round * count, count };
  try {
    const [ours, theirs] = await compare(
      [
        { name: "sqlite", server: sqlite, workload },
        { name: "pglite", server: pglite, workload },
      ],
      context.load,
      {
        rounds,
        milliseconds: milliseconds * context.scale,
        warmUpMilliseconds: milliseconds * context.scale,
        connections,
        awake: false,
        progress: context.progress,
      },
    );
    if (ours === undefined || theirs === undefined) throw new Error("This comparison has two sides.");
    return {
      name: `embedded-${kind}`,
      title: `POST /web/${kind}, one hot campaign, node, ${connections} connections`,
      sides: [ours, theirs],
      ratios: [
        {
          name: "requests/s, sqlite / pglite",
          value: ratio(ours, theirs, (round) => round.perSecond),
          goal: { atLeast: 1 },
        },
        {
          name: "p99, sqlite / pglite",
          value: ratio(ours, theirs, (round) => round.p99),
          goal: { atMost: 1 },
        },
      ],
    };
  } finally {
    await Promise.all([sqlite.stop(), pglite.stop()]);
  }
}
