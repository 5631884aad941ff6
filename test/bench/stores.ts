// `npm run bench:stores`: what each store issues and records in a second, beside memory, in one run.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { startPostgresServer } from "../setup/postgres-server.ts";
import { median } from "./median.ts";
import { table } from "./print.ts";
import { type BenchProcess, startProcess } from "./processes/start-process.ts";

const rounds = 5;
const seconds = "1.5";
const deliveries = 100_000;
const names = ["memory", "sqlite", "pglite", "postgres"] as const;
type Name = (typeof names)[number];

/** Numbers that a worker told. */
type Figures = ReadonlyMap<string, number>;

interface Measured {
  /** Fresh processes on fresh data: `firstAdMs`, `rssBytes`. */
  readonly starts: readonly Figures[];
  /** After {@link deliveries}, each of them charged: `rssBytes`, `fileBytes`. */
  readonly grown: Figures;
  /** `issues` and `records` a second. */
  readonly rounds: readonly Figures[];
}

const { values } = parseArgs({ options: { only: { type: "string", default: names.join(",") } } });
const chosen = names.filter((name) => values.only.split(",").includes(name));
if (chosen.length === 0) {
  process.stderr.write(`npm run bench:stores -- [--only ${names.join(",")}]\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(`${table(rowsOf(await measureAll()))}\n`);
}

async function measureAll(): Promise<ReadonlyMap<Name, Measured>> {
  const directory = await mkdtemp(join(tmpdir(), "handbill-bench-stores-"));
  const server = chosen.includes("postgres") ? await startPostgresServer() : undefined;
  const workers = new Map<Name, BenchProcess>();
  try {
    const starts = new Map<Name, Figures[]>(chosen.map((name) => [name, []]));
    for (let round = 1; round <= rounds; round++) {
      for (const name of chosen) {
        process.stderr.write(`${name}, start ${round}/${rounds}\n`);
        await workers.get(name)?.stop();
        const place =
          server !== undefined && name === "postgres" ? server.url : await mkdtemp(`${directory}/`);
        const env = {
          STORE: name,
          STORE_PLACE: place,
          STORE_SECONDS: seconds,
          STORE_SCHEMA: `bench_${round}`,
        };
        const { child, greeting } = await startProcess("node", "servers/store-worker.ts", env);
        workers.set(name, child);
        starts.get(name)?.push(figuresOf(greeting));
      }
    }
    return await measure(workers, starts);
  } finally {
    for (const worker of workers.values()) await worker.stop();
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The stores take turns, so that a slow moment of the machine meets all of them. */
async function measure(
  workers: ReadonlyMap<Name, BenchProcess>,
  starts: ReadonlyMap<Name, readonly Figures[]>,
): Promise<ReadonlyMap<Name, Measured>> {
  const grown = new Map<Name, Figures>();
  for (const [name, worker] of workers) grown.set(name, figuresOf(await worker.ask({ deliveries })));
  const figures = new Map<Name, Figures[]>([...workers.keys()].map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const [name, worker] of workers) {
      process.stderr.write(`${name}, round ${round}/${rounds}\n`);
      figures.get(name)?.push(figuresOf(await worker.ask({})));
    }
  }
  return new Map(
    chosen.map((name) => [
      name,
      {
        starts: starts.get(name) ?? [],
        grown: grown.get(name) ?? new Map(),
        rounds: figures.get(name) ?? [],
      },
    ]),
  );
}

function rowsOf(measured: ReadonlyMap<Name, Measured>): readonly (readonly string[])[] {
  const head = [
    "batches of 64, one hot campaign",
    "issues/s",
    "of memory",
    "records/s",
    "of memory",
    "first ad ms",
    "RSS MB then",
    `RSS MB after ${deliveries}`,
    "on disk MB",
  ];
  const beside = measured.get("memory");
  return [head, ...[...measured].map(([name, one]) => rowOf(name, one, beside))];
}

function rowOf(name: Name, one: Measured, memory: Measured | undefined): readonly string[] {
  const rate = (of: Measured, figure: string): number => typical(of.rounds, figure);
  const share = (figure: string): string =>
    memory === undefined ? "" : (rate(one, figure) / rate(memory, figure)).toFixed(3);
  const disk = one.grown.get("fileBytes") ?? 0;
  return [
    name,
    rate(one, "issues").toFixed(0),
    share("issues"),
    rate(one, "records").toFixed(0),
    share("records"),
    typical(one.starts, "firstAdMs").toFixed(0),
    megabytes(typical(one.starts, "rssBytes")),
    megabytes(one.grown.get("rssBytes") ?? 0),
    disk === 0 ? "" : megabytes(disk),
  ];
}

function typical(figures: readonly Figures[], name: string): number {
  return median(figures.map((one) => one.get(name) ?? Number.NaN));
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}

function figuresOf(value: unknown): Figures {
  if (typeof value !== "object" || value === null) throw new Error("A store did not answer with figures.");
  return new Map(
    Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
  );
}
