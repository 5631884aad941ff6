import { describe, expect, test } from "vitest";
import { StoreUnavailable } from "../../../adapters/kit/errors.ts";
import { createMemoryStore, type MemoryStore } from "../../../adapters/memory/mod.ts";
import type { Account } from "../../../core/settlement/account.ts";
import { closeAccounts } from "../../../core/settlement/close-accounts.ts";
import {
  type ClosingOutcome,
  closableAfterMs,
  closeStatement,
  type StatementStore,
} from "../../../core/settlement/close-statement.ts";
import { monthOf, type Period } from "../../../core/settlement/period.ts";
import {
  noAmounts,
  numbersOf,
  readStatement,
  type StatementDocument,
  sumOf,
} from "../../../core/settlement/statement.ts";
import type { Store } from "../../../core/storage/store.ts";
import { createTestClock } from "../../conformance/clock.ts";
import {
  adjustment,
  campaign,
  choice,
  deliveryIdAt,
  order,
  platform,
  press,
  publisher,
} from "../../conformance/fixtures.ts";
import { createPrng } from "../../conformance/prng.ts";

const day = 86_400_000;
const publisherAccount: Account = { kind: "publisher", id: "publisher-1" };
const advertiserAccount: Account = { kind: "advertiser", id: "An advertiser" };

function month(name: string, timeZone = "UTC"): Period {
  const found = monthOf(name, timeZone);
  if (found === undefined) throw new Error(`${name} is no month`);
  return found;
}

/** A store with two campaigns of one advertiser on one publisher's platform. */
async function openStore() {
  const clock = createTestClock();
  clock.set(Date.UTC(2026, 9, 1));
  const store = createMemoryStore({ clock: clock.now });
  const { version } = await store.readCatalog();
  await store.applyCatalog({
    expectedVersion: version,
    upserts: {
      publishers: [publisher()],
      platforms: [platform()],
      campaigns: [campaign("a"), campaign("b")],
      creatives: [],
      topics: [],
    },
    removals: [],
  });
  let made = 0;
  const charge = async (campaignId = "a", priceMicros = 100, platformId = "pf_one"): Promise<string> => {
    made += 1;
    const id = deliveryIdAt(clock.now(), made);
    await store.issue([order(id, [choice(campaignId, priceMicros)], { platformId })]);
    await store.record([press(id)]);
    return id;
  };
  return { clock, store, charge };
}

async function close(
  store: StatementStore,
  account: Account,
  period: Period,
  now = period.to + closableAfterMs,
): Promise<ClosingOutcome> {
  return closeStatement(store, { account, period, name: "A name", closedBy: "operator", now });
}

async function closed(store: StatementStore, account: Account, period: Period): Promise<StatementDocument> {
  const outcome = await close(store, account, period);
  if (outcome.outcome !== "closed") throw new Error(`expected closed, got ${JSON.stringify(outcome)}`);
  return outcome.statement;
}

async function expectLedger(store: MemoryStore, statements: readonly StatementDocument[]): Promise<void> {
  const audit = await store.auditLedger();
  const total = numbersOf(sumOf(statements.map((one) => one.total)));
  expect(total.chargedMicros - total.adjustedMicros).toBe(audit.advertiserMicros);
  expect(total.chargedPublisherMicros - total.adjustedPublisherMicros).toBe(audit.publisherMicros);
  for (const { lines, total: own, seen } of statements) {
    const { charges, chargedMicros, adjustedMicros } = numbersOf(sumOf(lines));
    expect([charges, chargedMicros, adjustedMicros]).toEqual([
      own.charges,
      own.chargedMicros,
      own.adjustedMicros,
    ]);
    expect(seen).toBe(lines.reduce((sum, line) => sum + line.seen, 0));
  }
}

const large = 3_500_000_000_000_001;

