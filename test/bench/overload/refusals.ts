import { startServer } from "../servers/bench-server.ts";
import { ask, type OverloadContext } from "./measure.ts";

export interface RefusalFigures {
  /** CPU of a refusal, and of a bare server's 503 with the same bytes, in microseconds. */
  readonly ours: number;
  readonly bare: number;
}

const perSecond = 6_000;
const rounds = 3;

/** Compares the cost of a refusal with a server that does nothing else. Both get the same rate, in turn. */
export async function compareRefusals({
  generator,
  scale,
  progress,
}: OverloadContext): Promise<RefusalFigures> {
  const bareAnswer = JSON.stringify({ title: "Service temporarily unavailable", detail: "-".repeat(180) });
  const [hanging, bare] = await Promise.all([
    startServer("node", "handbill-hanging"),
    startServer("node", "refusing-node", { BENCH_ANSWER: bareAnswer }),
  ]);
  const best = { ours: Number.POSITIVE_INFINITY, bare: Number.POSITIVE_INFINITY };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [side, server] of [
        ["ours", hanging],
        ["bare", bare],
      ] as const) {
        const before = await server.usage();
        const job = {
          perSecond,
          milliseconds: 4_000 * scale,
          connections: 2_500,
          usefulWithinMs: 800,
          seed: round,
        };
        const { refused, accepted } = await ask(generator, { port: server.port, ...job });
        const micros = ((await server.usage()).cpuMicros - before.cpuMicros) / refused;
        if (accepted > 0) throw new Error("A server that refuses everything answered 200.");
        // The first round warms up.
        if (round > 0) best[side] = Math.min(best[side], micros);
        progress(`refusals, ${side}: ${micros.toFixed(1)} µs`);
      }
    }
    return best;
  } finally {
    await Promise.all([hanging.stop(), bare.stop()]);
  }
}
