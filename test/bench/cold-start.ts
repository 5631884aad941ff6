// `npm run bench:cold`: how long the function that the Vercel recipe builds takes from its start to the first ad, beside an empty one.
import { cp, mkdtemp, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { buildVercelProject } from "../deploy/vercel-project.ts";
import { startPooler } from "../setup/postgres-pooler.ts";
import { startPostgresServer } from "../setup/postgres-server.ts";
import { type CatalogSize, installCatalog } from "./catalog.ts";
import { bundleSize } from "./cold-start/bundle-size.ts";
import { type ColdStart, coldStart } from "./cold-start/measure.ts";
import { apiKey, platformId } from "./installation.ts";
import { median } from "./median.ts";
import { table } from "./print.ts";
import { isReached, type Ratio } from "./result.ts";

const drivers = ["postgres", "kysely", "@upstash/redis"];
const large = 10_000;
const functions = fileURLToPath(new URL("cold-start/functions", import.meta.url));
const nothing = fileURLToPath(new URL("cold-start/empty.mjs", import.meta.url));
const { values } = parseArgs({ options: { rounds: { type: "string", default: "25" } } });
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1)
  throw new Error("--rounds takes a whole number, at least 1.");
const asked = { apiKey: apiKey.key, platformId, question: "Which shoes should I take to a half marathon?" };

const folder = await mkdtemp(join(tmpdir(), "handbill-cold-"));
const database = await startPostgresServer();
const pooler = await startPooler(database.url);
let largePooler: typeof pooler | undefined;
try {
  await fill(database.url, "mixed");
  const sql = postgres(database.url, { max: 1 });
  await sql`create database many`;
  await sql.end();
  const largeUrl = database.url.replace(/[^/]+$/, "many");
  await fill(largeUrl, large);
  largePooler = await startPooler(largeUrl);

  const project = join(folder, "project");
  const { entry, scripts } = await (await buildVercelProject(project, functions)).functionOf("ads");
  const plain = await withoutBytecode(entry, scripts);
  const sides = [
    { name: "an empty function", entry: nothing, url: "" },
    { name: "handbill, PostgreSQL behind PgBouncer", entry, url: pooler.url },
    { name: "the same without bytecode", entry: plain, url: pooler.url },
    { name: "the same on a new connection of PostgreSQL", entry, url: database.url },
    { name: `${large} campaigns behind PgBouncer`, entry, url: largePooler.url },
  ].map((side) => ({ ...side, starts: [] as ColdStart[] }));
  // In turn, so that what disturbs the machine disturbs all. The first round warms the disk's cache.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { entry, url, starts } of sides) {
      const one = await coldStart(entry, asked, {
        DATABASE_URL: url,
        HANDBILL_BASE_URL: "https://ads.example",
        HANDBILL_SECRET: "a secret of the bench that is known to everybody",
      });
      const isRight = one.answer.startsWith("200") && one.answer.includes(`"has_ad":${url !== ""}`);
      if (!isRight) throw new Error(`The function has served no ad: ${one.answer}`);
      if (round > 0) starts.push(one);
    }
  }
  process.stdout.write(
    `From the start of the process to the first answer, medians of ${rounds} cold starts, in ms. Ours is what the recipe's build
makes, its bytecode included; the empty function has nothing to compile. Node.js and the launcher have no cache on either side.\n`,
  );
  const columns = ["", "total", "Node.js", "function", "listening", "first request", "second"];
  process.stdout.write(table([columns, ...sides.map(({ name, starts }) => row(name, starts))]));
  const [empty, ...ours] = sides;
  const ratios = ours.map(({ name, starts }) => ({
    name: `${name} / empty`,
    value: median(starts.map((one, n) => one.totalMs / (empty?.starts[n]?.totalMs ?? Number.NaN))),
  }));
  const source = join(project, "functions/ads.js");
  const [alone, whole] = [await bundleSize(source, drivers), await bundleSize(source, [])];
  const all: readonly Ratio[] = [
    ...ratios.map((ratio, n): Ratio => (n === 0 ? { ...ratio, goal: { atMost: 1.5 } } : ratio)),
    { name: "bundle without drivers, KB gzip", value: alone.all, goal: { atMost: 150 } },
    { name: "of it loaded before the first ad", value: alone.atStart },
    { name: "bundle with postgres and kysely, KB gzip", value: whole.all },
  ];
  process.stdout.write(`\n${table([["", "", "goal", ""], ...all.map(ratioRow)])}`);
} finally {
  await largePooler?.stop();
  await pooler.stop();
  await database.stop();
  await rm(folder, { recursive: true });
}

async function fill(url: string, size: CatalogSize): Promise<void> {
  const store = await openPostgres(url);
  await store.migrate();
  await installCatalog(store, size);
  await store.close();
}

function row(name: string, starts: readonly ColdStart[]): readonly string[] {
  const of = (field: keyof Omit<ColdStart, "answer">): string =>
    median(starts.map((one) => one[field])).toFixed(1);
  return [name, of("totalMs"), of("bootMs"), of("loadMs"), of("waitMs"), of("answerMs"), of("secondMs")];
}

function ratioRow(ratio: Ratio): readonly string[] {
  const { goal } = ratio;
  const wanted = goal !== undefined && "atMost" in goal ? `≤ ${goal.atMost}` : "";
  const verdict = isReached(ratio);
  const word = verdict === undefined ? "" : verdict ? "reached" : "NOT reached";
  return [ratio.name, ratio.value.toFixed(2), wanted, word];
}

/** The entry of a copy whose bytecode is empty: V8 refuses it and compiles, as it does that of another release. */
async function withoutBytecode(entry: string, scripts: readonly string[]): Promise<string> {
  const copy = join(folder, "without-bytecode");
  await cp(dirname(entry), copy, { recursive: true });
  for (const script of scripts) await truncate(join(copy, `${basename(script)}.bytecode`));
  return join(copy, basename(entry));
}
