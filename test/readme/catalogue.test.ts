import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import {
  freePort,
  removeTemporaryDirectories,
  runCli,
  startCli,
  temporaryDirectory,
} from "../cli/run-cli.ts";

afterAll(removeTemporaryDirectories);

test("the README's catalogue is applied as printed, and its ad answers its phrase", {
  timeout: 60_000,
}, async () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const catalogue =
    /<!-- catalogue -->\n```json\n([\s\S]*?)```/.exec(readme)?.[1] ??
    expect.fail("The README has no catalogue.");
  const { $schema } = JSON.parse(catalogue);
  expect(
    JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).exports,
  ).toHaveProperty(["./catalog.schema.json"], String($schema).replace("./node_modules/handbill/", "./"));
  const directory = await temporaryDirectory();
  expect(await runCli(["apply", "-"], { directory, stdin: catalogue })).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("5 changes applied."),
  });
  const { stdout: key } = await runCli(["key", "create", "--publisher", "acme", "--mode", "live"], {
    directory,
  });
  const port = await freePort();
  const { stdout: secret } = await runCli(["secret"], { directory });
  const env = {
    HANDBILL_SECRET: secret.trim(),
    HANDBILL_BASE_URL: `http://localhost:${port}`,
    NODE_ENV: "production",
  };
  const server = await startCli(port, { directory, env });
  const response = await fetch(`${env.HANDBILL_BASE_URL}/api/v1/web/ads`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key.trim()}` },
    body: JSON.stringify({
      platform_id: "pf_acme",
      stable_user_id: "me",
      context: { question: "Which running shoes are good?" },
    }),
  });
  const answer = await response.text();
  await server.stop();
  expect(JSON.parse(answer)).toMatchObject({
    has_ad: true,
    ad: { disclosure: "Ad by Fleet", blocks: [{ text: "Soft soles for long ways." }, { kind: "buttons" }] },
  });
});
