import { isOutage } from "../../core/outage.ts";
import { deliveryLifetimeMs } from "../../core/timing/windows.ts";
import { check, same } from "../conformance/assert.ts";
import { campaign, choice, order, press, publisher } from "../conformance/fixtures.ts";
import type { StoreCase } from "../conformance/mod.ts";
import { balance, recorded, storeCase } from "../conformance/world.ts";
import { currentCase } from "./current-case.ts";

/** What the kit does not ask of a store in an object. */
export const objectCases: readonly StoreCase[] = [
  storeCase("an alarm gives expired holds back", async (world) => {
    await world.campaigns(campaign("a"));
    await world.issue(["a"]);
    world.clock.advance(deliveryLifetimeMs + 1);
    const expired = await world.spend("a");
    while ((await world.spend("a")).heldMicros > 0) await nextMoment();
    same(expired.usedMicros, 0, "used before the alarm");
    await balance(world, "a", 0, 0);
  }),

  storeCase("a report takes more owners than a statement has parameters", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    recorded(await world.record(press(id)), true);
    const others = Array.from({ length: 500 }, (_, number) => `pf_${number}`);
    const sum = async (platformIds: readonly string[]): Promise<number> => {
      const query = { from: 0, to: Number.MAX_SAFE_INTEGER, by: [], limit: 10 };
      const [total] = await world.first.readCharges({ ...query, platformIds });
      return total?.charges ?? 0;
    };
    same(await sum([...others, "pf_one"]), 1, "charges of 501 platforms");
    same(await sum(others), 0, "charges of 500 other platforms");
  }),

  storeCase(
    "a catalogue is read that is larger than 32 MiB, and a change that is larger is refused",
    async ({ first }) => {
      let { version } = await first.readCatalog();
      const add = async (start: number, count: number): Promise<void> => {
        const publishers = Array.from({ length: count }, (_, n) =>
          publisher({ id: `large-${start + n}`, name: longName }),
        );
        const upserts = { publishers, platforms: [], campaigns: [], creatives: [], topics: [] };
        const applied = await first.applyCatalog({ expectedVersion: version, upserts, removals: [] });
        if (applied.outcome === "applied") version = applied.version;
      };
      for (let start = 0; start < 36; start += 12) await add(start, 12);
      const { delta } = await first.catalogChanges();
      same([delta?.version, delta?.publishers.length], [version, 36], "changes");
      const read = await first.readCatalog();
      same([read.version, read.catalog.publishers.length], [version, 36], "catalogue");
      check(
        read.catalog.publishers.every(({ name }) => name === longName),
        "the names are whole",
      );
      const refusal = await add(36, 36).catch((error: unknown) => error);
      check(refusal instanceof Error && refusal.name === "StoreDataError", `refused as data: ${refusal}`);
      check(refusal.message.includes("in parts"), `the refusal helps: ${refusal}`);
    },
  ),

  storeCase("a value that no column takes leaves nothing of its batch", async (world) => {
    await world.campaigns(campaign("a"));
    const [good = "", bad = ""] = world.newIds(2);
    const dear = choice("a", 100, { publisherMicros: 1_000_000 });
    const refusal = await world.first.issue([order(good, ["a"]), order(bad, [dear])]).then(
      () => undefined,
      (error: unknown) => error,
    );
    check(refusal instanceof Error && refusal.name === "StoreDataError", "the batch is refused as data");
    same(await world.first.findDeliveries([good, bad]), [undefined, undefined], "deliveries of the batch");
    await balance(world, "a", 0, 0);
  }),

  storeCase("an object that is reset under calls loses nothing that it answered", async (world) => {
    await world.campaigns(campaign("a"));
    const issueAll = (ids: readonly string[]): Promise<readonly (string | undefined)[]> =>
      Promise.all(
        ids.map((id) =>
          world.first.issue([order(id, ["a"], { userKey: id })]).then(
            ([outcome]) => outcome?.outcome,
            (error: unknown) => (isOutage(error) ? "outage" : "error"),
          ),
        ),
      );
    const ids = world.newIds(128);
    const early = issueAll(ids.slice(0, 64));
    const reset = currentCase()?.reset() ?? Promise.resolve();
    const late = issueAll(ids.slice(64));
    const isReset = await reset.then(
      () => false,
      () => true,
    );
    check(isReset, "the object was reset");
    const answers = [...(await early), ...(await late)];
    same([...new Set(answers)].sort(), ["issued", "outage"], "the kinds of answers");
    const issued = ids.filter((_, index) => answers[index] === "issued");
    check(!(await world.first.findDeliveries(issued)).includes(undefined), "what was answered is there");
    same([...new Set(await issueAll(ids))], ["issued"], "the answers of repeated calls");
    await balance(world, "a", 0, 12_800);
  }),
];

/** A megabyte in a call, where these letters have two bytes. A row takes at most 2 MB. */
const longName = "名".repeat(500_000);

function nextMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}
