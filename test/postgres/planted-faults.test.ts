/**
 * Removes the guards of the promises one by one: each fault is planted in the SQL of a schema of its
 * own, and a named case of the conformance suite must refuse it. Faults that only a race shows meet (race-control.ts).
 */
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../adapters/postgres/migrate.ts";
import { migrations } from "../../adapters/postgres/migrations/list.ts";
import type { Migration } from "../../adapters/postgres/migrations/migration.ts";
import { isOutage, openPostgres } from "../../adapters/postgres/mod.ts";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { adjustment, campaign, order, press } from "../conformance/fixtures.ts";
import { createTestClock, type StoreHarness } from "../conformance/mod.ts";
import { caseNamed, type Fault, heldAfterTwins, type Replacement } from "../faults/planted.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";
import { managementFaults } from "./management-faults.ts";
import { controlRaces, type RaceControl } from "./race-control.ts";
import {
  adjustmentsBeforeLock,
  noLimitOfCharge,
  overlappingAdjustments,
  settlementFaults,
} from "./settlement-faults.ts";
import { noUnprovenCheck, trustFaults } from "./trust-faults.ts";
import { noViewLock, viewFaults } from "./view-faults.ts";

const noIssueLock = {
  from: "perform 1 from campaigns t where t.id = any(v_ids) order by t.id for no key update;",
  to: "",
};
const noBudgetCheck = [
  { from: "elsif v_free[c.k] < c.price then", to: "elsif false then" },
  { from: "check (used + held <= total_budget)", to: "check (true)" },
] as const;
const noRecordLocks = [
  {
    from: "y where y.round = v_round",
    to: "y where y.round = v_round and planted.meet()",
  },
  noViewLock,
  {
    from: "perform 1 from campaigns t where t.id = any(v_campaigns) order by t.id for no key update;",
    to: "",
  },
  {
    from: "perform 1 from unnest(v_found) x(id)\n  cross join lateral (select 1 from deliveries k where k.id = x.id for no key update) d;",
    to: "",
  },
];
/** A held delivery becomes one without a hold under the lock of its campaign alone. */
const viewWithoutHold = { from: "case when d.held then v_at", to: "case when true then v_at" };
const noChargeKey = {
  from: "constraint charges_delivery_id primary key",
  to: "not null",
};
const noHoldCheck = [
  noUnprovenCheck,
  { from: "constraint campaigns_held check (held >= 0),", to: "" },
  { from: "constraint campaign_days_held check (held >= 0),", to: "" },
];

