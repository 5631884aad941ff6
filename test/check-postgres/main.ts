// `npm run check:postgres -- --url postgres://…`: the conformance suite, the contract and an audit on a PostgreSQL of yours.
import { spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const usage = `npm run check:postgres -- --url postgres://owner@host/database

Runs the conformance suite and the contract's cases in new schemas of this database, and compares the ledger with its charges. The
role needs the right to create schemas. The schemas are named handbill_check_… and are dropped at the end.
`;

const { values } = parseArgs({ options: { url: { type: "string" } } });
if (values.url === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "test/check-postgres/vitest.config.ts",
  ];
  const child = spawn(process.execPath, vitest, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, HANDBILL_CHECK_URL: values.url },
  });
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}
