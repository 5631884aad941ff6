import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smallCatalog } from "../catalog/small-catalog.ts";
import { freePort, removeTemporaryDirectories, runCli, startCli, temporaryDirectory } from "./run-cli.ts";

// Each command is a process of its own.
const slow = 60_000;
const secret = "kq3Fz7Lw0pXv9RmT2yBn5JdGh8CsA1Ue";
const production = {
  NODE_ENV: "production",
  HANDBILL_BASE_URL: "https://ads.example",
  HANDBILL_SECRET: secret,
};

interface Finding {
  readonly level: string;
  readonly subject: string;
  readonly message: string;
  readonly fix?: string;
}

let directory = "";
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(removeTemporaryDirectories);

async function doctor(
  where: string,
  env: Readonly<Record<string, string>> = {},
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly findings: readonly Finding[] }> {
  const { code, stdout, stderr } = await runCli(["doctor", "--json", ...args], { directory: where, env });
  expect(stderr).toBe("");
  return { code, findings: JSON.parse(stdout).findings };
}

const withoutOk = (findings: readonly Finding[]) => findings.filter(({ level }) => level !== "ok");

/** A directory with this catalogue. */
async function installed(document: unknown): Promise<string> {
  const where = await temporaryDirectory();
  const applied = await runCli(["apply", "-"], { directory: where, stdin: JSON.stringify(document) });
  expect(applied.code, applied.stderr).toBe(0);
  return where;
}

/** A module that opens a store in memory, with changes. */
async function moduleStore(options: string, members: string): Promise<string> {
  const file = join(await temporaryDirectory(), "store.ts");
  const memory = new URL("../../adapters/memory/mod.ts", import.meta.url).href;
  await writeFile(
    file,
    `import { createMemoryStore } from ${JSON.stringify(memory)};
export default () => {
  const store = createMemoryStore(${options});
  return { ...store, ${members} };
};`,
  );
  return file;
}

test("an installation without a fault has a line for each subject, and ends with 0", {
  timeout: slow,
}, async () => {
  const catalog = smallCatalog();
  const shown = catalog.campaigns.filter(({ id }) => id === "spring");
  const where = await installed({ ...catalog, campaigns: shown });
  const { code, stdout, stderr } = await runCli(["doctor"], { directory: where, env: production });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(0, line.indexOf(":"))),
  ).toEqual([
    ...["ok    configuration", "ok    secrets", "ok    store", "ok    schema", "ok    clock"],
    ...["ok    sites", "ok    campaigns", "ok    topics", "ok    limiter"],
  ]);
});

test("the line about replication follows the store's", { timeout: slow }, async () => {
  const file = await moduleStore("{}", "findRisks: async () => []");
  const { findings } = await doctor(await temporaryDirectory(), production, "--store", file);
  const subjects = findings.map(({ subject }) => subject);
  expect(subjects.slice(subjects.indexOf("store")).slice(0, 3)).toEqual(["store", "replication", "clock"]);
  expect(findings.find(({ subject }) => subject === "replication")?.level).toBe("ok");
});

test("each finding has its fix below it, and a failing one ends with 1", { timeout: slow }, async () => {
  const env = { ...production, HANDBILL_SECRET: "", HANDBILL_SECRETS: secret };
  const { code, stdout } = await runCli(["doctor"], { directory: await temporaryDirectory(), env });
  expect(code).toBe(1);
  expect(stdout.split("\n").slice(0, 6)).toEqual([
    "fail  configuration: A setting is missing or wrong.",
    "      Set HANDBILL_SECRET (option secrets) to a secret; `handbill secret` makes one.",
    "warn  configuration: Nothing reads the variable HANDBILL_SECRETS.",
    "      Did you mean HANDBILL_SECRET?",
    expect.stringMatching(/^warn {2}store: .* does not exist yet\.$/),
    "      `handbill start` creates it with a demo, `handbill apply` with your catalogue. Or correct HANDBILL_STORE (--store) and HANDBILL_DATA (--data).",
  ]);
});

test("beside the demo nothing fails: what only production needs is a warning", {
  timeout: slow,
}, async () => {
  const { code, findings } = await doctor(await temporaryDirectory());
  expect([code, withoutOk(findings).map(({ level }) => level)]).toEqual([0, ["warn", "warn", "warn"]]);
});

test.each([
  ["HANDBILL_SECRET", "a".repeat(40), "warn", "A secret or a token has few different characters."],
  ["HANDBILL_OPERATOR_TOKEN", secret, "fail", "An operator token is also a signing secret."],
  ["HANDBILL_SECRET", `${secret},x${secret}`, "warn", "Changing the secrets would restart frequency caps."],
])("%s=%s: secrets are checked", { timeout: slow }, async (name, value, level, message) => {
  const { findings } = await doctor(await temporaryDirectory(), { ...production, [name]: value });
  expect(findings).toContainEqual({ level, subject: "secrets", message, fix: expect.any(String) });
});

