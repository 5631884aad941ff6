import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { type RunningWorker, startWorkerd } from "../runtimes/edge/start-workerd.ts";

const root = new URL("../../", import.meta.url);
const abortPath = "/abort-of-the-tests";
const operatorToken = "a-token-of-the-operator-for-the-tests-of-the-recipes";

interface Wrangler {
  readonly main: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly durable_objects: {
    readonly bindings: readonly { readonly name: string; readonly class_name: string }[];
  };
  readonly migrations: readonly { readonly new_sqlite_classes: readonly string[] }[];
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(new URL(path, root), "utf8"));
}

/** Writes a module that is the recipe, except that its serving objects end at a request to `abortPath`. Returns its path. */
async function withAbort(main: string, folder: string): Promise<string> {
  const recipe = JSON.stringify(fileURLToPath(new URL(`runtimes/deploy/cloudflare/${main}`, root)));
  const server = main === "worker.js" ? "Ads" : "Router";
  const path = join(folder, "entry.js");
  await writeFile(
    path,
    `import recipe, { ${server} as Server } from ${recipe};
export * from ${recipe};
export class ${server} extends Server {
  fetch(request) {
    if (new URL(request.url).pathname === "${abortPath}") this.ctx.abort("ended by a test");
    return super.fetch(request);
  }
}
export default recipe;
`,
  );
  return relative(fileURLToPath(new URL("test/runtimes/edge/", root)), path);
}

describe.each(["wrangler.jsonc", "placed.jsonc"])("the recipe of %s", (file) => {
  let worker: RunningWorker;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "handbill-recipe-"));
    const wrangler = await readJson<Wrangler>(`runtimes/deploy/cloudflare/${file}`);
    const { bindings } = wrangler.durable_objects;
    expect(wrangler.migrations.flatMap((step) => step.new_sqlite_classes)).toEqual(
      bindings.map((binding) => binding.class_name),
    );
    const env = {
      ...wrangler.vars,
      HANDBILL_SECRET: "a secret for the tests of the recipes and nothing else",
      HANDBILL_OPERATOR_TOKEN: operatorToken,
    };
    const classes = bindings.map((binding) => ({ name: binding.class_name, binding: binding.name }));
    worker = await startWorkerd(await withAbort(wrangler.main, folder), env, { classes, folder });
  });
  afterAll(async () => {
    await worker.stop();
    await rm(folder, { recursive: true });
  });

  const post = async (
    path: string,
    body: unknown,
    token = operatorToken,
  ): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${worker.url}/api/v1/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    expect(answer.ok, `${path}: ${text}`).toBe(true);
    return JSON.parse(text);
  };

  it("serves the console, takes a catalogue by the management API, and bills a view", async () => {
    expect((await fetch(`${worker.url}/console/sign-in`)).status).toBe(200);
    const { $schema: _, ...catalog } = await readJson<Record<string, readonly object[] | string>>(
      "test/examples/catalog.json",
    );
    for (const [kind, objects] of Object.entries(catalog))
      for (const one of objects) await post(`manage/${kind}`, one);
    const { key } = await post("manage/keys", { publisherId: "acme", mode: "live", label: "first" });
    const who = { platform_id: "pf_acme", stable_user_id: "first-view" };
    const ask = () => post("web/ads", { ...who, context: { question: "Which running shoes?" } }, String(key));
    // A router knows a new key within two seconds.
    await expect.poll(async () => (await ask().catch(() => undefined))?.["has_ad"]).toBe(true);
    const { ad } = await ask();
    expect(ad).toMatchObject({ delivery_id: expect.any(String) });
    const seen = {
      ...who,
      delivery_id: Reflect.get(Object(ad), "delivery_id"),
      view: Reflect.get(Object(ad), "view"),
    };
    await expect.poll(() => post("web/seen", seen, String(key)).catch(() => undefined)).toEqual({ ok: true });
    const headers = { authorization: `Bearer ${operatorToken}` };
    const audit = await (await fetch(`${worker.url}/api/v1/manage/ledger/audit`, { headers })).json();
    expect(JSON.stringify(audit)).toContain('"charges":1');
  });

  it("is filled and read by the command line through the management API", { timeout: 60_000 }, async () => {
    const env = { HANDBILL_SERVER: worker.url, HANDBILL_TOKEN: operatorToken };
    const catalog = fileURLToPath(new URL("test/examples/catalog.json", root));
    const run = (...args: readonly string[]) => runCli(args, { directory: folder, env });
    expect(await run("apply", catalog)).toMatchObject({ code: 0 });
    expect(await run("key", "create", "--publisher", "acme")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("hb_live_"),
    });
    expect(await run("export")).toMatchObject({ code: 0, stdout: expect.stringContaining('"pf_acme"') });
  });

  it("answers 503 while an object that serves ends, and then goes on", async () => {
    const get = (path: string) => fetch(`${worker.url}${path}`);
    await expect.poll(async () => (await get("/readyz")).status).toBe(200);
    const ended = await get(abortPath);
    expect(ended.status).toBe(503);
    expect(ended.headers.get("content-type")).toBe("application/problem+json");
    expect(ended.headers.get("retry-after")).toBe("1");
    expect(await ended.json()).toMatchObject({ code: "unavailable", request_id: expect.any(String) });
    await expect.poll(async () => (await get("/readyz")).status).toBe(200);
  });
});
