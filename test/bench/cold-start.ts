// `npm run bench:cold`: how long the bundled Vercel function takes from its start to the first ad, beside an empty one.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { openBusyShop, platformId } from "../deploy/busy-shop.ts";
import { buildVercelProject } from "../deploy/vercel-project.ts";
import { startPostgresServer } from "../setup/postgres-server.ts";
import { type ColdStart, coldStart } from "./cold-start/measure.ts";
import { median } from "./median.ts";
import { table } from "./print.ts";
import { isReached, type Ratio } from "./result.ts";

const drivers = ["postgres", "kysely", "@upstash/redis"];
const project = fileURLToPath(new URL("cold-start/function", import.meta.url));
const { values } = parseArgs({ options: { rounds: { type: "string", default: "25" } } });
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1)
  throw new Error("--rounds takes a whole number, at least 1.");

const folder = await mkdtemp(join(tmpdir(), "handbill-cold-"));
const database = await startPostgresServer();
try {
  const store = await openPostgres(database.url);
  await store.migrate();
  const apiKey = await openBusyShop(store);
  await store.close();
  const { bundles } = await buildVercelProject(project, join(folder, "whole"), { minify: true });
  const bare = await buildVercelProject(project, join(folder, "bare"), { minify: true, external: drivers });
  const env = {
    DATABASE_URL: database.url,
    HANDBILL_BASE_URL: "https://ads.example",
    HANDBILL_SECRET: "a secret of the bench that is known to everybody",
  };
  const start = (name: string): Promise<ColdStart> =>
    coldStart(bundles.get(name) ?? "", [apiKey, platformId], env);

  const ours: ColdStart[] = [];
  const empty: ColdStart[] = [];
  // In turn, so that what disturbs the machine disturbs both. The first round warms the disk's cache.
  for (let round = 0; round <= rounds; round += 1) {
    const [one, other] = [await start("/api/ads"), await start("/api/empty")];
    if (!one.answer.startsWith("200") || !one.answer.includes('"has_ad":true')) {
      throw new Error(`The function has served no ad: ${one.answer}`);
    }
    if (round > 0) {
      ours.push(one);
      empty.push(other);
    }
  }
  process.stdout.write(
    `From the start of the process to the first answer, medians of ${rounds} cold starts\n`,
  );
  const columns = ["", "total ms", "Node.js", "bundle", "first request", "second"];
  process.stdout.write(
    table([columns, row("handbill on PostgreSQL", ours), row("an empty function", empty)]),
  );
  const whole = await gzipBytes(bundles.get("/api/ads"));
  const alone = await gzipBytes(bare.bundles.get("/api/ads"));
  const start50 = median(ours.map((one, n) => one.totalMs / (empty[n]?.totalMs ?? Number.NaN)));
  const all: readonly Ratio[] = [
    { name: "start to the first ad / an empty function's", value: start50, goal: { atMost: 1.5 } },
    { name: "bundle without drivers, KB gzip", value: alone / 1000, goal: { atMost: 150 } },
    { name: "bundle with postgres and kysely, KB gzip", value: whole / 1000 },
  ];
  process.stdout.write(`\n${table([["", "", "goal", ""], ...all.map(ratioRow)])}`);
} finally {
  await database.stop();
  await rm(folder, { recursive: true });
}

function row(name: string, starts: readonly ColdStart[]): readonly string[] {
  const of = (field: keyof Omit<ColdStart, "answer">): string =>
    median(starts.map((one) => one[field])).toFixed(1);
  return [name, of("totalMs"), of("bootMs"), of("loadMs"), of("answerMs"), of("secondMs")];
}

function ratioRow(ratio: Ratio): readonly string[] {
  const { goal } = ratio;
  const wanted = goal !== undefined && "atMost" in goal ? `≤ ${goal.atMost}` : "";
  const verdict = isReached(ratio);
  const word = verdict === undefined ? "" : verdict ? "reached" : "NOT reached";
  return [ratio.name, ratio.value.toFixed(2), wanted, word];
}

async function gzipBytes(path: string | undefined): Promise<number> {
  return gzipSync(await readFile(path ?? ""), { level: 9 }).byteLength;
}