describe("amounts beyond 2^53 - 1", () => {
  test("of earlier months are exact: the statements add up to the ledger", async () => {
    const { clock, store, charge } = await openStore();
    const statements: StatementDocument[] = [];
    for (const [n, name] of ["2026-10", "2026-11", "2026-12", "2027-01"].entries()) {
      clock.set(Date.UTC(2026, 9 + n, 1));
      const id = await charge(n % 2 === 0 ? "a" : "b", large + n);
      if (n === 1) await store.adjustCharges([adjustment("adj", id, 2_000_000_000_000_003)]);
      statements.push(await closed(store, advertiserAccount, month(name)));
      await closed(store, publisherAccount, month(name));
    }
    expect(statements.map(({ total }) => total.chargedMicros)).toEqual([0, 1, 2, 3].map((n) => large + n));
    const sum = sumOf(statements.map(({ total }) => total));
    expect(sum.chargedMicros - sum.adjustedMicros).toBe(4n * BigInt(large) + 6n - 2_000_000_000_000_003n);
    clock.set(Date.UTC(2027, 1, 1));
    expect(await closeAll(store, month("2027-02"))).toEqual([
      ["advertiser:An advertiser", "nothing", undefined],
      ["publisher:publisher-1", "nothing", undefined],
    ]);
  });

  test("of one month are refused with a sentence, and the other accounts are closed", async () => {
    const { clock, store, charge } = await openStore();
    clock.set(Date.UTC(2026, 9, 1));
    for (const campaignId of ["a", "b", "a"]) {
      const id = await charge(campaignId, large);
      const restored = adjustment(`of ${id}`, id, undefined, { restoresBudget: true });
      if (campaignId === "b") await store.adjustCharges([restored]);
      clock.advance(day);
    }
    const id = deliveryIdAt(clock.now(), 99);
    await store.issue([
      order(id, [choice("b", 7, { advertiser: "Another" })], { publisherId: "publisher-2" }),
    ]);
    await store.record([press(id)]);
    const detail = expect.stringMatching(/^The amounts until the end of 2026-10 .* 9,007,199,254 units/);
    const outcomes = [
      ["advertiser:An advertiser", "refused", detail],
      ["advertiser:Another", "closed", undefined],
      ["publisher:publisher-1", "refused", detail],
      ["publisher:publisher-2", "closed", undefined],
    ];
    expect(await closeAll(store, month("2026-10"))).toEqual(outcomes);
    expect((await store.listStatements({ limit: 10 })).map(readStatement)).toHaveLength(2);
  });

  test("do not keep an account from its statement because another one's cannot be read", async () => {
    const { store, charge } = await openStore();
    await charge();
    const away = { ...store, addStatement: () => Promise.reject(new StoreUnavailable("away")) };
    await expect(closeAll(away, month("2026-10"))).rejects.toThrow("away");
    await store.addStatement({ account: "publisher:publisher-1", number: 1, document: "{}" });
    expect(await closeAll(store, month("2026-10"))).toEqual([
      ["advertiser:An advertiser", "closed", undefined],
      [
        "publisher:publisher-1",
        "refused",
        "Statement 1 of publisher:publisher-1 cannot be read: restore it from a backup of the store.",
      ],
    ]);
  });
});

async function closeAll(store: StatementStore, period: Period): Promise<unknown> {
  const closing = { period, closedBy: "operator", now: period.to + closableAfterMs };
  const { accounts } = await closeAccounts(store, closing, ({ id }) => id, { limit: 50 });
  return accounts.map(({ account, outcome }) => [
    account,
    outcome.outcome,
    outcome.outcome === "refused" ? outcome.detail : undefined,
  ]);
}

