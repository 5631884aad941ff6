import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smallCatalog } from "../catalog/small-catalog.ts";
import { type Finished, removeTemporaryDirectories, runCli, temporaryDirectory } from "./run-cli.ts";

// Each command is a process of its own.
const slow = 60_000;

let directory = "";
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(removeTemporaryDirectories);

const cli = (...args: readonly string[]): Promise<Finished> => runCli(args, { directory });
const apply = (document: unknown, ...args: readonly string[]): Promise<Finished> =>
  runCli(["apply", "-", ...args], { directory, stdin: JSON.stringify(document) });

describe("help and usage", () => {
  const commands = [
    "start",
    "migrate",
    "doctor",
    "apply",
    "validate",
    "export",
    "key create",
    "key list",
    "key revoke",
    "report",
    "quality",
    "audit",
    "statements close",
    "statements list",
    "statements show",
    "console link",
    "secret",
    "sensitive-subjects",
  ];

  test.each(commands)(
    "`%s --help` names every option and its environment variable on stdout",
    async (command) => {
      const { code, stdout, stderr } = await cli(...command.split(" "), "--help");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const options = stdout
        .slice(stdout.indexOf("Options:"))
        .split(/\n(?= {2}-)/)
        .slice(1);
      for (const option of options)
        if (!option.includes("--help")) expect(option).toMatch(/\(.*env:\s+[A-Z_]+/s);
    },
  );

  test("`--help` names every command and the location of the data", async () => {
    const { code, stdout } = await cli("--help");
    expect(code).toBe(0);
    const words = ["start", "migrate", "apply", "key", "user", "console", "secret"];
    const variables = ["DATABASE_URL", "HANDBILL_SECRET", "HANDBILL_OPERATOR_TOKEN", "HANDBILL_CONSOLE"];
    for (const word of [...words, ...variables]) {
      expect(stdout).toContain(word);
    }
  });

  test.each([
    [[]],
    [["serve"]],
    [["start", "--prot", "1"]],
    [["start", "--port", "0"]],
    [["start", "--port", "http"]],
    [["apply"]],
    [["key"]],
    [["key", "create", "--mode", "demo"]],
    [["key", "revoke", "no"]],
    [["key", "revoke", "AAAAAAAA", "--at", "tomorrow"]],
    [["console"]],
    [["console", "link", "more"]],
    [["console", "link", "--advertiser", " "]],
    [["console", "link"]],
    [["secret", "more"]],
    [["sensitive-subjects", "one", "two"]],
  ])("%j ends with 2, and prints the reason on stderr only", async (args) => {
    const { code, stdout, stderr } = await cli(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toBe("");
  });

  test.each(["HANDBILL_DELIVERIES_KEPT_DAYS", "HANDBILL_COUNTS_KEPT_DAYS"])(
    "a number of days in %s that is none ends with 2, names its variable and opens nothing",
    async (name) => {
      const { code, stderr } = await runCli(["key", "list"], { directory, env: { [name]: "ninety" } });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `${name} must be a whole number of days, at least 1.\n`,
      });
    },
  );

  test.each(["6", "31", "-1", "07.5", "many"])(
    "a number of %s days for networks ends with 2, and the right one is told",
    async (days) => {
      const env = { HANDBILL_NETWORKS_KEPT_DAYS: days };
      const { code, stderr } = await runCli(["key", "list"], { directory, env });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr:
          "HANDBILL_NETWORKS_KEPT_DAYS must be 0, which stores no networks, or a whole number from 7 to 30.\n",
      });
    },
  );

  test.each(["mysql://127.0.0.1/ads", "localhost", "127.0.0.1:5432/ads"])(
    "the address %s in DATABASE_URL ends with 2, and the right form is told",
    async (address) => {
      const { code, stderr } = await runCli(["key", "list"], { directory, env: { DATABASE_URL: address } });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr:
          "DATABASE_URL must be the address of a PostgreSQL server, like postgres://user:password@host/database.\n",
      });
    },
  );

  test("a data directory that cannot be made ends with 1 and names the remedy", async () => {
    await writeFile(join(directory, "a-file"), "");
    const { code, stdout, stderr } = await runCli(["migrate", "--data", "a-file"], { directory });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/a-file cannot be made: .*HANDBILL_DATA \(--data\)\.\n$/);
  });

  test("an invalid PORT ends with 2 and names PORT", async () => {
    const { code, stderr } = await runCli(["start"], { directory, env: { PORT: "many" } });
    expect(code).toBe(2);
    expect(stderr).toContain("PORT");
  });
});

