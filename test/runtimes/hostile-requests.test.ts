import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultBaseUrl } from "./app.ts";
import { demoSeed } from "./seed.ts";
import { runtimeTargets, type Target } from "./targets.ts";

const { seed, liveKey } = demoSeed(defaultBaseUrl);
const env = { HANDBILL_TEST_SEED: JSON.stringify(seed) };
const body = JSON.stringify({ platform_id: "pf_demo", visitor_id: "visitor-0123456789" });

/** Runs of these are what a regular expression goes back and forth on. */
const byteClasses = [
  " ",
  "\t",
  ";",
  ",",
  "=",
  '"',
  "a",
  "0",
  ".",
  ":",
  "/",
  "-",
  "*",
  "%",
  "[",
  "\xe9",
  "; ",
  "a=",
];
const headers = [
  "Content-Type",
  "Content-Encoding",
  "Authorization",
  "Origin",
  "User-Agent",
  "Cookie",
  "If-Match",
  "X-Forwarded-For",
  "Sec-Purpose",
  "Sec-Fetch-Dest",
  "Access-Control-Request-Headers",
];
/** Texts before and after the run, so that a parser has begun, and does not end well. */
const frames = [
  ["", ""],
  ["", "x"],
  ["application/json", "x"],
  ["application/json;", "x"],
  ["Bearer ", "x"],
  ["https://", "x"],
  ["Mozilla/5.0 (Linux; Android ", "x"],
  ["Mozilla/5.0 (compatible; ", "x"],
] as const;
/** Node.js takes 16 KiB of headers, the others more. */
const runLength = 15_000;
/** Linear work on 15 KB is a fraction of a request; quadratic work was hundreds of them. */
const mostRequests = 40;
const mostTries = 30;

/** The longest agent that is looked into has 2,048 characters. */
const agentRunLength = 2_000;

/** Every header with every run in every frame. */
function* hostileHeaders(): Generator<{
  readonly name: string;
  readonly value: string;
  readonly label: string;
}> {
  for (const name of headers) {
    for (const byteClass of byteClasses) {
      for (const [before, after] of frames) {
        for (const length of name === "User-Agent" ? [runLength, agentRunLength] : [runLength]) {
          const value = before + byteClass.repeat(length / byteClass.length) + after;
          yield { name, value, label: `${name}: ${before}${JSON.stringify(byteClass)}…${after}, ${length}` };
        }
      }
    }
  }
}

async function exchange(
  url: string,
  head: readonly string[],
  text = "",
): Promise<{ status: number; ms: number }> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const begun = performance.now();
  socket.write(Buffer.from([...head, `Host: ${host}`, "Connection: close", "", text].join("\r\n"), "latin1"));
  let answer = "";
  socket.setEncoding("latin1").on("data", (part) => {
    answer += part;
  });
  socket.on("error", () => {});
  await once(socket, "close");
  return { status: Number(answer.split(" ")[1]), ms: performance.now() - begun };
}

/** Without a key the server judges the agent. */
const withoutKey = [
  ["authorization", undefined],
  ["origin", defaultBaseUrl],
] as const;

describe.each(runtimeTargets.filter(({ name }) => name !== "vercel"))("on $name", ({ open }) => {
  let target: Target;
  beforeAll(async () => {
    target = await open(env);
  });
  afterAll(() => target.stop());

  const send = (path: string, name: string, value: string): Promise<{ status: number; ms: number }> => {
    const given = new Map([
      ["content-type", "application/json"],
      ["authorization", `Bearer ${liveKey}`],
      ["content-length", String(body.length)],
      ...(["Origin", "User-Agent"].includes(name) ? withoutKey : []),
      [name.toLowerCase(), value],
    ]);
    const lines = [...given].flatMap(([key, text]) => (text === undefined ? [] : [`${key}: ${text}`]));
    const method = path.includes("click") ? "GET" : "POST";
    return exchange(target.url, [`${method} ${path} HTTP/1.1`, ...lines], body);
  };
  const quickest = async (path: string, name: string, value: string, tries: number): Promise<number> => {
    let ms = Number.POSITIVE_INFINITY;
    for (let n = 0; n < tries; n += 1) ms = Math.min(ms, (await send(path, name, value)).ms);
    return ms;
  };

  /** A machine that is busy elsewhere is quick one of these times; a parser that goes back and forth never is. */
  const isCostly = async (path: string, name: string, value: string, usual: number): Promise<boolean> => {
    for (let tries = 0; tries < mostTries; tries += 1) {
      if ((await send(path, name, value)).ms <= mostRequests * usual) return false;
    }
    return true;
  };

  it.each(["/api/v1/web/ads", "/api/v1/click/AAAAAAAAAAAAAAAAAAAAAA"])(
    "no header costs %s more than its length, whatever is in it",
    async (path) => {
      const usual = await quickest(path, "X-Nobody-Reads-It", "a".repeat(runLength), 20);
      const costly: string[] = [];
      for (const { name, value, label } of hostileHeaders()) {
        if (await isCostly(path, name, value, usual)) costly.push(label);
      }
      expect(costly).toEqual([]);
    },
  );

  it("a body of 16,000 one-byte chunks is read like any other", async () => {
    const padded = body + " ".repeat(16_000 - body.length);
    const chunks = [...padded].map((letter) => `1\r\n${letter}\r\n`).join("");
    const head = [
      "POST /api/v1/web/ads HTTP/1.1",
      "Content-Type: application/json",
      `Authorization: Bearer ${liveKey}`,
      "Transfer-Encoding: chunked",
    ];
    expect((await exchange(target.url, head, `${chunks}0\r\n\r\n`)).status).toBe(200);
    const endless = "1\r\na\r\n".repeat(80_000);
    expect((await exchange(target.url, head, `${endless}0\r\n\r\n`)).status).toBe(413);
  });
});