const faults: readonly Fault[] = [
  {
    fault: "limits are read before the campaign is locked",
    plant: [
      noIssueLock,
      {
        from: "if v_holds then",
        to: "perform planted.meet();\n  perform 1 from campaigns t where t.id = any(v_ids) order by t.id for no key update;\n  if v_holds then",
      },
    ],
    refusedBy: "of 64 racers for a user's last impression one wins",
  },
  {
    fault: "neither the function nor a CHECK knows the total budget",
    plant: noBudgetCheck,
    refusedBy: "64 racers share the last units of a total budget without overspending",
  },
  {
    fault: "neither the function nor a CHECK knows the daily budget",
    plant: [
      { from: "elsif v_day_free[c.k] < c.price then", to: "elsif false then" },
      { from: "check (used + held <= daily_budget)", to: "check (true)" },
    ],
    refusedBy: "64 racers share the last unit of a daily budget without overspending",
  },
  {
    fault: "no lock and no unique key stand between two charges of one delivery",
    plant: [...noRecordLocks, noChargeKey, ...noHoldCheck],
    refusedBy: "of 64 clicks of one delivery one is recorded",
  },
  {
    fault: "holds of expired deliveries are not released by an issue",
    plant: [{ from: "perform release_holds(v_ids, v_at, null);", to: "null;" }],
    refusedBy: "an expired hold never refuses an order",
  },
  {
    fault: "a hold is never released",
    plant: [
      {
        from: "set held = false from locked l",
        to: "set held = true from locked l",
      },
    ],
    refusedBy: "racing releasers give each hold back once",
  },
  {
    fault: "a delivery whose hold was given back counts toward a cap again",
    plant: [
      {
        from: "(v_at - d.issued_at <= 3600000 and (d.held or d.price = 0))",
        to: "v_at - d.issued_at <= 3600000",
      },
    ],
    refusedBy: "a place that another order's release gave back stays free, too",
  },
  {
    fault: "a delivery does not keep its advertiser",
    plant: [{ from: "v_advertisers[x.a],", to: "''," }],
    refusedBy: "a delivery keeps publisher, advertiser and key of its issue",
  },
  {
    fault: "a repeated order is not recognised",
    plant: [
      {
        from: "continue when v_is_known[c.o] or v_chosen[c.o] > 0;",
        to: "continue when v_chosen[c.o] > 0;",
      },
    ],
    refusedBy: "64 repeats of one order at once issue it once",
  },
  {
    fault: "the name of a zone is taken for an abbreviation",
    plant: [{ from: "case upper(time_zone)", to: "case ''" }],
    refusedBy: "in CET the day 2026-06-30 ends on its millisecond, for caps and budgets",
  },
  {
    fault: "the window of a view begins one millisecond early",
    plant: [{ from: "v_at - d.issued_at < 1000", to: "v_at - d.issued_at < 999" }],
    refusedBy: "a view at 999 ms is too early and changes nothing",
  },
  {
    fault: "the hour ends one millisecond late",
    plant: [
      {
        from: "when v_at - d.issued_at > 3600000",
        to: "when v_at - d.issued_at > 3600001",
      },
    ],
    refusedBy: "a view at 3,600,001 ms is expired and changes nothing",
  },
  {
    fault: "the charge and the used amount are not one step",
    plant: [
      {
        from: "used = t.used + s.amount\n      from (select x.campaign_id, sum",
        to: "used = t.used\n      from (select x.campaign_id, sum",
      },
    ],
    refusedBy: "the first event charges when it is a press, and no later one does",
  },
  {
    fault: "a change is applied without a look at the version",
    plant: [
      {
        from: "if change->>'expectedVersion' is distinct from",
        to: "if false and change->>'expectedVersion' is distinct from",
      },
    ],
    refusedBy: "of 64 racing changes of one version one is applied",
  },
  {
    fault: "statistics are kept a day too long",
    plant: [
      {
        from: "from counts c where c.hour < v_before",
        to: "from counts c where c.hour < v_before - 86400000",
      },
    ],
    refusedBy:
      "an hour of statistics is kept for 400 days after its beginning, and dropped by a release after that",
  },
  {
    fault: "a delivery without a hold is charged for a view",
    plant: [viewWithoutHold, noChargeKey, ...noHoldCheck],
    refusedBy: "of 64 views of one delivery one is recorded and charges",
  },
  ...viewFaults,
  ...managementFaults,
  ...trustFaults,
  ...settlementFaults,
];

/** Longer than any race is waited for, so that no fault is refused for the time that it took. */
const callTimeoutMs = 110_000;

let server: PostgresServer;
let control: Sql;
let races: RaceControl;
let schemas = 0;

beforeAll(async () => {
  server = await startPostgresServer();
  control = postgres(server.url, { max: 1 });
  races = await controlRaces(control);
});
afterAll(async () => {
  await control.end();
  await server.stop();
});

