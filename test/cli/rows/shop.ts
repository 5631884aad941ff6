import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ListedDelivery } from "../../../core/storage/report-store.ts";
import type { Adjustment, Charge } from "../../../core/storage/settlement-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { at } from "../../conformance/assert.ts";
import type { TestClock } from "../../conformance/clock.ts";
import {
  adjustment,
  campaign,
  choice,
  click,
  deliveryIdAt,
  order,
  press,
  seen,
} from "../../conformance/fixtures.ts";
import { issueAll, storeCampaigns } from "../../setup/store-campaigns.ts";

export const hourMs = 3_600_000;

/** Ads of web and bot, with views, presses, clicks and marks; each hour beginning at the clock's time has 40 of them. */
export async function fillShop(store: Store, clock: TestClock, hours: number): Promise<void> {
  await storeCampaigns(store, campaign("a"), campaign("b", { advertiser: 'Another "advertiser"\n' }));
  for (let hour = 0; hour < hours; hour += 1) await fillHour(store, clock, hour);
}

async function fillHour(store: Store, clock: TestClock, hour: number): Promise<void> {
  const start = clock.now();
  const orders = Array.from({ length: 40 }, (_, n) =>
    order(
      deliveryIdAt(start, hour * 1_000 + n),
      [
        n % 4 === 3
          ? choice("b", 2 ** 52 / 1_024 + n, { topicId: "shoes", advertiser: 'Another "advertiser"\n' })
          : choice("a", 1_001 + n, { publisherMicros: 333 + n }),
      ],
      {
        surface: n % 5 === 0 ? "bot" : "web",
        platformId: n % 3 === 0 ? "pf_two" : "pf_one",
        userKey: `secret-user-${n % 7}`,
        network: `secret-net-${n % 3}`,
        mark: n % 11 === 10 ? "velocity" : "",
        apiKeyId: n % 2 === 0 ? "KEY00001" : "",
      },
    ),
  );
  const ids: string[] = [];
  for (let first = 0; first < orders.length; first += 8) {
    ids.push(...(await issueAll(store, orders.slice(first, first + 8))).map(({ id }) => id));
    clock.advance(60_000);
  }
  const web = ids.filter((_, n) => n % 5 !== 0);
  await store.record(web.filter((_, n) => n % 2 === 0).map((id) => seen(id)));
  await store.record([
    press(at(web, 0), 0, 1),
    press(at(web, 0), 1, 2),
    click(at(web, 1)),
    click(at(ids, 0)),
  ]);
  if (hour === 0) {
    await store.adjustCharges([
      adjustment("adj-1", at(web, 0), 7, { reason: "An error" }),
      adjustment("adj-2", at(web, 2), undefined, { restoresBudget: true }),
    ]);
  }
  clock.set(start + hourMs);
}

/** The rows of a store as its lists have them. */
export interface StoredRows {
  readonly deliveries: readonly ListedDelivery[];
  readonly charges: readonly Charge[];
  readonly adjustments: readonly Adjustment[];
}

/** All rows before an instant; fewer than a page of each. */
export async function storedRows(store: Store, to: number): Promise<StoredRows> {
  const query = { from: 0, to, limit: 512 };
  return {
    deliveries: (await store.listDeliveries?.(query)) ?? [],
    charges: await store.listCharges(query),
    adjustments: await store.listAdjustments(query),
  };
}

/** The content of every file of an export, by its path, without locks. */
export function filesOf(directory: string): ReadonlyMap<string, string> {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".lock"))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(directory, path), "base64")]));
}
