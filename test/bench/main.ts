// `npm run bench`: figures of this machine beside figures of this machine, as ratios.
import process from "node:process";
import { parseArgs } from "node:util";
import { startPostgresServer } from "../setup/postgres-server.ts";
import { adsInMemory } from "./benches/ads-memory.ts";
import { adsOnPostgres } from "./benches/ads-postgres.ts";
import type { Bench } from "./benches/bench.ts";
import { edge } from "./benches/edge.ts";
import { embedded } from "./benches/embedded.ts";
import { memoryUnderLoad } from "./benches/memory.ts";
import { observed } from "./benches/observed.ts";
import { seenInMemory } from "./benches/seen-memory.ts";
import { seenOnPostgres } from "./benches/seen-postgres.ts";
import { startLoadGenerator } from "./load/load-generator.ts";
import { printResult } from "./print.ts";
import type { BenchResult } from "./result.ts";

const benches: readonly Bench[] = [
  adsInMemory("node"),
  adsInMemory("bun"),
  adsInMemory("deno"),
  adsOnPostgres(1, 6),
  adsOnPostgres(200, 2.5),
  seenInMemory,
  seenOnPostgres,
  embedded,
  observed,
  edge,
  memoryUnderLoad,
];

const usage = `npm run bench -- [--only NAME]... [--json] [--scale FACTOR]

  --only NAME     only benches whose name begins so; may be repeated
  --json          one JSON document on stdout instead of tables
  --scale FACTOR  length of the rounds: 0.2 for a look, 3 for calm figures (default 1: about five minutes)

${benches.map(({ name, about }) => `  ${name.padEnd(20)} ${about}`).join("\n")}
`;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    json: { type: "boolean", default: false },
    scale: { type: "string", default: "1" },
    help: { type: "boolean", short: "h", default: false },
  },
});
const scale = Number(values.scale);
const chosen = benches.filter(({ name }) => values.only?.some((prefix) => name.startsWith(prefix)) ?? true);
if (values.help) {
  process.stdout.write(usage);
} else if (chosen.length === 0 || !(scale > 0)) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  await runBenches();
}

async function runBenches(): Promise<void> {
  const load = await startLoadGenerator();
  let postgres: ReturnType<typeof startPostgresServer> | undefined;
  const results: BenchResult[] = [];
  try {
    for (const bench of chosen) {
      const found = await bench.run({
        load,
        scale,
        postgresUrl: async () => {
          postgres ??= startPostgresServer();
          return (await postgres).url;
        },
        progress: (line) => process.stderr.write(`${line}\n`),
      });
      results.push(...found);
      if (!values.json) for (const result of found) process.stdout.write(`${printResult(result)}\n`);
    }
    if (values.json) process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`);
  } finally {
    await load.stop();
    await (await postgres)?.stop();
  }
}
