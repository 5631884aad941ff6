import type { Workload } from "../load/sources.ts";
import type { BenchResult } from "../result.ts";
import { compare, ratio } from "../rounds.ts";
import { startServer } from "../servers/bench-server.ts";
import { type Bench, type BenchContext, connections } from "./bench.ts";

const milliseconds = 2_000;
const rounds = 5;
/** More than a round can confirm, as each delivery can be confirmed once. */
const perSecond = 40_000;
/** A delivery may be confirmed a second after its issue (contract.md §4.3). */
const ageMs = 10_000;

/** The whole way of a view confirmation on the memory store beside a server that only parses and writes JSON. */
export const seenInMemory: Bench = {
  name: "seen-memory",
  about: "POST /web/seen on the memory store, beside a bare JSON server, on node",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<BenchResult> {
  const count = Math.ceil((perSecond * milliseconds * context.scale) / 1_000);
  const issuedAt = Date.now() - ageMs;
  const handbill = await startServer("node", "handbill-node", {
    BENCH_ISSUED: String(count * (rounds + 1)),
    BENCH_ISSUED_AT: String(issuedAt),
  });
  const bare = await startServer("node", "bare-node", { BENCH_ANSWER: JSON.stringify({ ok: true }) });
  const workload = async (round: number): Promise<Workload> => ({
    kind: "seen",
    issuedAt,
    first: round * count,
    count,
  });
  try {
    const [ours, theirs] = await compare(
      [
        { name: "handbill on node", server: handbill, workload },
        { name: "bare JSON on node", server: bare, workload },
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
    if (ours === undefined || theirs === undefined) throw new Error("A comparison has two sides.");
    return {
      name: seenInMemory.name,
      title: `POST /web/seen, memory store, node, ${connections} connections`,
      sides: [ours, theirs],
      ratios: [
        { name: "requests/s, handbill / bare", value: ratio(ours, theirs, (round) => round.perSecond) },
        {
          name: "CPU per request, bare / handbill",
          value: 1 / ratio(ours, theirs, (round) => round.cpuMicrosPerRequest),
        },
      ],
    };
  } finally {
    await Promise.all([handbill.stop(), bare.stop()]);
  }
}
