/** The servers of runtimes/README.md, run as they are printed. */
import { spawn } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { finished, freePort, removeTemporaryDirectories } from "../cli/run-cli.ts";
import { root } from "../packaging/commands.ts";
import { installedFolder } from "./installed-folder.ts";
import { markedBlock } from "./pages.ts";

afterAll(removeTemporaryDirectories);

test.each([
  ["express.mjs", ["express"]],
  ["hono.mjs", ["hono", "@hono"]],
])(
  "%s answers its own pages and requests for ads, and ends on SIGTERM",
  { timeout: 60_000 },
  async (file, packages) => {
    const { directory, env } = await installedFolder();
    for (const name of packages) {
      await symlink(join(root, "node_modules", name), join(directory, "node_modules", name));
    }
    const port = String(await freePort());
    const text = markedBlock("runtimes/README.md", `mount: ${file}`);
    await writeFile(join(directory, file), text.replace("3000", port));
    const url = `http://127.0.0.1:${port}`;
    const settings = { HANDBILL_SECRET: "x".repeat(40), HANDBILL_BASE_URL: url };
    const server = spawn(process.execPath, [file], {
      cwd: directory,
      env: { ...env, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const end = finished(server);
    onTestFinished(() => void server.kill("SIGKILL"));
    const read = async (path: string): Promise<string> => {
      const answer = await fetch(url + path, { headers: { connection: "close" } });
      return `${answer.status} ${await answer.text()}`;
    };
    await expect.poll(() => read("/hello").catch(String), { timeout: 30_000 }).toBe("200 A page of yours.");
    expect(await read("/api/v1/web/ads")).toMatch(/^405 /);
    expect(await read("/api/v1/manage/campaigns")).toMatch(/^401 /);
    server.kill("SIGTERM");
    expect(await end).toMatchObject({ code: 0 });
    const store = openSqlite({ file: join(directory, "handbill.db") });
    onTestFinished(() => store.close());
    expect(await store.readCatalog()).toMatchObject({ catalog: { campaigns: [] } });
  },
);
