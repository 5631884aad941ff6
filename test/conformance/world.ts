import type { Campaign } from "../../core/catalog/entities.ts";
import type { ApplyOutcome, CatalogChange, EntityRef } from "../../core/storage/catalog-change.ts";
import type {
  Delivery,
  DeliveryEvent,
  IssueChoice,
  IssueOrder,
  IssueOutcome,
  RecordOutcome,
  RefusalReason,
} from "../../core/storage/delivery.ts";
import type { CampaignLedger } from "../../core/storage/ledger-audit.ts";
import type { Spend } from "../../core/storage/serving-store.ts";
import type { Store } from "../../core/storage/store.ts";
import { check, fail, same } from "./assert.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { creativeVersion, deliveryIdAt, order, platform, publisher } from "./fixtures.ts";
import type { StoreCase, StoreHarness } from "./harness.ts";

type Upserts = CatalogChange["upserts"];

/** The tools of a case: two stores on one backend, and short functions for frequent steps. */
export interface World {
  readonly clock: TestClock;
  readonly first: Store;
  readonly second: Store;
  readonly deadlineMs: number;
  /** Whether the stores must have `listDeliveries`. */
  readonly listsDeliveries: boolean;
  readonly newId: () => string;
  readonly newIds: (n: number) => readonly string[];
  /** Upserts and removes on top of whatever version there is; says what the store answered. */
  readonly change: (upserts: Partial<Upserts>, removals?: readonly EntityRef[]) => Promise<ApplyOutcome>;
  /** Stores campaigns, each with a creative, and the publisher and the platform of the fixtures. */
  readonly campaigns: (...campaigns: readonly Campaign[]) => Promise<void>;
  /** Issues one delivery that must not be refused. */
  readonly issue: (
    choices: readonly (string | IssueChoice)[],
    fields?: Partial<Omit<IssueOrder, "choices">>,
  ) => Promise<Delivery>;
  /** Orders one delivery that must be refused; the reasons. */
  readonly refuse: (
    choices: readonly (string | IssueChoice)[],
    fields?: Partial<Omit<IssueOrder, "choices">>,
  ) => Promise<readonly RefusalReason[]>;
  readonly record: (event: DeliveryEvent, store?: Store) => Promise<RecordOutcome>;
  readonly find: (deliveryId: string, store?: Store) => Promise<Delivery>;
  readonly spend: (campaignId: string, store?: Store) => Promise<Spend>;
  readonly ledger: (campaignId: string) => Promise<CampaignLedger>;
}

/** A case of the storage ports: opens fresh stores, and closes them whatever happens. */
export function storeCase(name: string, body: (world: World) => Promise<void>): StoreCase {
  return {
    name,
    run: async (harness) => {
      const clock = createTestClock();
      const { stores, close } = await harness.open(clock);
      try {
        await body(createWorld(clock, stores, harness));
      } finally {
        await close();
      }
    },
  };
}

function createWorld(
  clock: TestClock,
  stores: readonly [Store, Store],
  { deadlineMs = 10_000, listsDeliveries }: Omit<StoreHarness, "open">,
): World {
  const [first, second] = stores;
  let made = 0;
  const newId = (): string => {
    made += 1;
    return deliveryIdAt(clock.now(), made);
  };
  const change: World["change"] = async (upserts, removals = []) => {
    const { version } = await first.readCatalog();
    const nothing: Upserts = { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] };
    return first.applyCatalog({ expectedVersion: version, upserts: { ...nothing, ...upserts }, removals });
  };
  return {
    clock,
    first,
    second,
    deadlineMs,
    listsDeliveries: listsDeliveries !== false,
    newId,
    newIds: (n) => Array.from({ length: n }, newId),
    change,
    campaigns: async (...campaigns) => {
      const applied = await change({
        publishers: [publisher()],
        platforms: [platform()],
        campaigns,
        creatives: campaigns.map(({ id }) => creativeVersion(id)),
      });
      same(applied.outcome, "applied", "outcome of storing campaigns");
    },
    issue: async (choices, fields = {}) =>
      issued(only(await first.issue([order(newId(), choices, fields)]), "issue")),
    refuse: async (choices, fields = {}) =>
      refused(only(await first.issue([order(newId(), choices, fields)]), "issue")),
    record: async (event, store = first) => only(await store.record([event]), "record"),
    find: async (deliveryId, store = first) => {
      const [delivery] = await store.findDeliveries([deliveryId]);
      return delivery ?? fail(`delivery ${deliveryId} was issued, but findDeliveries does not know it`);
    },
    spend: async (campaignId, store = first) => {
      const [spend] = await store.readSpend([campaignId]);
      return spend ?? fail(`campaign ${campaignId} was stored, but readSpend does not know it`);
    },
    ledger: async (campaignId) => {
      const { campaigns } = await first.auditLedger();
      const ledger = campaigns.find((line) => line.campaignId === campaignId);
      return ledger ?? fail(`auditLedger has no line for campaign ${campaignId}`);
    },
  };
}

