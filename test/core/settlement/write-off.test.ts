import { describe, expect, test } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import {
  planWriteOff,
  runWriteOff,
  type WriteOff,
  type WriteOffStore,
} from "../../../core/settlement/write-off.ts";
import { type ChargePlace, joinPieces, type WriteOffPiece } from "../../../core/settlement/write-off-sums.ts";
import { createTestClock } from "../../conformance/clock.ts";
import {
  campaign,
  choice,
  deliveryIdAt,
  order,
  platform,
  press,
  publisher,
} from "../../conformance/fixtures.ts";

const start = Date.UTC(2026, 9, 1);

/** A store with 1,300 charges of 101 micros, every third one of a second publisher, and every fifth one from a network. */
async function openStore(charges = 1_300) {
  const clock = createTestClock();
  clock.set(start);
  const store = createMemoryStore({ clock: clock.now });
  const { version } = await store.readCatalog();
  await store.applyCatalog({
    expectedVersion: version,
    upserts: {
      publishers: [publisher(), publisher({ id: "publisher-2" })],
      platforms: [platform(), platform({ id: "pf_two", publisherId: "publisher-2" })],
      campaigns: [campaign("a", { totalBudgetMicros: 1_000_000 })],
      creatives: [],
      topics: [],
    },
    removals: [],
  });
  const ids: string[] = [];
  for (let n = 0; n < charges; n += 1) {
    const id = deliveryIdAt(clock.now(), n);
    const owner =
      n % 3 === 0 ? { publisherId: "publisher-2", platformId: "pf_two" } : { publisherId: "publisher-1" };
    const network = n % 5 === 0 ? "n1" : "n2";
    await store.issue([order(id, [choice("a", 101)], { ...owner, network })]);
    await store.record([press(id)]);
    if (n % 7 === 0) clock.advance(1);
    ids.push(id);
  }
  clock.advance(1);
  return { clock, store, ids };
}

function writeOff(to: number, fields: Partial<WriteOff> = {}): WriteOff {
  return {
    operation: "op-1",
    selection: { from: 0, to },
    restoresBudget: false,
    reason: "Views of a bot",
    actor: "operator",
    ...fields,
  };
}

/** Runs an operation piece by piece. */
async function whole(
  store: WriteOffStore,
  wanted: WriteOff,
  run: typeof runWriteOff = runWriteOff,
): Promise<WriteOffPiece> {
  const pieces: WriteOffPiece[] = [];
  for (let after: ChargePlace | null | undefined; after !== null; after = pieces.at(-1)?.next ?? null) {
    const limits = { after, maxCharges: 600, maxMs: 1, clock: () => 0 };
    pieces.push(made(await run(store, wanted, limits)));
  }
  return joinPieces(pieces);
}

/** The piece of a call that was not refused. */
function made(call: Awaited<ReturnType<typeof runWriteOff>>): WriteOffPiece {
  if ("conflict" in call) throw new Error(call.conflict);
  const { to: _, ...piece } = call;
  return piece;
}

const all = { matched: 1_300, adjustments: 1_300, micros: 131_300, publisherMicros: 65_000, settled: 0 };