describe("secret", () => {
  test("prints one new secret of 256 bits, alone on stdout", async () => {
    const [one, other] = await Promise.all([cli("secret"), cli("secret")]);
    expect(one.stdout).toMatch(/^[A-Za-z0-9_-]{43}\n$/);
    expect(other.stdout).not.toBe(one.stdout);
    expect(one.stderr).toContain("HANDBILL_SECRET");
  });

  test("explains the rotation of a secret: identity secret, then old,new everywhere, then new,old", async () => {
    const steps = /HANDBILL_IDENTITY_SECRET=old\b.*HANDBILL_SECRET=old,new\b.*HANDBILL_SECRET=new,old\b/s;
    expect((await cli("secret")).stderr).toMatch(steps);
    expect((await cli("secret", "--help")).stdout).toMatch(steps);
  });

  test("prints JSON with --json, and with HANDBILL_JSON", async () => {
    const option = await cli("secret", "--json");
    const variable = await runCli(["secret"], { directory, env: { HANDBILL_JSON: "1" } });
    for (const { stdout } of [option, variable]) {
      expect(JSON.parse(stdout)).toEqual({ secret: expect.stringMatching(/^.{43}$/) });
    }
    const off = await runCli(["secret"], { directory, env: { HANDBILL_JSON: "0" } });
    expect(off.stdout).toMatch(/^[A-Za-z0-9_-]{43}\n$/);
  });

  test("prints no colour codes where there is no terminal", async () => {
    const { stdout, stderr } = await runCli(["--help"], {
      directory,
      env: { FORCE_COLOR: "1", NO_COLOR: "1" },
    });
    expect(stdout + stderr).not.toContain("\u001b");
  });
});

