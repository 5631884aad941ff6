// `npm run bench:bodies`: what a body in one-byte chunks costs, beside a server that throws it away.
import { Buffer } from "node:buffer";
import { connect } from "node:net";
import process from "node:process";
import { median } from "./median.ts";
import { table } from "./print.ts";
import type { Runtime } from "./processes/start-process.ts";
import { type BenchServer, startServer } from "./servers/bench-server.ts";

const KiB = 1024;
/** The largest body that is read, and one that is refused. On Deno 2.9 a bare server needs more than a minute for 1 MiB, so a part of it is sent. */
const sizes = { node: [64, 1_024], bun: [64, 1_024], deno: [64, 256] } as const;
const rounds = 3;
const mostTimes = 1.5;
/** Deno takes seconds. */
const patienceMs = 90_000;

interface Cost {
  readonly cpuMs: number;
  readonly peakMegabytes: number;
}

const head = Buffer.from(
  "POST /api/v1/web/ads HTTP/1.1\r\nhost: ads.example\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
);
const chunks = (bytes: number): Buffer => Buffer.from(`${"1\r\nx\r\n".repeat(bytes)}0\r\n\r\n`);

/** Resolves with the status when the server has taken the whole body or has closed the connection. */
function send(port: number, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const timer = setTimeout(() => socket.destroy(new Error("The body was not answered.")), patienceMs);
    let answer = "";
    socket.on("data", (bytes: Buffer) => {
      answer += bytes.toString("latin1");
      if (answer.includes("\r\n\r\n") && !/connection: *close/i.test(answer)) socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(Number(answer.slice(9, 12)));
    });
    socket.write(Buffer.concat([head, chunks(bytes)]));
  });
}

async function measure(server: BenchServer, bytes: number): Promise<Cost & { readonly status: number }> {
  const before = await server.collected();
  const status = await send(server.port, bytes);
  const after = await server.usage();
  return {
    status,
    cpuMs: (after.cpuMicros - before.cpuMicros) / 1_000,
    peakMegabytes: Math.max(0, after.peakRssBytes - before.rssBytes) / 1024 / 1024,
  };
}

async function compare(runtime: Runtime, kibibytes: number): Promise<readonly string[]> {
  const ours = await startServer(runtime, `handbill-${runtime}`);
  const bare = await startServer(runtime, `discarding-${runtime}`);
  const found: { ours: Cost[]; bare: Cost[] } = { ours: [], bare: [] };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [side, server, status] of [
        ["ours", ours, kibibytes > 64 ? 413 : 400],
        ["bare", bare, 200],
      ] as const) {
        const { status: answered, ...cost } = await measure(server, kibibytes * KiB);
        if (answered !== status)
          throw new Error(`${runtime}, ${side}: answered ${answered} instead of ${status}.`);
        // The first round warms up.
        if (round > 0) found[side].push(cost);
      }
    }
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
  const cpu = (side: "ours" | "bare"): number => median(found[side].map(({ cpuMs }) => cpuMs));
  const peak = (side: "ours" | "bare"): number => Math.max(...found[side].map((cost) => cost.peakMegabytes));
  const ratio = cpu("ours") / cpu("bare");
  return [
    `${runtime}, ${kibibytes} KiB`,
    cpu("ours").toFixed(1),
    cpu("bare").toFixed(1),
    ratio.toFixed(2),
    `≤ ${mostTimes}`,
    ratio <= mostTimes ? "reached" : "NOT reached",
    peak("ours").toFixed(1),
    peak("bare").toFixed(1),
  ];
}

const header = ["", "CPU ms a body", "bare", "ratio", "goal", "", "most RSS grew by, MB", "bare"];
const rows: (readonly string[])[] = [];
for (const runtime of ["node", "bun", "deno"] as const)
  for (const kibibytes of sizes[runtime]) rows.push(await compare(runtime, kibibytes));
process.stdout.write(`A body in one-byte chunks, median of ${rounds}\n${table([header, ...rows])}`);
