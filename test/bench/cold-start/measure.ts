import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import process from "node:process";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** One cold start, in milliseconds. */
export interface ColdStart {
  /** From starting the process to its first answer, as its parent sees it. */
  readonly totalMs: number;
  /** Node.js itself and its HTTP server's code. */
  readonly bootMs: number;
  /** The function. */
  readonly loadMs: number;
  /** Until it listens and the first request has come. */
  readonly waitMs: number;
  /** The first request. */
  readonly answerMs: number;
  /** The second request, as its sender sees it. */
  readonly secondMs: number;
  readonly answer: string;
}

export interface Asked {
  readonly apiKey: string;
  readonly platformId: string;
  readonly question: string;
}

const launch = fileURLToPath(new URL("launch.mjs", import.meta.url));

export async function coldStart(
  entry: string,
  asked: Asked,
  env: Readonly<Record<string, string>>,
): Promise<ColdStart> {
  const began = performance.now();
  const child = spawn(process.execPath, [launch, entry], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  const port = Number(await next());
  const answer = await ask(port, asked);
  const totalMs = performance.now() - began;
  const facts: object = JSON.parse(await next());
  const again = performance.now();
  await ask(port, asked);
  const secondMs = performance.now() - again;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  const read = (name: string): number => Number(Reflect.get(facts, name));
  return {
    totalMs,
    bootMs: read("bootMs"),
    loadMs: read("loadMs"),
    waitMs: read("waitMs"),
    answerMs: read("answerMs"),
    secondMs,
    answer,
  };
}

/** node:http, since the sender's own fetch would be a part of what is measured. */
function ask(port: number, { apiKey, platformId, question }: Asked): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const body = JSON.stringify({
    platform_id: platformId,
    stable_user_id: "somebody",
    context: { question },
  });
  const sent = request({
    host: "127.0.0.1",
    port,
    agent: false,
    method: "POST",
    path: "/api/v1/web/ads",
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    },
  });
  sent.once("error", reject);
  sent.once("response", (response) => {
    text(response).then((said) => resolve(`${response.statusCode} ${said}`), reject);
  });
  sent.end(body);
  return promise;
}
