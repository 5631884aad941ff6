import type { ChargeTotal } from "../../../core/storage/report-store.ts";
import { maxBatch } from "../../../core/storage/serving-store.ts";
import { at, same, sameSet } from "../assert.ts";
import { campaign, click, order, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { judged, race, recorded, storeCase, type World } from "../world.ts";

const max = Number.MAX_SAFE_INTEGER;

/** ASCII of at most 32 characters without NUL, also the field separators of stores. */
export const hostileTexts: readonly string[] = [
  "__proto__",
  "null",
  "0",
  "1E2",
  "'; DROP TABLE charges; --",
  'quote"and\\backslash/slash',
  '",""]',
  "{a}:b,c!@%",
  "$1 %s ? :x",
  "two\nlines\tand a tab",
  "\u0001\u001f\u007f",
  " spaces ",
  "a".repeat(32),
  "A",
];

/** The marks of all charges, each as often as it was charged. */
async function chargedMarks({ second }: World): Promise<readonly string[]> {
  const sums = await second.readCharges({ from: 0, to: max, by: ["mark"], limit: 100 });
  return sums.flatMap(({ mark = "", charges }: ChargeTotal) => Array<string>(charges).fill(mark)).sort();
}

export const markCases: readonly StoreCase[] = [
  storeCase("a delivery keeps the mark of its order, and its charge has it", async (world) => {
    await world.campaigns(campaign("a"));
    const { id, mark } = await world.issue(["a"], { mark: "ordered" });
    same([mark, (await world.find(id, world.second)).mark], ["ordered", "ordered"], "mark at issue");
    const repeated = order(id, ["a"], { mark: "repeated" });
    await world.second.issue([repeated]);
    same(recorded(await world.record({ ...press(id), mark: "pressed" }), true).mark, "ordered", "mark");
    same((await world.find(id)).mark, "ordered", "stored mark");
    same(await chargedMarks(world), ["ordered"], "marks of charges");
  }),

  storeCase("the first recorded event with a mark marks its delivery for good", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    same(recorded(await world.record(press(id)), true).mark, "", "mark after an event without one");
    same(
      recorded(await world.record({ ...press(id, 1), mark: "" }), false).mark,
      "",
      "mark after an empty one",
    );
    same(recorded(await world.record({ ...click(id), mark: "clicked" }), false).mark, "clicked", "mark");
    same(recorded(await world.record({ ...press(id, 2), mark: "late" }), false).mark, "clicked", "mark");
    same((await world.find(id, world.second)).mark, "clicked", "stored mark");
    same(await chargedMarks(world), [""], "the charge was made before");
  }),

  storeCase("a charge keeps the mark that its delivery has after the event that charges", async (world) => {
    await world.campaigns(campaign("a"));
    const [viewed, bot] = [await world.issue(["a"]), await world.issue(["a"], { surface: "bot" })];
    world.clock.advance(1_000);
    same(recorded(await world.record({ ...seen(viewed.id), mark: "seen" }), true).mark, "seen", "mark");
    recorded(await world.record({ ...click(viewed.id), mark: "clicked" }), false);
    recorded(await world.record({ ...press(bot.id), mark: "pressed" }), false);
    same(recorded(await world.record({ ...click(bot.id), mark: "clicked" }), true).mark, "pressed", "mark");
    same(await chargedMarks(world), ["pressed", "seen"], "marks of charges");
  }),

  storeCase("events of one batch see the marks of the ones before them", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    const { id: other } = await world.issue(["a"]);
    const events = [press(id), { ...press(id, 1), mark: "second" }, { ...click(id), mark: "third" }];
    const outcomes = await world.second.record([...events, { ...click(other), mark: "other" }]);
    same(
      outcomes.map((outcome) => judged(outcome, "recorded").mark),
      ["", "second", "second", "other"],
      "marks in order",
    );
    same(await chargedMarks(world), ["", "other"], "marks of charges");
  }),

  storeCase("an event that is not recorded marks nothing", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    const marked = { ...seen(id), mark: "seen" };
    same(judged(await world.record(marked), "too_early").mark, "", "mark after a view that is too early");
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    same(judged(await world.record(marked), "duplicate").mark, "", "mark after a duplicate");
    world.clock.advance(3_600_000);
    same(judged(await world.record({ ...click(id), mark: "late" }), "expired").mark, "", "mark when expired");
    same((await world.find(id, world.second)).mark, "", "stored mark");
  }),

  storeCase("of 64 marked clicks of one delivery the recorded one marks it", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    const outcomes = await race(world, 64, (store, n) => store.record([{ ...click(id), mark: `rule-${n}` }]));
    const winner = outcomes.findIndex(([outcome]) => outcome?.outcome === "recorded");
    for (const store of [world.first, world.second])
      same((await world.find(id, store)).mark, `rule-${winner}`, "stored mark");
    same(await chargedMarks(world), [`rule-${winner}`], "marks of charges");
  }),

  storeCase("only charges and recent deliveries of the marks asked for are read", async (world) => {
    await world.campaigns(campaign("a"));
    const made: string[] = [];
    for (const mark of ["", "one", "two"]) {
      const { id } = await world.issue(["a"], { mark });
      recorded(await world.record(press(id)), true);
      made.push(id);
      world.clock.advance(1);
    }
    const read = async (marks: readonly string[] | undefined): Promise<readonly unknown[]> => {
      const sums = await world.second.readCharges({ from: 0, to: max, by: [], limit: 9, marks });
      const found = await world.second.readRecentDeliveries({ limit: maxBatch, marks });
      return [sums[0]?.charges ?? 0, found.map(({ id }) => made.indexOf(id))];
    };
    same(await read(undefined), [3, [2, 1, 0]], "of any mark");
    same(await read([""]), [1, [0]], "without a mark");
    same(await read(["two", "one", "none"]), [2, [2, 1]], "of two marks");
    same(await read(["none"]), [0, []], "of an unknown mark");
    same(await read([]), [0, []], "of no mark");
  }),

  storeCase("any text is a mark, of an order and of an event", async (world) => {
    await world.campaigns(campaign("a"));
    const orders = hostileTexts.map((mark) => order(world.newId(), ["a"], { mark }));
    await world.first.issue(orders);
    const bare = hostileTexts.map(() => order(world.newId(), ["a"]));
    await world.first.issue(bare);
    const events = hostileTexts.map((mark, n) => ({ ...press(at(bare, n).deliveryId), mark }));
    await world.first.record([...orders.map(({ deliveryId }) => press(deliveryId)), ...events]);
    const found = await world.second.findDeliveries([...orders, ...bare].map(({ deliveryId }) => deliveryId));
    same(
      found.map((one) => one?.mark),
      [...hostileTexts, ...hostileTexts],
      "stored marks",
    );
    sameSet(await chargedMarks(world), [...hostileTexts, ...hostileTexts], "marks of charges");
    for (const mark of hostileTexts) {
      const [sum] = await world.second.readCharges({ from: 0, to: max, by: [], limit: 9, marks: [mark] });
      same(sum?.charges, 2, `charges of ${mark}`);
      const recent = await world.second.readRecentDeliveries({ limit: maxBatch, marks: [mark] });
      same(recent.length, 2, `recent deliveries of ${mark}`);
    }
  }),
];