describe("a write-off", () => {
  test("has the effect of its plan, which changes nothing", async () => {
    const { clock, store } = await openStore();
    const wanted = writeOff(clock.now());
    const planned = await whole(store, wanted, planWriteOff);
    expect(planned).toMatchObject({ ...all, repeated: 0 });
    expect(planned.lines.map(({ platformId, adjustments }) => [platformId, adjustments])).toEqual([
      ["pf_one", 866],
      ["pf_two", 434],
    ]);
    expect(await store.listAdjustments({ from: 0, to: clock.now() + 1, limit: 1 })).toEqual([]);
    expect(await store.readAudit({ kind: "charge", limit: 1 })).toEqual([]);
    expect(await whole(store, wanted)).toEqual(planned);
    const [spend] = await store.readSpend(["a"]);
    expect(spend).toMatchObject({ spentMicros: 0, usedMicros: 131_300 });
  });

  test.each([0, 1, 2, 3, 4, 5])(
    "that is interrupted at call %i of the store and repeated has the same effect",
    async (interruptedAt) => {
      const { clock, store } = await openStore();
      const wanted = writeOff(clock.now(), { restoresBudget: true });
      let calls = 0;
      const away: WriteOffStore = {
        ...store,
        adjustCharges: async (orders, audit) => {
          if (calls === interruptedAt) {
            // Half of the changes are there, and the caller does not know it.
            await store.adjustCharges(orders.slice(0, orders.length >> 1), audit);
            throw new Error("The store is away.");
          }
          calls += 1;
          return store.adjustCharges(orders, audit);
        },
      };
      await expect(whole(away, wanted)).rejects.toThrow("The store is away.");
      const repeated = await whole(store, wanted);
      expect(repeated).toMatchObject(all);
      expect(repeated.repeated).toBeGreaterThan(0);
      expect(await whole(store, wanted)).toMatchObject({ ...all, repeated: 1_300 });
      const [spend] = await store.readSpend(["a"]);
      expect(spend).toMatchObject({ spentMicros: 0, usedMicros: 0 });
      const audited = await store.readAudit({ kind: "charge", entityId: "op-1", limit: 100 });
      const changes = audited.map((record) => JSON.parse(record.changes));
      expect(changes.every(([count]) => count.path === "adjustments" && count.to > 0)).toBe(true);
      expect(new Set(audited.map((record) => record.publisherId))).toEqual(
        new Set(["publisher-1", "publisher-2"]),
      );
      expect((await store.auditLedger()).advertiserMicros).toBe(0);
    },
  );

  test("of 8 callers at once adjusts each charge once", async () => {
    const { clock, store } = await openStore(700);
    const wanted = writeOff(clock.now());
    const done = await Promise.all(Array.from({ length: 8 }, () => whole(store, wanted)));
    expect(done.map(({ adjustments }) => adjustments)).toEqual(done.map(() => 700));
    expect(done.reduce((sum, { adjustments, repeated }) => sum + adjustments - repeated, 0)).toBe(700);
  });

  test("leaves alone what another operation has taken back", async () => {
    const { clock, store, ids } = await openStore(10);
    const selection = { from: 0, to: clock.now() };
    const two = ids.slice(0, 2);
    const first = writeOff(clock.now(), { selection: { ...selection, deliveryIds: two }, operation: "op-0" });
    expect(await whole(store, first)).toMatchObject({ matched: 2, adjustments: 2, micros: 202 });
    const rest = { matched: 10, adjustments: 8, settled: 2, repeated: 0, micros: 808, leftMicros: 0 };
    expect(await whole(store, writeOff(clock.now()), planWriteOff)).toMatchObject(rest);
    expect(await whole(store, writeOff(clock.now()))).toMatchObject(rest);
  });

  test("finds the charges of a network while their deliveries keep it", async () => {
    const { clock, store } = await openStore(20);
    const selection = { from: 0, to: clock.now(), networks: ["n1"] };
    expect(await whole(store, writeOff(clock.now(), { selection }))).toMatchObject({ matched: 4 });
  });

  test("of a single charge may take a part, and says what is left", async () => {
    const { clock, store, ids } = await openStore(1);
    const selection = { from: 0, to: clock.now(), deliveryIds: ids };
    const part = (operation: string, micros: number) =>
      whole(store, writeOff(clock.now(), { selection, operation, micros }));
    expect(await part("op-1", 40)).toMatchObject({ adjustments: 1, micros: 40, publisherMicros: 19 });
    expect(await part("op-2", 62)).toMatchObject({ adjustments: 0, settled: 1, leftMicros: 61 });
    expect(await part("op-1", 40)).toMatchObject({ adjustments: 1, repeated: 1, micros: 40 });
    expect(await part("op-3", 61)).toMatchObject({ adjustments: 1, micros: 61, publisherMicros: 31 });
  });

  test("ends a piece when its time is over, and goes on from there", async () => {
    const { clock, store } = await openStore(1_100);
    let now = 0;
    const limits = { maxCharges: 5_000, maxMs: 5, clock: () => (now += 4) };
    const first = made(await runWriteOff(store, writeOff(clock.now()), limits));
    expect(first.matched).toBe(1_024);
    const rest = { ...limits, after: first.next ?? undefined };
    const second = made(await runWriteOff(store, writeOff(clock.now()), rest));
    expect([second.matched, second.repeated, second.next]).toEqual([76, 0, null]);
  });

  test("is refused when its id has other arguments, and its plan is, too", async () => {
    const { clock, store, ids } = await openStore(3);
    const selection = { from: 0, to: clock.now(), deliveryIds: ids.slice(0, 1) };
    const begun = writeOff(clock.now(), { selection, micros: 30 });
    await whole(store, begun);
    clock.advance(1);
    for (const [other, differs] of [
      [{ micros: 90 }, "amount, budget or selection"],
      [{ restoresBudget: true }, "amount, budget or selection"],
      [{ selection: { ...selection, from: 1 } }, "amount, budget or selection"],
      [{ selection: { ...selection, marks: ["burst"] } }, "amount, budget or selection"],
      [{ selection: { ...selection, to: clock.now() } }, "to"],
      [{ reason: "Another one" }, "reason"],
    ] as const) {
      for (const run of [planWriteOff, runWriteOff]) {
        await expect(whole(store, { ...begun, ...other }, run)).rejects.toThrow(
          `Operation op-1 was begun with another ${differs}: repeat it with the arguments of its first call, or choose another id.`,
        );
      }
    }
    expect((await store.auditLedger()).advertiserMicros).toBe(3 * 101 - 30);
  });

  test("of more than what is left is not begun, so its id may have less", async () => {
    const { clock, store, ids } = await openStore(1);
    const selection = { from: 0, to: clock.now(), deliveryIds: ids };
    const part = (micros: number) => whole(store, writeOff(clock.now(), { selection, micros }));
    expect(await part(102)).toMatchObject({ adjustments: 0, settled: 1, leftMicros: 101 });
    expect(await part(101)).toMatchObject({ adjustments: 1, repeated: 0, micros: 101 });
    await expect(part(102)).rejects.toThrow("was begun with another amount");
  });

  test("that is repeated without an end keeps that of its first call", async () => {
    const { clock, store } = await openStore(3);
    await whole(store, writeOff(clock.now(), { endsNow: true }));
    const to = clock.now();
    clock.advance(1);
    const later = deliveryIdAt(clock.now(), 99);
    await store.issue([order(later, [choice("a", 101)])]);
    await store.record([press(later)]);
    clock.advance(1);
    const again = writeOff(clock.now(), { endsNow: true });
    expect(await whole(store, again)).toMatchObject({ matched: 3, repeated: 3 });
    const limits = { maxCharges: 600, maxMs: 1, clock: () => 0 };
    expect(await planWriteOff(store, { ...again, reason: "" }, limits)).toMatchObject({ to, matched: 3 });
  });

  test("that is repeated reads no adjustments from before its charges, and none behind its own", async () => {
    const { clock, store } = await openStore(1_100);
    await whole(store, writeOff(clock.now(), { operation: "op-before" }));
    clock.advance(1);
    const id = deliveryIdAt(clock.now(), 2_000);
    await store.issue([order(id, [choice("a", 101)])]);
    await store.record([press(id)]);
    clock.advance(1);
    const own = writeOff(clock.now(), {
      selection: { from: 0, to: clock.now(), deliveryIds: [id] },
      micros: 40,
    });
    await whole(store, own);
    const pages: number[] = [];
    const counting: WriteOffStore = {
      ...store,
      listAdjustments: async (query) => {
        const page = await store.listAdjustments(query);
        pages.push(page.length);
        return page;
      },
    };
    expect(await whole(counting, own, planWriteOff)).toMatchObject({ adjustments: 1, repeated: 1 });
    expect(pages).toEqual([1]);
  });

  test("that is repeated plans and notes only what is left to do", async () => {
    const { clock, store, ids } = await openStore(2);
    const part = (n: number) =>
      writeOff(clock.now(), {
        selection: { from: 0, to: clock.now(), deliveryIds: ids.slice(0, n) },
        micros: 40,
      });
    const once = part(1);
    await whole(store, once);
    expect(await whole(store, once, planWriteOff)).toMatchObject({ adjustments: 1, repeated: 1, micros: 40 });
    expect(await whole(store, part(2), planWriteOff)).toMatchObject({ adjustments: 2, repeated: 1 });
    await whole(store, part(2));
    const audited = await store.readAudit({ kind: "charge", entityId: "op-1", limit: 100 });
    const noted = audited.map(({ changes }) => JSON.parse(changes).slice(0, 2));
    expect(noted.flat()).toEqual([
      ...[0, 1].flatMap(() => [
        { path: "adjustments", to: 1 },
        { path: "micros", to: 40 },
      ]),
    ]);
  });
});