describe("on an embedded directory", { timeout: slow }, () => {
  test("a key needs a publisher", async () => {
    expect((await cli("migrate")).code).toBe(0);
    const { code, stdout, stderr } = await cli("key", "create");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("apply a catalogue");
  });

  test("a document with mistakes ends with 2, names every path, and stores nothing", async () => {
    const document = smallCatalog();
    Object.assign(document.campaigns[0] ?? {}, { priceMicros: -1, typo: true });
    Object.assign(document.platforms[0] ?? {}, { allowedOrigins: ["https://*.co.uk"] });
    const told = await apply(document);
    expect({ code: told.code, stdout: told.stdout }).toEqual({ code: 2, stdout: "" });
    expect(told.stderr).toContain("campaigns[0].priceMicros: Must be at least 0.");
    expect(told.stderr).toContain("campaigns[0].typo: Remove or correct this unknown field");

    const json = await apply(document, "--json");
    expect(json.code).toBe(2);
    const report = JSON.parse(json.stdout);
    expect(report.outcome).toBe("invalid");
    expect(report.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
      "campaigns[0].priceMicros",
      "campaigns[0].typo",
      "platforms[0].allowedOrigins[0]",
    ]);
    expect(JSON.parse((await apply({}, "--prune", "--json", "--plan")).stdout).changes).toEqual([]);
  });

  test("a document with very many mistakes lists a hundred, and counts the rest", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`f${n}`, n]));
    const document = { campaigns: [unknown], platforms: Array.from({ length: 300_000 }, () => 1) };
    const told = await apply(document);
    expect({ code: told.code, stdout: told.stdout }).toEqual({ code: 2, stdout: "" });
    expect(told.stderr.length).toBeLessThan(50_000);
    expect(told.stderr).toMatch(/\n\d+ more errors are not listed/);
    expect(told.stderr).toMatch(/Nothing was applied: 3600\d\d mistakes/);
    expect(told.stderr.match(/: (?:Must be|Remove or)/g)).toHaveLength(100);

    const { stdout } = await apply(document, "--json");
    const report = JSON.parse(stdout);
    expect([report.outcome, report.issues.length]).toEqual(["invalid", 100]);
    expect(report.omitted).toBeGreaterThan(359_000);
  });

  test("a creative on a local host is refused, unless HANDBILL_LOCAL_URLS=on allows it for development", async () => {
    const own = await temporaryDirectory();
    const button = { label: "Look", landingUrl: "http://localhost:3000/sale" };
    const stdin = JSON.stringify({
      campaigns: [{ id: "c", advertiser: "A", name: "C", priceMicros: 1, totalBudgetMicros: 10 }],
      creatives: [
        {
          id: "cr",
          campaignId: "c",
          format: "text",
          language: "en",
          disclosure: { text: "Ad" },
          scenes: [
            {
              id: "only",
              blocks: [
                { kind: "text", text: "Words." },
                { kind: "buttons", buttons: [button] },
              ],
            },
          ],
        },
      ],
    });
    const told = (env: Readonly<Record<string, string>>) =>
      runCli(["apply", "-", "--plan"], { directory: own, stdin, env });
    expect((await runCli(["migrate"], { directory: own })).code).toBe(0);
    for (const env of [{}, { HANDBILL_LOCAL_URLS: "off" }, { HANDBILL_LOCAL_URLS: "" }]) {
      const { code, stdout, stderr } = await told(env);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(
        "creatives[0].scenes[0].blocks[1].buttons[0].landingUrl: Use an https address",
      );
      expect(stderr).toContain("HANDBILL_LOCAL_URLS=on");
    }
    expect((await told({ HANDBILL_LOCAL_URLS: "on" })).code).toBe(0);
    const wrong = await told({ HANDBILL_LOCAL_URLS: "yes" });
    expect([wrong.code, wrong.stderr]).toEqual([2, "HANDBILL_LOCAL_URLS must be on or off.\n"]);
  });

  test("a single topic whose examples cannot be trained is reported with the remedy", async () => {
    const own = { directory: await temporaryDirectory() };
    const told = async (topics: readonly object[]): Promise<string> => {
      const { code, stderr } = await runCli(["apply", "-"], { ...own, stdin: JSON.stringify({ topics }) });
      expect(code).toBe(0);
      return stderr;
    };
    const shoes = { id: "shoes", name: "Shoes", examples: ["Which shoes for a marathon?"] };
    const phrases = { id: "soles", name: "Soles", phrases: { en: ["soles"] } };
    expect(await told([shoes])).toContain(
      "topic shoes: Matched by phrases only.\n    Add out-of-scope questions",
    );
    const none = { ...shoes, outOfScopeExamples: ["How is the weather?"] };
    expect(await told([none])).not.toContain("phrases only");
    expect(await told([shoes, phrases])).not.toContain("phrases only");
  });

  test("a publisher's management key is made, and revoked by its beginning", async () => {
    const own = { directory: await temporaryDirectory() };
    await runCli(["apply", "-"], { ...own, stdin: JSON.stringify(smallCatalog()) });
    const created = await runCli(["key", "create", "--publisher", "acme", "--mode", "manage"], own);
    expect(created.code).toBe(0);
    expect(created.stdout).toMatch(/^hb_manage_[0-9A-Za-z]{46}\n$/);
    const id = created.stdout.slice(10, 18);
    const revoked = await runCli(["key", "revoke", created.stdout.trim(), "--json"], own);
    expect(JSON.parse(revoked.stdout)).toMatchObject({ id, mode: "manage", revokedAt: expect.any(String) });
  });

  test("a document that is not an object is refused", async () => {
    const { code, stderr } = await apply([]);
    expect(code).toBe(2);
    expect(stderr).toContain("The document: Must be an object");
  });

  test("invalid JSON and a missing file end with 2", async () => {
    await writeFile(join(directory, "broken.json"), '{"publishers": [');
    for (const file of ["broken.json", "missing.json"]) {
      const { code, stdout, stderr } = await cli("apply", file);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(file);
      expect(JSON.parse((await cli("apply", file, "--json")).stdout)).toMatchObject({ outcome: "invalid" });
    }
  });

  test("apply shows the changes with --plan, then stores them, then finds nothing to do", async () => {
    await writeFile(join(directory, "catalog.json"), JSON.stringify(smallCatalog()));
    const planned = await cli("apply", "catalog.json", "--plan");
    expect(planned.code).toBe(0);
    expect(planned.stdout.trimEnd().split("\n")).toContain("campaign   2 to create");
    const listed = await cli("apply", "catalog.json", "--plan", "--verbose");
    expect(listed.stdout.trimEnd().split("\n")).toContain("create campaign spring");

    const applied = await cli("apply", "catalog.json", "--json");
    expect(applied.code).toBe(0);
    const report = JSON.parse(applied.stdout);
    expect(report.outcome).toBe("applied");
    expect(report.changes).toHaveLength(8);

    const again = await cli("apply", "catalog.json", "--prune", "--json");
    expect({ code: again.code, report: JSON.parse(again.stdout) }).toEqual({
      code: 0,
      report: { outcome: "unchanged", changes: [] },
    });
  });

  test("apply counts changes, and shows them field by field with --verbose", async () => {
    const document = smallCatalog();
    Object.assign(document.campaigns[0] ?? {}, { priceMicros: 3_000 });
    expect((await apply(document, "--plan")).stdout).toBe("campaign  1 to update\n");
    const { code, stdout } = await apply(document, "--verbose");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        "update campaign spring\n    priceMicros: 2000 = USD 2.00 CPM (USD 0.002 per view) -> 3000 = USD 3.00 CPM (USD 0.003 per view)\n",
    });
  });

  test("objects that a document omits stay, and --prune removes them", async () => {
    const { publishers, platforms } = smallCatalog();
    const kept = await apply({ platforms }, "--json");
    expect(JSON.parse(kept.stdout).changes).toEqual([]);
    const pruned = await apply({ publishers, platforms }, "--prune", "--json");
    expect(JSON.parse(pruned.stdout).changes.map(({ action }: { action: string }) => action)).toEqual(
      Array.from({ length: 6 }, () => "remove"),
    );
    // Without the publisher in the document the platform has no owner.
    expect((await apply({ platforms }, "--prune")).code).toBe(2);
  });

  test("a key is shown once, listed without its secret, and revoked", async () => {
    const created = await cli("key", "create", "--mode", "test", "--label", "Laptop");
    expect(created.code).toBe(0);
    expect(created.stdout).toMatch(/^hb_test_[0-9A-Za-z]{46}\n$/);
    const key = created.stdout.trim();
    const id = key.slice("hb_test_".length, "hb_test_".length + 8);

    const listed = await cli("key", "list", "--json");
    expect(JSON.parse(listed.stdout)).toEqual([
      {
        id,
        publisherId: "acme",
        mode: "test",
        label: "Laptop",
        createdAt: expect.any(String),
        revokedAt: null,
      },
    ]);
    const table = await cli("key", "list");
    expect(table.stdout).toMatch(new RegExp(`^${id} +test +acme .* live +Laptop$`, "m"));
    expect(listed.stdout + table.stdout).not.toContain(key);

    const later = "2100-01-01T00:00:00.000Z";
    expect((await cli("key", "revoke", id, "--at", later)).code).toBe(0);
    expect((await cli("key", "list")).stdout).toMatch(new RegExp(`^${id} .* live until ${later} `, "m"));

    const revoked = await cli("key", "revoke", key, "--json");
    expect(revoked.code).toBe(0);
    expect(JSON.parse(revoked.stdout)).toMatchObject({ id, revokedAt: expect.any(String) });
    expect((await cli("key", "list")).stdout).toMatch(new RegExp(`^${id} .* revoked \\d`, "m"));
    expect(JSON.parse((await cli("key", "list", "--publisher", "other", "--json")).stdout)).toEqual([]);
  });

  test("an unknown publisher ends with 2, an unknown key with 1", async () => {
    const create = await cli("key", "create", "--publisher", "nobody");
    expect({ code: create.code, stdout: create.stdout }).toEqual({ code: 2, stdout: "" });
    expect(create.stderr).toContain("acme");
    const revoke = await cli("key", "revoke", "00000000");
    expect({ code: revoke.code, stdout: revoke.stdout }).toEqual({ code: 1, stdout: "" });
  });

  test("migrate finds the directory up to date", async () => {
    expect(await cli("migrate", "--json")).toMatchObject({ code: 0, stdout: "[]\n" });
    expect(await cli("migrate", "--plan")).toMatchObject({ code: 0, stdout: "" });
  });

  test("an unreachable database server ends with 1 and a hint", async () => {
    const env = { DATABASE_URL: "postgres://me:hidden@127.0.0.1:1/handbill" };
    const { code, stdout, stderr } = await runCli(["key", "list"], { directory, env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("DATABASE_URL");
    expect(stderr).not.toContain("hidden");
  });
});