describe("a statement", () => {
  test("has what was charged and taken back in its month, by platform or by campaign", async () => {
    const { clock, store, charge } = await openStore();
    const id = await charge("a", 101);
    await charge("b", 50, "pf_two");
    await store.adjustCharges([adjustment("adj", id, 11)]);
    clock.set(Date.UTC(2026, 10, 1));
    await charge("b", 7);
    const [ofPublisher, ofAdvertiser] = [
      await closed(store, publisherAccount, month("2026-10")),
      await closed(store, advertiserAccount, month("2026-10")),
    ];
    const total = {
      charges: 2,
      chargedMicros: 151,
      chargedPublisherMicros: 75,
      adjustments: 1,
      adjustedMicros: 11,
      adjustedPublisherMicros: 5,
    };
    expect(ofPublisher).toMatchObject({
      account: "publisher:publisher-1",
      number: 1,
      period: "2026-10",
      total,
    });
    expect(ofPublisher.lines.map(({ id: of, kind, charges }) => [of, kind, charges])).toEqual([
      ["pf_one", "platform", 1],
      ["pf_two", "platform", 1],
    ]);
    expect(ofAdvertiser.total).toEqual(total);
    expect(ofAdvertiser.lines.map(({ id: of, chargedMicros }) => [of, chargedMicros])).toEqual([
      ["a", 101],
      ["b", 50],
    ]);
  });

  test("that is closed again is the stored one, whatever happened since", async () => {
    const { store, charge } = await openStore();
    const id = await charge();
    const first = await closed(store, publisherAccount, month("2026-10"));
    await store.adjustCharges([adjustment("adj", id)]);
    await charge();
    expect(await close(store, publisherAccount, month("2026-10"))).toEqual({
      outcome: "stored",
      statement: first,
    });
    const [stored] = await store.listStatements({ limit: 10 });
    expect(stored && readStatement(stored)).toEqual(first);
  });

  test("closed by 64 callers at once is made once", async () => {
    const { store, charge } = await openStore();
    await charge();
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, () => close(store, publisherAccount, month("2026-10"))),
    );
    expect(outcomes.filter(({ outcome }) => outcome === "closed")).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === "stored")).toHaveLength(63);
    expect(await store.listStatements({ limit: 10 })).toHaveLength(1);
  });

  test("leaves what commits after its closing to the next one", async () => {
    const { clock, store, charge } = await openStore();
    clock.set(Date.UTC(2026, 9, 31, 23, 59));
    await charge("a", 100);
    const late = await charge("a", 30);
    // The late charge has its time in October, and commits when October is closed.
    const withoutLate: Pick<Store, "readCharges"> = {
      readCharges: async (query) =>
        (await store.readCharges(query)).map((line) => ({
          ...line,
          charges: line.charges - 1,
          spentMicros: line.spentMicros - 30,
          publisherMicros: line.publisherMicros - 15,
        })),
    };
    const october = await closed({ ...store, ...withoutLate }, publisherAccount, month("2026-10"));
    expect(october.total.chargedMicros).toBe(100);
    clock.set(Date.UTC(2026, 10, 5));
    await charge("a", 7);
    const november = await closed(store, publisherAccount, month("2026-11"));
    expect(november.lines.map(({ kind, chargedMicros }) => [kind, chargedMicros])).toEqual([
      ["platform", 7],
      ["earlier", 30],
    ]);
    expect(late).not.toBe("");
    await expectLedger(store, [october, november]);
  });

  test("is refused before its month has ended, and for a month that is not after the last one", async () => {
    const { store } = await openStore();
    const october = month("2026-10");
    expect(await close(store, publisherAccount, october, october.to + closableAfterMs - 1)).toEqual({
      outcome: "refused",
      detail: "Close 2026-10 from 2026-11-01T00:10:00.000Z on: it may still change.",
    });
    await closed(store, publisherAccount, october);
    for (const period of [month("2026-09"), month("2026-10", "Asia/Tokyo"), month("2026-11", "Asia/Tokyo")]) {
      expect(await close(store, publisherAccount, period)).toEqual({
        outcome: "refused",
        detail: "Statement 1 ends at 2026-11-01T00:00:00.000Z: close a period that begins then or later.",
      });
    }
    await closed(store, publisherAccount, month("2026-12"));
  });

  test("with more platforms than lines sums up the smallest", async () => {
    const { clock, store, charge } = await openStore();
    for (let n = 0; n < 2_003; n += 1) await charge("a", n < 3 ? 1 : 2, `pf_${n}`);
    clock.advance(31 * day);
    const { lines, total } = await closed(store, publisherAccount, month("2026-10"));
    expect(lines).toHaveLength(2_001);
    expect(lines.at(-1)).toMatchObject({ id: "", kind: "rest", charges: 3, chargedMicros: 3 });
    expect(total).toMatchObject({ charges: 2_003, chargedMicros: 4_003 });
  });

  test.each([1, 20_261_122, 4_294_967_295])(
    "and its neighbours add up to the ledger (seed %i)",
    async (seed) => {
      const { clock, store, charge } = await openStore();
      const prng = createPrng(seed);
      const ids: string[] = [];
      const statements: StatementDocument[] = [];
      for (const period of ["2026-10", "2026-11", "2026-12"].map((name) => month(name, "America/New_York"))) {
        clock.set(Math.max(clock.now(), period.from));
        for (let n = 0; n < 40; n += 1) {
          clock.advance(prng.below(day / 2));
          ids.push(await charge(prng.pick(["a", "b"]), 1 + prng.below(1_000), `pf_${prng.below(3)}`));
          const restoresBudget = prng.below(2) === 0;
          const part = prng.below(3) === 0 ? undefined : 1 + prng.below(100);
          await store.adjustCharges([
            adjustment(`adj-${ids.length}`, prng.pick(ids), part, { restoresBudget }),
          ]);
        }
        // What happens between the end of the month and the closing belongs to the next month.
        clock.set(Math.max(clock.now(), period.to + closableAfterMs));
        statements.push(await closed(store, publisherAccount, period));
      }
      const rest = await closed(store, publisherAccount, month("2027-12", "America/New_York"));
      await expectLedger(store, [...statements, rest]);
      for (const { total } of statements) expect(total.charges).toBeGreaterThan(0);
    },
  );

  test("of nothing is skipped if asked, and else has no lines", async () => {
    const { store } = await openStore();
    const closing = { account: advertiserAccount, name: "n", closedBy: "operator", now: Date.UTC(2027, 0) };
    const period = month("2026-10");
    expect(await closeStatement(store, { ...closing, period, skipsNothing: true })).toEqual({
      outcome: "nothing",
    });
    expect(await closed(store, advertiserAccount, period)).toMatchObject({
      lines: [],
      total: numbersOf(noAmounts),
    });
  });
});

