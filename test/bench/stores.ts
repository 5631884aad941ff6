// `npm run bench:stores`: what each store issues and records in a second, beside memory, in one run.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { startPostgresServer } from "../setup/postgres-server.ts";
import { median } from "./median.ts";
import { table } from "./print.ts";
import { type BenchProcess, startProcess } from "./processes/start-process.ts";

const rounds = 5;
const seconds = "1.5";

interface Figures {
  readonly issues: number;
  readonly records: number;
  readonly rssBytes: number;
}

const directory = await mkdtemp(join(tmpdir(), "handbill-bench-stores-"));
const server = await startPostgresServer();
const workers = new Map<string, BenchProcess>();
try {
  for (const [name, place] of [
    ["memory", ""],
    ["pglite", directory],
    ["postgres", server.url],
  ] as const) {
    const env = { STORE: name, STORE_PLACE: place, STORE_SECONDS: seconds };
    workers.set(name, (await startProcess("node", "servers/store-worker.ts", env)).child);
  }
  process.stdout.write(`${table(rowsOf(await measure()))}\n`);
} finally {
  for (const worker of workers.values()) await worker.stop();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}

/** The stores take turns, so that a slow moment of the machine meets all of them. */
async function measure(): Promise<ReadonlyMap<string, readonly Figures[]>> {
  const figures = new Map<string, Figures[]>([...workers.keys()].map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const [name, worker] of workers) {
      process.stderr.write(`${name}, round ${round}/${rounds}\n`);
      const answer = await worker.ask({});
      if (!isFigures(answer)) throw new Error(`${name} did not answer with figures.`);
      figures.get(name)?.push(answer);
    }
  }
  return figures;
}

function rowsOf(figures: ReadonlyMap<string, readonly Figures[]>): readonly (readonly string[])[] {
  const typical = (name: string, of: (one: Figures) => number): number =>
    median((figures.get(name) ?? []).map(of));
  const head = [
    "batches of 64, one hot campaign",
    "issues/s",
    "of memory",
    "records/s",
    "of memory",
    "RSS MB",
  ];
  const share = (name: string, of: (one: Figures) => number): string =>
    (typical(name, of) / typical("memory", of)).toFixed(3);
  const rows = [...figures.keys()].map((name) => [
    name,
    typical(name, ({ issues }) => issues).toFixed(0),
    share(name, ({ issues }) => issues),
    typical(name, ({ records }) => records).toFixed(0),
    share(name, ({ records }) => records),
    (typical(name, ({ rssBytes }) => rssBytes) / 1024 / 1024).toFixed(0),
  ]);
  return [head, ...rows];
}

function isFigures(value: unknown): value is Figures {
  return typeof value === "object" && value !== null && "issues" in value && "records" in value;
}