describe(
  "sensitive-subjects",
  () => {
    test("prints the shipped set, which is valid as a file, and names what decides about a text", async () => {
      const { code, stdout } = await cli("sensitive-subjects");
      expect([code, Object.keys(JSON.parse(stdout).en)]).toEqual([
        0,
        expect.arrayContaining(["grief", "minors"]),
      ]);
      await writeFile(join(directory, "own.json"), stdout);
      const env = { HANDBILL_SENSITIVE_SUBJECTS: join(directory, "own.json") };
      const found = await runCli(["sensitive-subjects", "I want to kill myself", "--json"], {
        directory,
        env,
      });
      expect(JSON.parse(found.stdout).sensitive).toContainEqual(
        expect.objectContaining({ subject: "self_harm", words: ["kill", "myself"] }),
      );
    });

    test.each([
      ["(grief", "no JSON"],
      [
        '{"en": {"grief": {"patterns": ["(sad"]}, "minors": {"patterns": ["csam"]}}}',
        "en.grief.patterns[0]: Close",
      ],
    ])(
      "a file with %j ends with 2 and says what to correct",
      async (content, advice) => {
        await writeFile(join(directory, "wrong.json"), content);
        const env = { HANDBILL_SENSITIVE_SUBJECTS: join(directory, "wrong.json") };
        const { code, stderr } = await runCli(["sensitive-subjects", "a text"], { directory, env });
        expect(code).toBe(2);
        expect(stderr).toContain(advice);
      },
      slow,
    );
  },
  slow,
);