describe("the store", { timeout: slow }, () => {
  test("that does not answer fails", async () => {
    const env = { ...production, DATABASE_URL: "postgres://me:hidden@127.0.0.1:1/handbill" };
    const { code, findings } = await doctor(directory, env);
    expect([code, withoutOk(findings)]).toEqual([
      1,
      [expect.objectContaining({ level: "fail", subject: "store", fix: expect.any(String) })],
    ]);
    expect(JSON.stringify(findings)).not.toContain("hidden");
  });

  test("that a server has open is a warning", async () => {
    const where = await temporaryDirectory();
    const server = await startCli(await freePort(), { directory: where });
    const { code, findings } = await doctor(where, production);
    await server.stop();
    expect([code, withoutOk(findings)]).toEqual([
      0,
      [
        expect.objectContaining({
          level: "warn",
          subject: "store",
          message: expect.stringContaining("Another process"),
        }),
      ],
    ]);
  });

  test("without its schema fails, and migrate is named", async () => {
    const steps = `planMigrations: async () => [{ number: 1, name: "first", applied: false }]`;
    const { code, findings } = await doctor(directory, production, "--store", await moduleStore("", steps));
    expect([code, withoutOk(findings)]).toEqual([
      1,
      [
        {
          level: "fail",
          subject: "schema",
          message: "1 step is missing: first.",
          fix: "Run `handbill migrate`.",
        },
      ],
    ]);
  });

  test("of an older version, or of another program, stays as it is", async () => {
    const where = await temporaryDirectory();
    for (const [content, subject] of [
      ["", "schema"],
      [
        "another program's file, which is longer than a header of SQLite has to be to be read as one",
        "store",
      ],
    ] as const) {
      const file = join(where, `${subject}.db`);
      await writeFile(file, content);
      const { code, findings } = await doctor(where, production, "--store", `sqlite:${file}`);
      expect([code, withoutOk(findings)]).toEqual([
        1,
        [expect.objectContaining({ level: "fail", subject, fix: expect.any(String) })],
      ]);
      expect(await readFile(file, "utf8")).toBe(content);
    }
  });

  test("with another currency than the configured one fails", async () => {
    const where = await temporaryDirectory();
    const stdin = JSON.stringify(smallCatalog());
    const inEuros = { HANDBILL_CURRENCY: "EUR" };
    expect((await runCli(["apply", "-"], { directory: where, stdin, env: inEuros })).code).toBe(0);
    const { code, findings } = await doctor(where, { ...production, HANDBILL_CURRENCY: "USD" });
    expect(code).toBe(1);
    expect(findings.filter(({ level }) => level === "fail")).toEqual([
      {
        level: "fail",
        subject: "currency",
        message: "The configured currency is not the stored one.",
        fix: expect.stringContaining("set it to EUR"),
      },
    ]);
  });

  test("of a newer release fails with one advice", async () => {
    const where = await temporaryDirectory();
    const file = join(where, "newer.db");
    expect((await runCli(["migrate", "--store", `sqlite:${file}`], { directory: where })).code).toBe(0);
    const db = new DatabaseSync(file);
    db.exec("PRAGMA user_version = 999");
    db.close();
    const { code, findings } = await doctor(where, production, "--store", `sqlite:${file}`);
    const message = expect.stringMatching(/written by a newer release .*: install that release again\.$/);
    expect([code, withoutOk(findings)]).toEqual([1, [{ level: "fail", subject: "store", message }]]);
  });

  test("whose clock differs fails", async () => {
    const file = await moduleStore("{ clock: () => Date.now() + 90_000 }", "");
    const { code, findings } = await doctor(directory, production, "--store", file);
    expect(code).toBe(1);
    expect(findings).toContainEqual({
      level: "fail",
      subject: "clock",
      message: expect.stringMatching(/differ by (?:89|90)\.\d s\.$/),
      fix: expect.stringContaining("timedatectl"),
    });
  });
});

test("a limiter that does not answer fails", { timeout: slow }, async () => {
  const env = {
    ...production,
    HANDBILL_STORE: "embedded",
    HANDBILL_RATE_LIMITER: "postgres",
    DATABASE_URL: "postgres://me:hidden@127.0.0.1:1/handbill",
  };
  const { code, findings } = await doctor(await temporaryDirectory(), env);
  expect(code).toBe(1);
  expect(findings.at(-1)).toMatchObject({ level: "fail", subject: "limiter", fix: expect.any(String) });
});

