import { spawn } from "node:child_process";
import { afterAll, afterEach, expect, test } from "vitest";
import {
  finished,
  freePort,
  mainFile,
  removeTemporaryDirectories,
  runCli,
  type Started,
  startCli,
  temporaryDirectory,
} from "./run-cli.ts";

const slow = 90_000;
const secret = "a signing secret of at least 32 letters";
const link = /\/console\/enter\?link=[\w.-]+/;

let running: Started | undefined;
afterEach(async () => {
  await running?.stop("SIGKILL");
  running = undefined;
});
afterAll(removeTemporaryDirectories);

async function startProduction(): Promise<{
  readonly server: Started;
  readonly env: Record<string, string>;
}> {
  const port = await freePort();
  const env = {
    NODE_ENV: "production",
    HANDBILL_DRAIN: "0s",
    HANDBILL_BASE_URL: `http://127.0.0.1:${port}`,
    HANDBILL_SECRET: secret,
    HANDBILL_CONSOLE: "on",
  };
  const server = await startCli(port, { directory: await temporaryDirectory(), env });
  running = server;
  return { server, env };
}

/** Opens a link as a person does. The heading of the page behind it, or the status. */
async function follow(url: string): Promise<string | number> {
  const { origin, searchParams } = new URL(url);
  const entered = await fetch(`${origin}/console/enter`, {
    method: "POST",
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ link: searchParams.get("link") ?? "" }).toString(),
    redirect: "manual",
  });
  if (entered.status !== 303) return entered.status;
  const [cookie = ""] = (entered.headers.get("set-cookie") ?? "").split(";");
  return (await fetch(`${origin}/console/campaigns`, { headers: { cookie } })).text();
}

test("in production no log contains the operator's link, and a command prints one that works once", {
  timeout: slow,
}, async () => {
  const { server, env } = await startProduction();
  expect(server.facts).toMatchObject({ console: null });
  expect(server.talk()).toContain("handbill console link");
  const directory = await temporaryDirectory();
  const made = await runCli(["console", "link"], { directory, env });
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\n$/) });
  expect(made.stderr).not.toMatch(link);
  const url = made.stdout.trim();
  expect(url.startsWith(`${env["HANDBILL_BASE_URL"]}/console/enter?link=`)).toBe(true);
  expect(await follow(url)).toContain("New campaign");
  expect(await follow(url)).toBe(410);

  const asJson = await runCli(["console", "link", "--json", "--advertiser", "Roaster & Sons"], {
    directory,
    env,
  });
  expect(await follow(JSON.parse(asJson.stdout).link)).toContain("Roaster &amp; Sons");
  running = undefined;
  const { stdout, stderr } = await server.stop();
  expect(stdout + stderr).not.toMatch(link);
});

test("on a terminal the link is printed where the server starts", { timeout: slow }, async () => {
  const port = await freePort();
  const command = `${process.execPath} ${mainFile} start --port ${port}`;
  // util-linux: runs the command on a terminal of its own.
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd: await temporaryDirectory(),
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      HANDBILL_DRAIN: "0s",
      HANDBILL_BASE_URL: `http://127.0.0.1:${port}`,
      HANDBILL_SECRET: secret,
      HANDBILL_CONSOLE: "on",
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const end = finished(child);
  let shown = "";
  await new Promise<void>((seen, failed) => {
    child.stdout.on("data", (chunk) => {
      shown += chunk;
      if (shown.includes("Ctrl-C stops")) seen();
    });
    child.once("close", () => failed(new Error(shown)));
  });
  const [found = ""] = /http\S*\/console\/enter\?link=[\w.-]+/.exec(shown) ?? [];
  expect(await follow(found)).toContain("New campaign");
  child.stdin.write("\u0003");
  await end;
});

test.each([
  [{}, /HANDBILL_BASE_URL.*HANDBILL_SECRET/s],
  [{ HANDBILL_BASE_URL: "https://ads.example" }, /HANDBILL_SECRET/],
  [{ HANDBILL_SECRET: secret }, /HANDBILL_BASE_URL/],
  [{ HANDBILL_SECRET: "short", HANDBILL_BASE_URL: "https://ads.example" }, /HANDBILL_SECRET/],
])(
  "with %j there is no link, and the missing setting is named",
  async (env, told) => {
    const { code, stdout, stderr } = await runCli(["console", "link"], {
      directory: await temporaryDirectory(),
      env,
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(told);
  },
  slow,
);

test(
  "`console link` takes the address from --base-url, a path included, and the newest secret",
  async () => {
    const env = { HANDBILL_SECRET: `${secret},the signing secret that was used before it` };
    const made = await runCli(["console", "link", "--base-url", "https://ads.example/shop/"], {
      directory: await temporaryDirectory(),
      env,
    });
    expect(made.stdout).toMatch(/^https:\/\/ads\.example\/shop\/console\/enter\?link=/);
  },
  slow,
);

test("an empty HANDBILL_IDENTITY_SECRET counts as unset: the server answers", {
  timeout: slow,
}, async () => {
  const port = await freePort();
  running = await startCli(port, {
    directory: await temporaryDirectory(),
    env: {
      NODE_ENV: "production",
      HANDBILL_DRAIN: "0s",
      HANDBILL_BASE_URL: `http://127.0.0.1:${port}`,
      HANDBILL_SECRET: secret,
      HANDBILL_IDENTITY_SECRET: "",
      HANDBILL_STORE_TIMEOUT: "",
      HANDBILL_RATE_LIMITER: "",
      HANDBILL_LIMIT_ADS_PER_KEY: "",
      HANDBILL_TRUST_PROXY: "",
      HANDBILL_DISCLOSURE_URL: "",
    },
  });
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
});