test.each([
  ["2026-10", "UTC", "2026-10-01T00:00:00.000Z", "2026-11-01T00:00:00.000Z"],
  ["2026-10", "Europe/Berlin", "2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"],
  ["2026-12", "Asia/Kolkata", "2026-11-30T18:30:00.000Z", "2026-12-31T18:30:00.000Z"],
  ["2026-03", "Asia/Kathmandu", "2026-02-28T18:15:00.000Z", "2026-03-31T18:15:00.000Z"],
  ["2026-01", "Pacific/Kiritimati", "2025-12-31T10:00:00.000Z", "2026-01-31T10:00:00.000Z"],
  // At midnight of the first of September 2019 no clock changes, a week later the day begins at one.
  ["2019-09", "America/Santiago", "2019-09-01T04:00:00.000Z", "2019-10-01T03:00:00.000Z"],
])("%s in %s", (name, timeZone, from, to) => {
  const period = month(name, timeZone);
  expect([period.from, period.to].map((at) => new Date(at).toISOString())).toEqual([from, to]);
});

test.each(["2026-13", "2026-00", "2026-1", "1969-12", "26-10", "2026-10-01", ""])(
  "%j is no month",
  (name) => {
    expect(monthOf(name, "UTC")).toBeUndefined();
  },
);
