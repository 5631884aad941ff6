import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { freePort, removeTemporaryDirectories, startCli, temporaryDirectory } from "../cli/run-cli.ts";
import { markedBlock } from "./pages.ts";

const run = promisify(execFile);

afterAll(removeTemporaryDirectories);

test("the demo's walk works when it is pasted into a shell beside a running demo", async () => {
  const server = await startCli(await freePort(), { directory: await temporaryDirectory() });
  const env = { PATH: process.env["PATH"], BASE: server.facts.baseUrl, KEY: server.facts.liveKey ?? "" };
  const { stdout } = await run("sh", ["-c", markedBlock("runtimes/demo/README.md", "walk")], { env });
  await server.stop();
  const [ad = "", pressed = "", seen, clicked, bot = ""] = stdout.trim().split("\n");
  const { delivery_id } = JSON.parse(ad).ad;
  expect(JSON.parse(ad)).toMatchObject({ has_ad: true, ad: { format: "quiz", test: false } });
  expect(JSON.parse(pressed)).toMatchObject({ ok: true, ad: { delivery_id } });
  expect(seen).toBe('{"ok":true}');
  expect(clicked).toMatch(/^302 https:\/\//);
  expect(JSON.parse(bot)).toMatchObject({ has_ad: true });
  expect(JSON.parse(bot).message).toMatch(/^Your train leaves at <b>9:41<\/b>\./);
});
