import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPlatformId } from "../../runtimes/demo/catalog.ts";
import { smallCatalog } from "../catalog/small-catalog.ts";
import {
  type Finished,
  freePort,
  removeTemporaryDirectories,
  runCli,
  type Started,
  startCli,
  temporaryDirectory,
} from "./run-cli.ts";

// Each command is a process of its own.
const slow = 60_000;
const token = "an-operator-token-of-at-least-32-letters";

let server: Started;
let directory = "";
let env: Record<string, string> = {};
beforeAll(async () => {
  directory = await temporaryDirectory();
  server = await startCli(await freePort(), { directory, env: { HANDBILL_OPERATOR_TOKEN: token } });
  env = { HANDBILL_SERVER: server.facts.baseUrl, HANDBILL_TOKEN: token };
}, slow);
afterAll(async () => {
  await server.stop();
  await removeTemporaryDirectories();
});

/** Runs a command beside the server, in its directory: the store is in use. */
const cli = (...args: readonly string[]): Promise<Finished> => runCli(args, { directory, env });
const json = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await cli(...args, "--json");
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
};

async function post(path: string, body: unknown) {
  const answer = await fetch(`${server.facts.baseUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.facts.liveKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

/** An ad whose view is charged. */
async function charge(user: string): Promise<string> {
  const caller = { platform_id: demoPlatformId, stable_user_id: user };
  const { ad } = await post("/api/v1/web/ads", { ...caller, accept_formats: ["text"] });
  const seen = { ...caller, delivery_id: ad.delivery_id, view: ad.view };
  // A view is too early for a second.
  const confirm = async () => (await post("/api/v1/web/seen", seen)).ok;
  await expect.poll(confirm, { timeout: slow, interval: 300 }).toBe(true);
  return ad.delivery_id;
}

test("without --server a command is refused while the server runs, and the refusal names the way", {
  timeout: slow,
}, async () => {
  for (const args of [["key", "list"], ["export"], ["quality"], ["review", "list"]]) {
    const { code, stdout, stderr } = await runCli(args, { directory });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/in use by process \d+.*--server http:\/\/localhost:8787 \(HANDBILL_SERVER\)/s);
  }
});

test("what is wrong with the server or the token is said, and no store is opened", {
  timeout: slow,
}, async () => {
  const { HANDBILL_SERVER } = env;
  const refused = async (args: readonly string[], code: number, message: RegExp): Promise<void> => {
    const finished = await runCli(["key", "list", ...args], { directory });
    expect({ code: finished.code, stdout: finished.stdout }).toEqual({ code, stdout: "" });
    expect(finished.stderr).toMatch(message);
  };
  const url = HANDBILL_SERVER ?? "";
  await refused(["--server", url], 2, /^Set HANDBILL_TOKEN \(--token\)/);
  await refused(["--server", "ads.example"], 2, /Give the address of the server/);
  await refused(
    ["--server", url, "--token", "wrong"],
    1,
    /^The server refuses the token: set HANDBILL_TOKEN/,
  );
  await refused(["--server", `${url}/nothing`, "--token", token], 1, /has no management API/);
  await refused(["--server", "http://127.0.0.1:1", "--token", token], 1, /No server answers at http/);
  expect((await cli("key", "list", "--server", url, "--token", token)).code).toBe(0);
});

test("`key` creates, lists and revokes on a running server", { timeout: slow }, async () => {
  const made = await json("key", "create", "--mode", "test", "--label", "Laptop");
  expect(made).toMatchObject({ mode: "test", label: "Laptop", key: expect.stringMatching(/^hb_test_/) });
  const { id } = made;
  expect((await cli("key", "list")).stdout).toMatch(new RegExp(`^${id} +test .* live +Laptop$`, "m"));
  const later = "2100-01-01T00:00:00.000Z";
  expect(await json("key", "revoke", id, "--at", later)).toMatchObject({
    id,
    revokedAt: expect.stringMatching(/^2100|^2099/),
  });
  expect((await cli("key", "list")).stdout).toMatch(new RegExp(`^${id} .* live until `, "m"));
  expect((await cli("key", "revoke", id)).code).toBe(0);
  expect((await cli("key", "list")).stdout).toMatch(new RegExp(`^${id} .* revoked `, "m"));
  expect(await cli("key", "revoke", "AAAAAAAA")).toMatchObject({ code: 1, stdout: "" });
  expect((await cli("key", "create", "--publisher", "nobody")).code).toBe(2);
});

test("`apply` and `export` change and read the catalogue of a running server", {
  timeout: slow,
}, async () => {
  const stdin = JSON.stringify(smallCatalog());
  const apply = (...args: readonly string[]): Promise<Finished> =>
    runCli(["apply", "-", ...args], { directory, env, stdin });
  const planned = await apply("--plan");
  expect([planned.code, planned.stdout]).toEqual([
    0,
    expect.stringContaining("campaign   1 to create, 1 to update"),
  ]);
  const applied = await apply("--verbose");
  expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining("create campaign spring\n")]);
  expect(JSON.parse((await apply("--json")).stdout)).toEqual({ outcome: "unchanged", changes: [] });
  const file = join(directory, "exported.json");
  expect((await cli("export", "--out", file)).code).toBe(0);
  expect(JSON.parse(await readFile(file, "utf8")).campaigns.map(({ id }: { id: string }) => id)).toContain(
    "spring",
  );
  const options = { directory, env: { ...env, HANDBILL_LOCAL_URLS: "on" } };
  expect(JSON.parse((await runCli(["apply", file, "--prune", "--json"], options)).stdout)).toEqual({
    outcome: "unchanged",
    changes: [],
  });

  const document = smallCatalog();
  Object.assign(document.campaigns[0] ?? {}, { priceMicros: -1 });
  const wrong = await runCli(["apply", "-"], { directory, env, stdin: JSON.stringify(document) });
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toContain("campaigns[0].priceMicros: Must be at least 0.");
});

test("`apply` says what the topics will do, on a running server as on a store", {
  timeout: slow,
}, async () => {
  const topic = (id: string) => ({
    id,
    name: id,
    examples: [`Where do I buy ${id}?`, `Is ${id} good for me?`],
  });
  const document = JSON.parse((await cli("export")).stdout);
  document.topics.push(topic("tea"), topic("kites"));
  const stdin = JSON.stringify(document);
  const plan = (options: { directory: string; env: Record<string, string> }): Promise<Finished> =>
    runCli(["apply", "-", "--plan", "--verbose"], { ...options, stdin });
  const linesOf = ({ code, stderr }: Finished): readonly string[] => {
    expect(code, stderr).toBe(0);
    return stderr.split("\n").filter((line) => /^(?:topic | {4}|\d+ topics: |Add )/.test(line));
  };
  const elsewhere = { directory: await temporaryDirectory(), env: { HANDBILL_LOCAL_URLS: "on" } };
  expect((await runCli(["migrate"], elsewhere)).code).toBe(0);
  const lines = linesOf(await plan({ directory, env: { ...env, ...elsewhere.env } }));
  expect(lines).toEqual(linesOf(await plan(elsewhere)));
  expect(lines).toContainEqual(expect.stringMatching(/^topic tea: .+ of other questions would match/));
});

test("`quality`, `adjust`, `report`, `audit` and `statements` work on a running server", {
  timeout: slow,
}, async () => {
  const ids = [await charge("one"), await charge("two")];
  // Statistics are stored every few seconds.
  const quality = async () =>
    (await json("quality")).lines.map(({ platformId }: { platformId: string }) => platformId);
  await expect.poll(quality, { timeout: slow, interval: 500 }).toContain(demoPlatformId);
  expect((await cli("quality")).stdout).toContain(demoPlatformId);

  const selected = ["adjust", "--platform", demoPlatformId];
  const planned = await cli(...selected, "--plan");
  expect([planned.code, planned.stdout]).toEqual([0, expect.stringMatching(/^total +2 /m)]);
  const [id = ""] = ids;
  const done = await json("adjust", "--delivery", id, "--reason", "A test");
  expect(done).toMatchObject({ plan: false, matched: 1, adjustments: 1, repeated: 0 });
  const again = ["--operation", done.operation, "--to", done.to];
  expect(await json("adjust", "--delivery", id, "--reason", "A test", ...again)).toMatchObject({
    matched: 1,
    repeated: 1,
  });
  expect(await cli("adjust", "--delivery", "short", "--plan")).toMatchObject({ code: 2, stdout: "" });

  const { total, uniques } = await json("report", "--by", "campaign");
  expect([total.charges, uniques.length]).toEqual([2, 7]);
  const answer = await fetch(`${server.facts.baseUrl}/api/v1/manage/reports?by=campaign`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await answer.json()).total).toEqual(total);
  expect((await cli("report", "--csv")).stdout).toMatch(/^day,requests,/);
  expect((await cli("report", "--by", "colour")).code).toBe(2);
  expect(await json("audit")).toMatchObject({ isBalanced: true, charges: 2, currency: "USD" });

  const early = await cli("statements", "close", "2999-01");
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining("Close 2999-01 from")]);
  const empty = await cli("statements", "close", "2020-01");
  expect([empty.code, empty.stderr]).toEqual([0, "No account has a charge before the end of 2020-01.\n"]);
  expect(await cli("statements", "list", "publisher:demo")).toMatchObject({
    code: 0,
    stderr: "This account has no statements.\n",
  });
  expect(await cli("statements", "show", "publisher:demo")).toMatchObject({ code: 1, stdout: "" });
});

test("`user forget` and `review` work on a running server", { timeout: slow }, async () => {
  expect(await json("user", "forget", "--platform", demoPlatformId, "--stable", "two")).toEqual({
    forgotten: 1,
  });
  expect((await cli("user", "forget", "--platform", demoPlatformId)).code).toBe(2);

  const { key } = await json("key", "create", "--publisher", "demo", "--mode", "manage");
  const entered = await fetch(`${server.facts.baseUrl}/api/v1/manage/platforms`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ id: "pf_new", name: "New", allowedOrigins: ["https://new.example"] }),
  });
  expect(entered.status).toBe(201);
  const [item] = await json("review", "list");
  expect(item).toMatchObject({ id: "platforms/pf_new", isEdit: false });
  expect(await cli("review", "approve", item.id, "--version", "old")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("`handbill review list`"),
  });
  expect(await cli("review", "approve", item.id, "--version", item.version)).toMatchObject({
    code: 0,
    stderr: "platforms/pf_new is approved.\n",
  });
  expect((await cli("review", "list")).stderr).toBe("Nothing waits.\n");
});

test("`console link` is made by a running server, with its secret", { timeout: slow }, async () => {
  const { link } = await json("console", "link", "--advertiser", "Stride & Co");
  const { origin, pathname, searchParams } = new URL(link);
  expect([origin, pathname]).toEqual([server.facts.baseUrl, "/console/enter"]);
  const entered = await fetch(`${origin}/console/enter`, {
    method: "POST",
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ link: searchParams.get("link") ?? "" }).toString(),
    redirect: "manual",
  });
  expect(entered.status).toBe(303);
});

test("rows name no way through the server, which has none", { timeout: slow }, async () => {
  const args = ["export", "--format", "ndjson", "--out", "rows"];
  const { code, stderr } = await runCli(args, { directory });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/in use by process \d+/)]);
  expect(stderr).not.toContain("HANDBILL_SERVER");
  const refused = await runCli(args, { directory, env: { HANDBILL_SERVER: server.facts.baseUrl } });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("from the store itself")]);
});

test.each([
  ["console", "link"],
  ["user", "forget", "--platform", "pf_demo", "--stable", "u"],
])("%s %s without the secret names the way through the server", { timeout: slow }, async (...args) => {
  const where = await temporaryDirectory();
  const stdin = JSON.stringify(smallCatalog());
  expect((await runCli(["apply", "-"], { directory: where, stdin })).code).toBe(0);
  const { code, stderr } = await runCli(args, { directory: where });
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/HANDBILL_SECRET.*--server http.*HANDBILL_TOKEN/s),
  ]);
});
