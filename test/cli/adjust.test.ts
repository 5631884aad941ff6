import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createMemoryStore, type MemoryStore } from "../../adapters/memory/mod.ts";
import { adjustCharges, adjustStore } from "../../runtimes/cli/adjust.ts";
import type { AdjustOptions } from "../../runtimes/cli/adjust-options.ts";
import { createTestClock } from "../conformance/clock.ts";
import {
  campaign,
  choice,
  deliveryIdAt,
  order,
  platform,
  press,
  publisher,
} from "../conformance/fixtures.ts";
import { removeTemporaryDirectories, runCli, temporaryDirectory } from "./run-cli.ts";

const ended = Date.parse("2026-03-11T00:00:00Z");
const clock = createTestClock();
let store: MemoryStore;
let ids: string[];
let data: string[];
let talk: string[];

beforeEach(async () => {
  clock.set(ended - 10_000_000);
  [ids, data, talk] = [[], [], []];
  store = createMemoryStore({ clock: clock.now });
  const { version } = await store.readCatalog();
  const upserts = {
    publishers: [publisher()],
    platforms: [platform()],
    campaigns: [campaign("a")],
    creatives: [],
    topics: [],
  };
  await store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
  for (let n = 0; n < 1_200; n += 1) {
    const id = deliveryIdAt(clock.now(), n);
    await store.issue([order(id, [choice("a", 100)])]);
    await store.record([press(id)]);
    ids.push(id);
  }
  clock.set(ended);
});
afterAll(removeTemporaryDirectories);

function adjust(options: Partial<AdjustOptions>, on = store, isStopped = () => false) {
  const terminal = {
    data: (text: string) => void data.push(text),
    talk: (text: string) => void talk.push(text),
  };
  let now = 0;
  // A second a page: a piece has one.
  const access = adjustStore(on, () => (now += 1_000));
  const tools = { random: () => new Uint8Array(12), isStopped };
  const all = { plan: false, json: false, restoreBudget: false, ...options };
  return adjustCharges(access, terminal, all, tools);
}

const reason = "It's a bot";

