import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { type LogEntry, logCodes } from "../../core/log.ts";
import { createManagement } from "../../core/management/management.ts";
import { platformIds } from "../contract/catalog.ts";
import { browser, createClient, newVisitor, paths, person } from "../contract/client.ts";
import { openWorld } from "../contract/world.ts";

const none = { method: "", endpoint: "", status: 0, reason: "" };

async function openLogged() {
  const world = await openWorld({ accessLog: true });
  const lines = (): readonly LogEntry[] => world.log.filter(({ code }) => code === "access");
  return { ...world, client: createClient(() => world.target), lines };
}

describe("the access log", () => {
  test("has a line for each request: endpoint, status and reason", async () => {
    const { client, lines } = await openLogged();
    const { ad } = await client.issue();
    await client.ads({ accept_formats: ["quiz"], placement: "nowhere" });
    await client.ads({}, { ...browser, "user-agent": "curl/8.0" });
    await client.request(`/api/v1/click/${ad.delivery_id}`, { headers: person });
    await client.request("/livez", { method: "HEAD" });
    await client.request("/api/v1/unknown", { method: "BREW" });
    const found = lines().map(({ request: { method, endpoint, status, reason } = none }) => [
      method,
      endpoint,
      status,
      reason,
    ]);
    expect(found).toEqual([
      ["POST", "ads", 200, ""],
      ["POST", "ads", 400, "invalid_request"],
      ["POST", "ads", 200, "bot"],
      ["GET", "click", 404, "not_found"],
      ["HEAD", "health", 200, ""],
      ["other", "unknown", 404, "not_found"],
    ]);
    for (const { request } of lines()) expect(request?.durationMs).toBeGreaterThanOrEqual(0);
  });

  test("names the answer's Request-Id, and nothing of the request", async () => {
    const { client, lines } = await openLogged();
    const visitor = newVisitor();
    const answer = await client.post(
      `${paths.ads}?secret=mark`,
      { platform_id: platformIds.main, visitor_id: visitor },
      browser,
    );
    const [line] = lines();
    expect(line?.requestId).toBe(answer.headers.get("request-id"));
    expect(JSON.stringify(line)).not.toMatch(new RegExp(`mark|${visitor}|Mozilla`));
  });

  test("is off by default", async () => {
    const { target, log } = await openWorld();
    await createClient(() => target).ads();
    expect(log.filter(({ code }) => code === "access")).toEqual([]);
  });

  test("has a line for each call of the management side", async () => {
    const lines: LogEntry[] = [];
    const management = createManagement({
      store: createMemoryStore(),
      accessLog: true,
      log: (entry) => lines.push(entry),
      secrets: ["a secret of at least 32 characters"],
      operatorTokens: ["an operator token of 32 characters"],
      baseUrl: "https://ads.example",
    });
    const answer = await management.fetch(new Request("https://ads.example/api/v1/manage/platforms"));
    const access = lines.find(({ code }) => code === "access");
    expect(access?.request).toMatchObject({ endpoint: "manage", status: 401, reason: "unauthorized" });
    expect(access?.requestId).toBe(answer.headers.get("request-id"));
  });
});

test("every code of the log is documented", () => {
  const page = readFileSync(new URL("../../core/README.md", import.meta.url), "utf8");
  const rows = Object.entries(logCodes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});
