import { execFile, spawn } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { adFormats } from "../../core/contract/formats.ts";
import { browserOn } from "../contract/client.ts";
import { describedFetch } from "../management/described/described-fetch.ts";
import {
  finished,
  freePort,
  mainFile,
  removeTemporaryDirectories,
  runCli,
  type Started,
  spawnCli,
  startCli,
  temporaryDirectory,
} from "./run-cli.ts";

const slow = 90_000;
const demoFile = ".handbill/data/handbill-demo.json";

let directory = "";
let running: Started | undefined;
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(removeTemporaryDirectories);
afterEach(async () => {
  await running?.stop("SIGKILL");
  running = undefined;
});

async function start(env: Readonly<Record<string, string>> = {}, where = directory): Promise<Started> {
  running = await startCli(await freePort(), { directory: where, env });
  return running;
}

async function stopCleanly(server: Started, signal?: NodeJS.Signals): Promise<void> {
  running = undefined;
  const { code, stderr } = await server.stop(signal);
  const codes = stderr
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line).code);
  expect(codes).toContain("server-started");
  expect(codes.at(-1)).toBe("server-stopping");
  expect(code).toBe(0);
}

async function post(server: Started, path: string, body: unknown): Promise<Response> {
  return fetch(server.facts.baseUrl + path, {
    method: "POST",
    headers: { authorization: `Bearer ${server.facts.liveKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

describe("the first run", { timeout: slow }, () => {
  let liveKey: string | null = null;
  let testKey: string | null = null;

  test("installs a demo: every format, a topic, the bot and the pictures are served", async () => {
    const server = await start();
    const { facts } = server;
    expect(facts).toMatchObject({ platformId: "pf_demo", allowedOrigins: [facts.baseUrl] });
    expect(facts.data).toBe(join(directory, ".handbill/data"));
    expect(facts.liveKey).toMatch(/^hb_live_/);
    expect(facts.testKey).toMatch(/^hb_test_/);
    ({ liveKey, testKey } = facts);

    const pictures = new Set<string>();
    for (const format of adFormats) {
      const answer = await post(server, "/api/v1/web/ads", {
        platform_id: facts.platformId,
        stable_user_id: "u",
        accept_formats: [format],
      });
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({
        has_ad: true,
        ad: { format, test: false, view: expect.any(String) },
      });
      for (const url of text.match(/http[^"]*\.svg/g) ?? []) pictures.add(url);
    }
    const asked = await post(server, "/api/v1/web/ads", {
      platform_id: facts.platformId,
      stable_user_id: "u",
      accept_formats: ["card"],
      context: { question: "Where to go for a city break?" },
    });
    expect(await asked.text()).toContain("Sea or hills?");
    const bot = await post(server, "/api/v1/ad", {
      user_id: 1,
      message: "Hi",
      platform_id: facts.platformId,
    });
    expect(await bot.json()).toMatchObject({ has_ad: true });

    expect(pictures.size).toBeGreaterThan(1);
    for (const url of pictures) {
      const picture = await fetch(url);
      expect(picture.headers.get("content-type")).toContain("image/svg+xml");
      expect(picture.headers.get("x-content-type-options")).toBe("nosniff");
      expect(await picture.text()).toContain("<svg");
    }
    await stopCleanly(server);
  });

  test("lets only its owner read the demo's secret", async () => {
    expect((await stat(join(directory, demoFile))).mode & 0o777).toBe(0o600);
  });

  test("a later run on another port has the same keys and data, and lets its own address in", async () => {
    const server = await start();
    expect(server.facts).toMatchObject({ liveKey, testKey, allowedOrigins: [server.facts.baseUrl] });
    const answer = await fetch(`${server.facts.baseUrl}/api/v1/web/ads`, {
      method: "POST",
      headers: { ...browserOn(server.facts.baseUrl), "content-type": "application/json" },
      body: JSON.stringify({
        platform_id: "pf_demo",
        visitor_id: "visitor-0123456789",
        accept_formats: ["image"],
      }),
    });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain(`${server.facts.baseUrl}/demo/`);
    await stopCleanly(server, "SIGTERM");
  });

  test("on a terminal the printed lines are aligned, and the curl line works when pasted", async () => {
    // util-linux: runs the command on a terminal of its own.
    const command = `exec ${process.execPath} ${mainFile} start`;
    const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
      cwd: directory,
      env: { PATH: process.env["PATH"], PORT: String(await freePort()), NO_COLOR: "1" },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const end = finished(child);
    let printed = "";
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (chunk) => {
        printed = (printed + chunk).replaceAll("\r", "");
        if (/^curl .*\n/m.test(printed)) resolve();
      });
      child.once("close", () => resolve());
    });
    const columns = printed
      .split("\n\n")[0]
      ?.split("\n")
      .map((line) => line.search(/(?<= {2})\S/));
    expect(new Set(columns).size).toBe(1);
    const curl = printed.split("\n").find((line) => line.startsWith("curl ")) ?? "";
    const pasted = await promisify(execFile)("sh", ["-c", curl]);
    expect(JSON.parse(pasted.stdout)).toMatchObject({ has_ad: true });
    child.stdin.write("\u0003");
    expect((await end).code).toBe(0);
  });

  test("a second process on the directory is refused with 1, and changes nothing for the first", async () => {
    const server = await start();
    for (const args of [["key", "list"], ["start"], ["apply", "-", "--prune"]]) {
      const second = await runCli(args, { directory, stdin: "{}", env: { PORT: String(await freePort()) } });
      expect({ code: second.code, stdout: second.stdout }).toEqual({ code: 1, stdout: "" });
      expect(second.stderr).toMatch(/in use by process \d+/);
    }
    const answer = await post(server, "/api/v1/web/ads", { platform_id: "pf_demo", stable_user_id: "u" });
    expect(await answer.json()).toMatchObject({ has_ad: true });
    await stopCleanly(server);
  });

  test("a port in use ends with 1, names the port, and leaves the directory free", async () => {
    const other = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    const { code, stdout, stderr } = await runCli(["start"], { directory, env: { PORT: String(port) } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(entriesIn(stderr)).toContainEqual(
      expect.objectContaining({ level: "error", message: expect.stringContaining(`Port ${port} is in use`) }),
    );
    await new Promise((resolve) => other.close(resolve));
    expect((await runCli(["key", "list"], { directory })).code).toBe(0);
  });

  test("kill -9 keeps keys and catalogue, and the next start takes the directory over", async () => {
    const killed = await start();
    running = undefined;
    await killed.stop("SIGKILL");
    const server = await start();
    expect(server.facts).toMatchObject({ liveKey, testKey });
    await stopCleanly(server);
  });

  test("a server whose output is closed continues to serve", async () => {
    const server = await start();
    server.child.stderr?.destroy();
    // The messages of a stop are the first without a reader.
    const { code } = await server.stop();
    running = undefined;
    expect(code).toBe(0);
  });

  test("Ctrl-C pressed again ends a server that still waits for a request", async () => {
    const server = await start();
    running = undefined;
    const socket = connect(Number(new URL(server.facts.baseUrl).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(
      "POST /api/v1/web/ads HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
    );
    await new Promise((resolve) => socket.once("connect", resolve));
    const end = server.stop("SIGINT");
    const presses = setInterval(() => server.child.kill("SIGINT"), 50);
    const { code } = await end;
    clearInterval(presses);
    socket.destroy();
    expect(code).toBe(130);
  });

  test("a Ctrl-C that arrives twice, as under npm, still stops cleanly", async () => {
    const server = await start();
    // A kept-alive connection, so that stopping takes a moment; and two different signals, since the kernel
    // delivers two pending ones of a kind as one.
    await (await post(server, "/api/v1/web/ads", {})).text();
    server.child.kill("SIGTERM");
    await stopCleanly(server, "SIGINT");
  });

  test("a revoked demo key is neither shown nor recreated", async () => {
    expect((await runCli(["key", "revoke", liveKey ?? ""], { directory })).code).toBe(0);
    const server = await start();
    expect(server.facts).toMatchObject({ liveKey: null, testKey });
    expect((await post(server, "/api/v1/web/ads", {})).status).not.toBe(200);
    await stopCleanly(server);
    const keys = JSON.parse((await runCli(["key", "list", "--json"], { directory })).stdout);
    expect(keys).toHaveLength(2);
  });

  test("a catalogue of the operator's own is left alone", async () => {
    const document = { publishers: [{ id: "acme", name: "Acme" }] };
    const applied = await runCli(["apply", "-", "--prune"], { directory, stdin: JSON.stringify(document) });
    expect(applied.code).toBe(0);
    const server = await start();
    expect(server.facts).toMatchObject({ platformId: null, liveKey: null, testKey: null, curl: null });
    await stopCleanly(server);
    const left = await runCli(["apply", "-", "--prune", "--plan", "--json"], {
      directory,
      stdin: JSON.stringify(document),
    });
    expect(JSON.parse(left.stdout)).toEqual({ outcome: "unchanged", changes: [] });
  });
});

/** Log lines; fails where a line is none. */
function entriesIn(stderr: string): readonly { level: string; code: string; message: string }[] {
  return stderr
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test.each([
  [{ PORT: "many" }, 2, "configuration-invalid", "Give a number from 1 to 65535."],
  [{ HANDBILL_STORE: "postgres" }, 2, "configuration-invalid", "Set DATABASE_URL"],
  [
    { DATABASE_URL: "postgres://me:hidden@127.0.0.1:1/handbill" },
    1,
    "server-note",
    "PostgreSQL did not answer",
  ],
])(
  "without a terminal %j ends the start with an error as a JSON line",
  {
    timeout: slow,
  },
  async (env, code, logCode, message) => {
    const ended = await runCli(["start"], { directory: await temporaryDirectory(), env });
    expect([ended.code, ended.stdout]).toEqual([code, ""]);
    const errors = entriesIn(ended.stderr).filter(({ level }) => level === "error");
    expect(errors).toEqual([
      expect.objectContaining({ code: logCode, message: expect.stringContaining(message) }),
    ]);
  },
);

test("without a terminal the start describes itself in one JSON line", { timeout: slow }, async () => {
  const port = await freePort();
  const child = spawnCli(["start"], {
    directory: await temporaryDirectory(),
    env: { PORT: String(port) },
  });
  const end = finished(child);
  child.stdout.once("data", () => child.kill("SIGINT"));
  const { code, stdout, stderr } = await end;
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { baseUrl: `http://localhost:${port}` }]);
  expect(entriesIn(stderr).map((entry) => entry.code)).toContain("server-started");
});

test("in production the start ends at once with every fault of the settings, and installs nothing", {
  timeout: slow,
}, async () => {
  const elsewhere = await temporaryDirectory();
  const env = {
    NODE_ENV: "production",
    HANDBILL_LIMIT_ADS_PER_KEY: "many",
    HANDBILL_OPERATOR_TOKEN: "short",
    HANDBILL_CONSOLE: "yes",
    HANDBILL_PRIVATE_WEBHOOKS: "yes",
    HANDBILL_ACCESS_LOG: "yes",
    HANDBILL_DRAIN: "1h",
    HANDBILL_REPORTS_FROM: "standby",
    HANDBILL_COUNTS_KEPT_DAYS: "0",
    HANDBILL_NETWORKS_KEPT_DAYS: "1",
    HANDBILL_KEEP_UNTIL_EXPORTED: "yes",
    HANDBILL_RATE_LIMITER: "redis",
    HANDBILL_STORE_TIMEOUT: "1h",
    HANDBILL_STORE: "postgres",
    HANDBILL_OPERATOR_TOKN: "typo",
    HANDBILL_PORT_8787_TCP: "tcp://10.0.0.1:8787",
    HANDBILL_PORT: "tcp://10.0.0.1:8787",
  };
  const { code, stdout, stderr } = await runCli(["start"], { directory: elsewhere, env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  const beginnings = [
    "Nothing reads the variable HANDBILL_OPERATOR_TOKN: did you mean HANDBILL_OPERATOR_TOKEN?",
    "Set HANDBILL_BASE_URL ",
    "Set HANDBILL_SECRET ",
    "HANDBILL_LIMIT_ADS_PER_KEY must be ",
    "HANDBILL_STORE_TIMEOUT must be ",
    "Every token in HANDBILL_OPERATOR_TOKEN needs ",
    "Set DATABASE_URL: the store postgres needs it.",
    "HANDBILL_REPORTS_FROM must be ",
    "HANDBILL_RATE_LIMITER must be ",
    "HANDBILL_COUNTS_KEPT_DAYS must be ",
    "HANDBILL_NETWORKS_KEPT_DAYS must be ",
    "HANDBILL_KEEP_UNTIL_EXPORTED must be ",
    "HANDBILL_ACCESS_LOG must be ",
    "HANDBILL_CONSOLE must be ",
    "HANDBILL_PRIVATE_WEBHOOKS must be ",
    "HANDBILL_DRAIN must be ",
  ];
  const lines = entriesIn(stderr);
  expect(lines.map(({ message }, n) => message.slice(0, beginnings[n]?.length))).toEqual(beginnings);
  expect(lines.map(({ level }) => level)).toEqual(["warn", ...Array(beginnings.length - 1).fill("error")]);
  expect(await readdir(elsewhere)).not.toContain(".handbill");
});

test("a production server without a fault serves, and has no demo", { timeout: slow }, async () => {
  const elsewhere = await temporaryDirectory();
  const env = {
    NODE_ENV: "production",
    HANDBILL_BASE_URL: "https://ads.example",
    HANDBILL_SECRET: "s".repeat(43),
  };
  const server = await start(env, elsewhere);
  expect(server.facts).toMatchObject({ platformId: null, liveKey: null, curl: null });
  await stopCleanly(server);
  expect(await readdir(join(elsewhere, ".handbill/data"))).not.toContain("handbill-demo.json");
});

test("all packages that are not installed are named at once, with one command", {
  timeout: slow,
}, async () => {
  const hook = join(directory, "not-installed.mjs");
  await writeFile(
    hook,
    `import { registerHooks } from "node:module";
registerHooks({ resolve(name, context, next) {
  if (["postgres", "kysely", "@upstash/redis"].includes(name)) throw new Error("not found");
  return next(name, context);
} });`,
  );
  const env = {
    NODE_OPTIONS: `--import ${pathToFileURL(hook).href}`,
    DATABASE_URL: "postgres://me:hidden@127.0.0.1:1/handbill",
    UPSTASH_REDIS_REST_URL: "https://redis.example",
    UPSTASH_REDIS_REST_TOKEN: "token",
    HANDBILL_RATE_LIMITER: "upstash",
  };
  const install = (names: string): string => `not installed. Run: npm install ${names}`;
  for (const NODE_ENV of ["production", "development"]) {
    const { stderr } = await runCli(["start"], { directory, env: { ...env, NODE_ENV } });
    expect(stderr).toContain(install("postgres kysely @upstash/redis"));
  }
  const listed = await runCli(["key", "list"], { directory, env });
  expect([listed.code, listed.stderr]).toEqual([1, expect.stringContaining(install("postgres kysely"))]);
});

test.each([
  ["HANDBILL_BASE_URL", "ads.example"],
  ["HANDBILL_BASE_URL", "ftp://ads.example"],
  ["HANDBILL_CONSOLE", "true"],
  ["HANDBILL_PRIVATE_WEBHOOKS", "yes"],
  ["HANDBILL_LOCAL_URLS", "yes"],
  ["HANDBILL_ACCESS_LOG", "1"],
  ["HANDBILL_DRAIN", "61s"],
])("%s=%s ends with 2 and says what it must be", { timeout: slow }, async (name, value) => {
  const where = { directory: await temporaryDirectory(), env: { [name]: value } };
  const { code, stdout, stderr } = await runCli(["start", "--port", String(await freePort())], where);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(entriesIn(stderr)).toEqual([
    expect.objectContaining({
      level: "error",
      message: expect.stringMatching(new RegExp(`^${name}.* must be .*\\.$`)),
    }),
  ]);
});

test("after SIGTERM it is not ready and serves on for HANDBILL_DRAIN; a second SIGTERM ends it", {
  timeout: slow,
}, async () => {
  const server = await start({ HANDBILL_DRAIN: "60s" }, await temporaryDirectory());
  const statusOf = async (path: string) => (await fetch(`${server.facts.baseUrl}${path}`)).status;
  expect(await statusOf("/readyz")).toBe(200);
  server.child.kill("SIGTERM");
  await expect.poll(() => statusOf("/readyz")).toBe(503);
  expect(await Promise.all(["/livez", "/"].map(statusOf))).toEqual([200, 200]);
  const again = setInterval(() => server.child.kill("SIGTERM"), 50);
  expect((await server.stop("SIGTERM")).code).toBe(130);
  clearInterval(again);
});

test.each(["", "{}"])(
  "a demo file of %j ends with 1, says what to do, and stays",
  { timeout: slow },
  async (text) => {
    const elsewhere = await temporaryDirectory();
    await stopCleanly(await start({}, elsewhere));
    await writeFile(join(elsewhere, demoFile), text);
    const { code, stderr } = await runCli(["start", "--port", String(await freePort())], {
      directory: elsewhere,
    });
    expect(code).toBe(1);
    expect(entriesIn(stderr).at(-1)?.message).toMatch(
      /handbill-demo\.json is damaged.* another directory \(HANDBILL_DATA\)\.$/,
    );
    expect(await readFile(join(elsewhere, demoFile), "utf8")).toBe(text);
  },
);

test("HANDBILL_ACCESS_LOG=on logs each request, and the operator reads metrics of the same server", {
  timeout: slow,
}, async () => {
  const env = { HANDBILL_ACCESS_LOG: "on", HANDBILL_OPERATOR_TOKEN: "t".repeat(43) };
  const server = await start(env, await temporaryDirectory());
  const answer = await post(server, "/api/v1/web/ads", { platform_id: "pf_demo", stable_user_id: "u" });
  await expect.poll(() => server.talk()).toContain('"code":"access"');
  const line = server
    .talk()
    .split("\n")
    .find((one) => one.includes('"code":"access"'));
  expect(JSON.parse(line ?? "{}")).toMatchObject({
    level: "info",
    requestId: answer.headers.get("request-id"),
    request: { method: "POST", endpoint: "ads", status: 200, reason: "" },
  });
  const pages = ["/", "/handbill.js", "/demo/page.css", "/demo/harbour.webm", "/demo/explain"];
  for (const [n, path] of pages.entries()) {
    const page = await fetch(server.facts.baseUrl + path, { method: n === 4 ? "POST" : "GET" });
    await page.arrayBuffer();
    const requestId = page.headers.get("request-id");
    expect(requestId, path).toMatch(/^[\w-]{22}$/);
    await expect.poll(() => server.talk()).toContain(`"requestId":"${requestId}"`);
  }
  expect(server.talk()).toContain('"message":"GET page 200"');
  const metrics = await fetch(`${server.facts.baseUrl}/api/v1/manage/metrics`, {
    headers: { authorization: `Bearer ${env.HANDBILL_OPERATOR_TOKEN}` },
  });
  expect(await metrics.text()).toContain('handbill_requests_total{endpoint="ads",status="200",reason=""} 1');
});

test("a too short operator token is reported at the start, and ads are served", {
  timeout: slow,
}, async () => {
  const server = await start({ HANDBILL_OPERATOR_TOKEN: "short" }, await temporaryDirectory());
  expect(server.talk()).toMatch(
    /HANDBILL_OPERATOR_TOKEN needs.*\n.*Until then the management side answers 503\./,
  );
  const ask = { platform_id: "pf_demo", stable_user_id: "u" };
  expect((await post(server, "/api/v1/web/ads", ask)).status).toBe(200);
  expect((await describedFetch(`${server.facts.baseUrl}/api/v1/manage/campaigns`)).status).toBe(503);
  await stopCleanly(server);
});

test("HANDBILL_SECRET signs in the place of the demo's own secret, and shows the same keys", {
  timeout: slow,
}, async () => {
  const elsewhere = await temporaryDirectory();
  const own = { HANDBILL_SECRET: "s".repeat(43), HANDBILL_BASE_URL: "https://ads.example/x/" };
  const caller = { platform_id: "pf_demo", stable_user_id: "u" };
  const ask = async (server: Started, path: string, body: unknown): Promise<Response> =>
    post({ ...server, facts: { ...server.facts, baseUrl: `http://127.0.0.1:${server.port}` } }, path, body);

  const first = await start(own, elsewhere);
  expect(first.facts).toMatchObject({
    baseUrl: "https://ads.example/x",
    allowedOrigins: ["https://ads.example"],
  });
  const { ad } = await (await ask(first, "/api/v1/web/ads", { ...caller, accept_formats: ["text"] })).json();
  await stopCleanly(first);

  const seen = { ...caller, delivery_id: ad.delivery_id, view: ad.view };
  const second = await start({}, elsewhere);
  expect(second.facts.liveKey).toBe(first.facts.liveKey);
  expect((await ask(second, "/api/v1/web/seen", seen)).status).toBe(410);
  await stopCleanly(second);

  const third = await start(own, elsewhere);
  expect((await ask(third, "/api/v1/web/seen", seen)).status).toBe(200);
  await stopCleanly(third);
});

test("an old Node.js ends with a one-line hint", async () => {
  const child = spawnCli(["start"], { directory }, ["--no-experimental-strip-types"]);
  const { code, stdout, stderr } = await finished(child);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^Node\.js .* use Node\.js 22\.18 or later.*\n$/);
});