describe("`adjust`", () => {
  test("shows the effect, makes it once, and prints the sums", async () => {
    expect(await adjust({ plan: true, platform: ["no id"] })).toBe(2);
    expect(talk.pop()).toMatch(/^platformIds\[0\]: /);
    expect(await adjust({ plan: true, platform: ["pf_one"] })).toBe(0);
    const table = [
      "PUBLISHER    PLATFORM  CAMPAIGN  ADJUSTMENTS  AMOUNT (USD)  OF THE PUBLISHER (USD)",
      "publisher-1  pf_one    a         1200         0.12          0.06",
      "total                            1200         0.12          0.06",
    ].join("\n");
    expect(data).toEqual([table]);
    expect(talk.at(-1)).toBe("Nothing was changed. 1200 charges match, and nothing is left of 0 of them.");
    expect((await store.readSpend(["a"]))[0]?.spentMicros).toBe(120_000);
    expect(await adjust({ reason, platform: ["pf_one"] })).toBe(0);
    expect(data).toEqual([table, table]);
    expect(talk).toContain("512 charges, 512 adjustments …");
    expect((await store.readSpend(["a"]))[0]).toMatchObject({ spentMicros: 0, usedMicros: 120_000 });
    expect(await adjust({ reason, platform: ["pf_one"], operation: "op_AAAAAAAAAAAAAAAA", json: true })).toBe(
      0,
    );
    expect(JSON.parse(data[2] ?? "")).toMatchObject({ adjustments: 1_200, repeated: 1_200, micros: 120_000 });
  });

  test("that is stopped prints the command that continues it", async () => {
    let asked = 0;
    const isStopped = () => ++asked > 1;
    const place = { store: "sqlite:my ads.db", data: "data" };
    const options = { reason, from: ended - 20_000_000, restoreBudget: true, ...place };
    expect(await adjust(options, store, isStopped)).toBe(1);
    expect((await store.readSpend(["a"]))[0]?.spentMicros).toBe(120_000 - 51_200);
    expect(talk.at(-1)).toBe(
      "Stopped. Continue with: handbill adjust --reason 'It'\\''s a bot' --store 'sqlite:my ads.db' --data data --operation op_AAAAAAAAAAAAAAAA " +
        "--from 2026-03-10T18:26:40.000Z --to 2026-03-11T00:00:00.000Z --restore-budget",
    );
  });

  test("that fails prints the command that continues it", async () => {
    const away = { ...store, adjustCharges: () => Promise.reject(new Error("The store is away.")) };
    await expect(adjust({ reason, platform: ["pf_one"] }, away)).rejects.toThrow("The store is away.");
    expect(talk.at(-1)).toContain("Continue with: handbill adjust --reason ");
  });

  test("reads any number of deliveries from a file", async () => {
    const deliveries = join(await temporaryDirectory(), "ids.txt");
    await writeFile(deliveries, ids.slice(0, 1_000).join("\n"));
    expect(await adjust({ reason, deliveries, json: true })).toBe(0);
    expect(JSON.parse(data[0] ?? "")).toMatchObject({ matched: 1_000, adjustments: 1_000 });
  });

  test.each([
    [{ platform: ["pf_one"] }, "Say why with --reason"],
    [{ reason }, "Select charges by --from"],
    [{ reason, platform: ["pf_one"], to: ended + 1 }, "to: Send an instant that is not in the future."],
    [{ reason, from: ended + 1 }, "from: Give an instant that is not in the future."],
    [{ reason, platform: ["pf_one"], micros: 1 }, "micros: Omit it, or send one id in deliveryIds."],
    [{ reason, platform: ["pf_one"], operation: "a b" }, "operation: Use 1 to 64 characters"],
    [{ reason, delivery: ["short"] }, "deliveryIds[0]: Send the 22 characters"],
  ])("with %j says what to do", async (options, message) => {
    expect(await adjust(options)).toBe(2);
    expect([data, talk]).toEqual([[], [expect.stringContaining(message)]]);
  });

  test("is refused with an id that was begun with other arguments", async () => {
    const options = { reason, platform: ["pf_one"], operation: "op-1" };
    expect(await adjust(options)).toBe(0);
    clock.advance(1_000);
    expect(await adjust(options)).toBe(0);
    talk = [];
    await expect(adjust({ ...options, restoreBudget: true })).rejects.toThrow(
      "Operation op-1 was begun with another amount, budget or selection",
    );
    expect(talk).toEqual([]);
  });

  test("takes a part of a single charge, and says what is left of it", async () => {
    const [id = ""] = ids;
    expect(await adjust({ reason, delivery: [id], micros: 40 })).toBe(0);
    expect(await adjust({ reason, delivery: [id], micros: 61, operation: "op-2" })).toBe(2);
    expect(talk.at(-1)).toBe("Give at most 60 micros, which are left of the charge.");
  });
});

test("`handbill adjust` runs from the command line", { timeout: 60_000 }, async () => {
  const directory = await temporaryDirectory();
  const memory = JSON.stringify(new URL("../../adapters/memory/mod.ts", import.meta.url).href);
  await writeFile(
    join(directory, "memory.mjs"),
    `import { createMemoryStore } from ${memory};\nexport default () => createMemoryStore();`,
  );
  const args = ["--platform", "pf_one", "pf_two", "--mark", "burst", "--json"];
  const done = await runCli(["adjust", "--store", "./memory.mjs", "--plan", ...args], { directory });
  expect({ code: done.code, adjustments: JSON.parse(done.stdout).adjustments }).toEqual({
    code: 0,
    adjustments: 0,
  });
  for (const wrong of [
    ["--micros", "0"],
    ["--from", "tomorrow"],
  ]) {
    expect(await runCli(["adjust", ...wrong], { directory })).toMatchObject({ code: 2, stdout: "" });
  }
});