test("sites that get no ads are named with their fix", { timeout: slow }, async () => {
  const site = {
    publisherId: "acme",
    name: "Site",
    revenueShareBps: 1,
    allowedOrigins: ["https://a.example"],
  };
  const where = await installed({
    publishers: [
      { id: "acme", name: "Acme" },
      { id: "late", name: "Late", status: "suspended" },
    ],
    platforms: [
      { ...site, id: "pf_fine" },
      { ...site, id: "pf_off", status: "disabled" },
      { ...site, id: "pf_late", publisherId: "late" },
      { ...site, id: "pf_new", review: { status: "pending" } },
      { ...site, id: "pf_mute", allowedOrigins: [] },
    ],
  });
  const { code, findings } = await doctor(where, production);
  expect([code, withoutOk(findings).map(({ message }) => message)]).toEqual([
    0,
    [
      "Site pf_late gets test ads: late is suspended.",
      "Site pf_mute cannot ask for ads: it has no allowed origin, and acme no live key.",
      "Site pf_new waits for its review.",
      "Site pf_off is disabled.",
    ],
  ]);
  const empty = await doctor(await installed({ publishers: [{ id: "acme", name: "Acme" }] }), production);
  expect(withoutOk(empty.findings)).toEqual([
    expect.objectContaining({ level: "warn", subject: "sites", message: "No platform exists." }),
  ]);
});

test("campaigns that can never show are named with the reason", { timeout: slow }, async () => {
  const campaign = (id: string, fields: object = {}) => ({
    id,
    advertiser: "Roaster",
    name: id,
    priceMicros: 100,
    totalBudgetMicros: 1_000,
    ...fields,
  });
  const reasons: Readonly<Record<string, readonly [object, string]>> = {
    blocked: [{ advertiser: "Rival" }, "every site excludes its advertiser or a topic of it"],
    broke: [{ totalBudgetMicros: 50 }, "its total budget is used up"],
    bare: [{}, "it has no creative"],
    daily: [{ dailyBudgetMicros: 50 }, "its daily budget is below the price of one view"],
    elsewhere: [{ platforms: ["pf_off"] }, "no site that can ask for ads is among its platforms"],
    ended: [{ endsAt: "2020-01-01T00:00:00Z" }, "it ended at 2020-01-01T00:00:00Z"],
    formless: [{ formats: ["image"] }, "no site accepts a format of its creatives"],
    misplaced: [{ placements: ["footer"], platforms: ["pf_shop"] }, "no site has one of its placements"],
    unheard: [{ platforms: ["pf_mute"] }, "no site that can ask for ads is among its platforms"],
    mute: [{ topics: ["silence"] }, "no question matches one of its topics"],
    timeless: [
      {
        startsAt: "2100-01-04T10:00:00Z",
        endsAt: "2100-01-04T12:00:00Z",
        hours: [{ days: [7], from: 1, to: 2 }],
      },
      "none of its hours lies between its start and its end",
    ],
    tongue: [{ languages: ["fr"] }, "no creative is in one of its languages"],
  };
  const { publishers, platforms, creatives } = smallCatalog();
  const [shop] = platforms;
  const creative = creatives.find(({ campaignId }) => campaignId === "spring");
  const ids = Object.keys(reasons);
  const where = await installed({
    publishers,
    platforms: [
      { ...shop, excludedAdvertisers: ["Rival"] },
      { ...shop, id: "pf_off", placements: ["footer"], status: "disabled" },
      { ...shop, id: "pf_mute", allowedOrigins: [] },
    ],
    topics: [{ id: "silence", name: "Silence", examples: ["Hush?"] }],
    campaigns: [
      campaign("fine"),
      campaign("paused", { status: "paused" }),
      ...ids.map((id) => campaign(id, reasons[id]?.[0])),
    ],
    creatives: ["fine", ...ids.filter((id) => id !== "bare")].map((id) => ({
      ...creative,
      id: `cr-${id}`,
      campaignId: id,
    })),
  });
  const { code, findings } = await doctor(where, production);
  const found = findings.filter(({ subject }) => subject === "campaigns");
  expect([
    code,
    Object.fromEntries(
      found.map(({ message }) => message.slice("Campaign ".length, -1).split(" can never show: ")),
    ),
  ]).toEqual([0, Object.fromEntries(ids.map((id) => [id, reasons[id]?.[1]]))]);
  expect(found.every(({ level, fix = "" }) => level === "warn" && fix !== "")).toBe(true);
  expect(findings).toContainEqual({
    level: "warn",
    subject: "topics",
    message: "Topic silence teaches nothing: no question matches it.",
    fix: expect.stringContaining("Add out-of-scope questions"),
  });
});