test.each(faults)("a store is refused when $fault", async ({ plant, refusedBy }) => {
  await expect(caseNamed(refusedBy)(harness([]))).resolves.toBeUndefined();
  const failure = await caseNamed(refusedBy)(harness(plant)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  // A race that did not meet, or a slow machine, refuses nothing.
  expect(isOutage(failure), String(failure)).toBe(false);
});

test("the CHECK keeps a budget that the function forgets", async () => {
  const [inFunction] = noBudgetCheck;
  const racers = caseNamed("64 racers share the last units of a total budget without overspending");
  await expect(racers(harness([inFunction]))).rejects.toMatchObject({ code: "23514", outage: false });
});

test("the key of the charges keeps an unlocked delivery from being charged twice", async () => {
  const racers = caseNamed("of 64 clicks of one delivery one is recorded");
  await expect(racers(harness([...noRecordLocks, ...noHoldCheck]))).rejects.toMatchObject({ code: "23505" });
});

test("the key of the charges keeps a view of a delivery without a hold from charging it again", async () => {
  const racers = caseNamed("of 64 views of one delivery one is recorded and charges");
  await expect(racers(harness([viewWithoutHold, ...noHoldCheck]))).rejects.toMatchObject({ code: "23505" });
});

test("the CHECK keeps a charge from being taken back beyond its price", async () => {
  const refused = caseNamed("more than is left of a charge is refused and changes nothing");
  await expect(refused(harness([noLimitOfCharge]))).rejects.toMatchObject({ code: "23514", outage: false });
});

test("the keys of the adjustments keep one from beginning within another", async () => {
  const left = caseNamed("an adjustment without an amount takes back all that is left");
  await expect(left(harness([overlappingAdjustments]))).rejects.toMatchObject({ code: "23503" });
});

test("the key of the adjustments keeps an unlocked charge from being taken back twice", async () => {
  const racers = caseNamed("64 callers that take back one charge take it once");
  await expect(racers(harness(adjustmentsBeforeLock))).rejects.toMatchObject({ code: "23505" });
});

test("one id that two instances give to charges of two campaigns is one adjustment", async () => {
  // Both calls have looked for the id before either has stored it.
  const wide = {
    from: "  -- In the order of ids, because two calls with the same ids",
    to: "  perform planted.meet();\n  -- In the order of ids, because two calls with the same ids",
  };
  const clock = createTestClock();
  const { stores, close } = await harness([wide]).open(clock);
  const [first, second] = stores;
  await storeCampaigns(first, campaign("a"), campaign("b"));
  const ids = ["a", "b"].map((name) => idNamed(name, clock.now()));
  await issueAll(
    first,
    ids.map((id, n) => order(id, [n === 0 ? "a" : "b"])),
  );
  await first.record(ids.map((id) => press(id)));
  const outcomes = await Promise.all(
    [first, second].map((store, n) => store.adjustCharges([adjustment("twin", ids[n] ?? "")])),
  );
  expect(outcomes.map(([outcome]) => outcome?.outcome).sort()).toEqual(["adjusted", "duplicate"]);
  expect(await second.listAdjustments({ from: 0, to: Number.MAX_SAFE_INTEGER, limit: 9 })).toHaveLength(1);
  await close();
});

test("the key of the deliveries keeps an order that two instances issue from different campaigns from being two", async () => {
  // Inside the function, so that both calls have looked for the id before either has stored it.
  const wide = {
    from: "if v_holds then",
    to: "perform planted.meet();\n  if v_holds then",
  };
  const noKey = { from: "constraint deliveries_id primary key", to: "not null" };
  expect(await heldAfterTwins(harness([wide]))).toBe(100);
  expect(await heldAfterTwins(harness([wide, noKey]))).toBe(200);
});

/** Two instances on a schema that has the fault. */
function harness(plant: readonly Replacement[]): StoreHarness {
  // Here, because a text that is not in the schema must not look like a refusal.
  const steps = plant.reduce(planted, migrations);
  return {
    async open(clock) {
      schemas += 1;
      const schema = `faulty_${schemas}`;
      await races.reset();
      const sql = postgres(server.url, { max: 1 });
      const executor = postgresExecutor(sql, { callTimeoutMs, prepare: false, ownsPool: true });
      await migrate(executor, schema, steps);
      // Else the first calls would wait for each other to make it.
      await executor.run(`select "${schema}".add_week($1::bigint / 604800000)`, [clock.now()]);
      await executor.close();
      const stores = [await open(), await open()] as const;
      return { stores, close: async () => void (await Promise.all(stores.map((store) => store.close()))) };

      async function open() {
        return races.watch(await openPostgres(server.url, { schema, clock: clock.now, callTimeoutMs }));
      }
    },
  };
}

function planted(steps: readonly Migration[], { from, to }: Replacement): readonly Migration[] {
  const scripts = steps.map((step) => ("sql" in step ? step.sql : ""));
  expect(scripts.join("").split(from).length - 1, `how often "${from}" is in the schema`).toBe(1);
  return steps.map((step) => ("sql" in step ? { ...step, sql: step.sql.replace(from, () => to) } : step));
}
