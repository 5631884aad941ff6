// `npm run bench:overload`: the useful answers of a server under more load than its capacity.
import process from "node:process";
import { parseArgs } from "node:util";
import { startPostgresServer } from "../setup/postgres-server.ts";
import { openDatabase } from "./database.ts";
import { startLoadGenerator } from "./load/load-generator.ts";
import { measureOverload, type OverloadFigures } from "./overload/measure.ts";
import { printOverload } from "./overload/print.ts";
import { compareRefusals } from "./overload/refusals.ts";
import { startProcess } from "./processes/start-process.ts";
import { startServer } from "./servers/bench-server.ts";

const usage = `npm run bench:overload -- [--only memory|postgres|refusals] [--json] [--scale FACTOR]

  Offers a server 1, 2 and 4 times what it can do, whether or not it keeps up, and counts the answers that come within
  800 ms. A run in which the generator fell behind does not count.
`;

/** The second stands for a database on another machine, whose commits take longer than this processor keeps it busy. */
const postgresServers = [
  ["durable PostgreSQL", {}],
  ["durable PostgreSQL, commits of 5 ms", { commit_delay: "5000", commit_siblings: "0" }],
] as const;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    json: { type: "boolean", default: false },
    scale: { type: "string", default: "1" },
    help: { type: "boolean", short: "h", default: false },
  },
});
const scale = Number(values.scale);
if (values.help || !(scale > 0)) process.stdout.write(usage);
else await run();

async function run(): Promise<void> {
  const load = await startLoadGenerator();
  const generator = (await startProcess("node", "overload/generator.ts")).child;
  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  const context = { load, generator, scale, progress };
  const wants = (name: string): boolean => values.only === undefined || values.only === name;
  const found: OverloadFigures[] = [];
  try {
    if (wants("memory")) {
      const server = await startServer("node", "handbill-node");
      found.push(await measureOverload("memory store", server, context));
      await server.stop();
    }
    for (const [name, settings] of postgresServers) {
      if (!wants("postgres")) break;
      const postgres = await startPostgresServer(settings);
      const database = await openDatabase(postgres.url, 200);
      const server = await startServer("node", "handbill-node", {
        DATABASE_URL: postgres.url,
        BENCH_SCHEMA: database.schema,
      });
      found.push(await measureOverload(name, server, context));
      await server.stop();
      await database.close();
      await postgres.stop();
    }
    const refusals = wants("refusals") ? await compareRefusals(context) : undefined;
    process.stdout.write(
      values.json ? `${JSON.stringify({ found, refusals }, undefined, 2)}\n` : printOverload(found, refusals),
    );
  } finally {
    await Promise.all([load.stop(), generator.stop()]);
  }
}