/** The answer to a batch of one. */
function only<T>(answers: readonly T[], operation: string): T {
  const [answer] = answers;
  if (answer !== undefined && answers.length === 1) return answer;
  return fail(
    `${operation} was given one item and answered ${answers.length}: arrays out are as long as arrays in`,
  );
}

export function issued(outcome: IssueOutcome): Delivery {
  return outcome.outcome === "issued" ? outcome.delivery : fail(`refused: ${outcome.reasons.join(", ")}`);
}

export function refused(outcome: IssueOutcome): readonly RefusalReason[] {
  return outcome.outcome === "refused"
    ? outcome.reasons
    : fail(`campaign ${outcome.delivery.campaignId} was issued, where a refusal was due`);
}

/** The state after an event whose outcome must be `wanted`. */
export function judged(
  outcome: RecordOutcome,
  wanted: Exclude<RecordOutcome["outcome"], "unknown">,
): Delivery {
  check(outcome.outcome === wanted && "delivery" in outcome, `expected ${wanted}, got ${outcome.outcome}`);
  return outcome.delivery;
}

/** The state after an event that must be recorded, with a charge or without. */
export function recorded(outcome: RecordOutcome, charged: boolean): Delivery {
  const delivery = judged(outcome, "recorded");
  same(outcome.outcome === "recorded" && outcome.charged, charged, "charged");
  same(delivery.chargedAt !== undefined || !charged, true, "a charge sets chargedAt");
  return delivery;
}

/** Asserts what a campaign has spent and holds in total. */
export async function balance(world: World, campaignId: string, spent: number, held: number): Promise<void> {
  const spend = await world.spend(campaignId);
  same([spend.usedMicros, spend.heldMicros], [spent, held], `spent and held of ${campaignId}`);
}

/** Asserts that the audit finds a campaign in balance, with `charges` charges. */
export async function inBalance(world: World, campaignId: string, charges: number): Promise<void> {
  const line = await world.ledger(campaignId);
  same(line.usedMicros, line.chargedMicros, `spent and charged of ${campaignId}`);
  same(line.heldMicros, line.openMicros, `held and open of ${campaignId}`);
  same(line.unprovenHeldMicros, line.unprovenOpenMicros, `unproven held and open of ${campaignId}`);
  same(line.daysOutOfBalance, [], `days out of balance of ${campaignId}`);
  same(line.charges, charges, `charges of ${campaignId}`);
}

/** `n` calls at once, on both stores in turn. */
export function race<T>(
  world: World,
  n: number,
  call: (store: Store, index: number) => Promise<T>,
): Promise<T[]> {
  return Promise.all(
    Array.from({ length: n }, (_, index) => call(index % 2 === 0 ? world.first : world.second, index)),
  );
}

/** Fails instead of waiting for ever: for calls that could wait for each other. */
export async function withinDeadline<T>(world: World, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      try {
        fail(`still waiting after ${world.deadlineMs} ms: calls wait for each other`);
      } catch (failure) {
        reject(failure);
      }
    }, world.deadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** For calls that have nothing to answer: they must not fail. */
export async function accepted(work: Promise<void>, what: string): Promise<void> {
  try {
    await work;
  } catch (error) {
    fail(`${what} was refused: ${String(error)}`);
  }
}
