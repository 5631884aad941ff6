import { openDatabase } from "../../adapters/sqlite/database.ts";
import { idBytes } from "../../adapters/sqlite/delivery-row.ts";
import { migrate } from "../../adapters/sqlite/migrate.ts";
import { migrations } from "../../adapters/sqlite/migrations/list.ts";
import { campaign, creativeVersion, deliveryIdAt, platform, publisher } from "../conformance/fixtures.ts";

/** The store's time when the older release was stopped. */
export const stoppedAt: number = Date.UTC(2026, 2, 4, 12, 30);
export const hour: number = Date.UTC(2026, 2, 4, 12);

export interface OldDelivery {
  readonly id: string;
  readonly platformId: string;
  readonly campaignId: string;
  readonly charged: boolean;
}

/** Of a publisher and of an advertiser. */
export const strangeName: string = 'O\'Brien "Tea" 茶';

/** Of each pair of a platform and a campaign that were there or are removed: an open delivery or a charged one. */
export const oldDeliveries: readonly OldDelivery[] = ["pf_one", "pf_gone", "__proto__"].flatMap(
  (platformId, one) =>
    ["a", "gone", "it's"].map((campaignId, two) => {
      const n = one * 3 + two;
      return { id: deliveryIdAt(stoppedAt, n), platformId, campaignId, charged: n % 2 === 0 };
    }),
);

const documents: readonly (readonly [kind: string, id: string, entity: object | undefined])[] = [
  ["publisher", "acme", publisher({ id: "acme" })],
  ["publisher", strangeName, publisher({ id: strangeName })],
  ["publisher", "left", undefined],
  ["platform", "pf_one", platform({ publisherId: "acme" })],
  ["platform", "__proto__", platform({ id: "__proto__", publisherId: strangeName })],
  ["platform", "pf_gone", undefined],
  ["campaign", "a", campaign("a", { advertiser: "Tea" })],
  ["campaign", "it's", campaign("it's", { advertiser: strangeName })],
  ["campaign", "gone", undefined],
  ["creative", "cr-a", creativeVersion("a")],
  ["creative", "cr-gone", undefined],
  ["topic", "left", undefined],
];

/** Each with the time of its revocation, and its publisher. */
export const oldKeys: Readonly<Record<string, readonly [publisherId: string, revokedAt: number | null]>> = {
  KEY0past: ["acme", stoppedAt - 1],
  KEY00now: ["acme", stoppedAt],
  KEY00due: ["acme", stoppedAt + 1],
  KEY0live: ["acme", null],
  KEYleft0: ["left", null],
  KEYleft1: ["left", stoppedAt + 5_000],
  KEYleft2: ["left", stoppedAt - 5_000],
  KEYalone: ["never-registered", null],
};

/** A file of the release before deliveries, charges and counts had owners, with rows as that release wrote them. */
export function writeOlderFile(file: string): void {
  const db = openDatabase(file);
  try {
    migrate(db, file, migrations.slice(0, 3));
    db.transaction(() => {
      db.run("UPDATE catalog_state SET version = 7");
      for (const [kind, id, entity] of documents) {
        const document = entity === undefined ? null : JSON.stringify(entity);
        db.run(
          "INSERT OR REPLACE INTO entities (kind, id, version, document) VALUES (?, ?, ?, ?)",
          kind,
          id,
          7,
          document,
        );
      }
      for (const id of ["a", "gone", "it's"]) writeAccount(id);
      for (const delivery of oldDeliveries) writeDelivery(delivery);
      for (const [id, [publisherId, revokedAt]] of Object.entries(oldKeys)) {
        db.run(
          `INSERT INTO api_keys (id, publisher_id, mode, label, hash, created_at, revoked_at, version)
          VALUES (?, ?, 'live', '', 'ab', 1, ?, 6)`,
          id,
          publisherId,
          revokedAt,
        );
      }
      for (const { platformId, campaignId } of oldDeliveries) writeCount("issued", platformId, campaignId, 3);
      for (const platformId of ["pf_one", "pf_gone", ""]) writeCount("request", platformId, "", 5);
    });
  } finally {
    db.close();
  }

  function writeAccount(id: string): void {
    const mine = oldDeliveries.filter(({ campaignId }) => campaignId === id);
    const charged = mine.filter((delivery) => delivery.charged).length;
    const money = [charged * 100, (mine.length - charged) * 100] as const;
    const status = id === "gone" ? "removed" : "active";
    db.run(
      `INSERT INTO campaigns (id, status, time_zone, total_budget, daily_budget, spent, held)
        VALUES (?, ?, 'UTC', 1000, 9007199254740991, ?, ?)`,
      id,
      status,
      ...money,
    );
    db.run("INSERT INTO campaign_days VALUES (?, '2026-03-04', 9007199254740991, ?, ?)", id, ...money);
  }

  function writeDelivery({ id, platformId, campaignId, charged }: OldDelivery): void {
    const seenAt = charged ? stoppedAt : null;
    db.run(
      `INSERT INTO deliveries (id, surface, platform_id, placement, user_key, language, campaign_id,
          creative_version_id, format, topic_id, price, publisher_part, day, issued_at, held, seen_recorded, seen_at,
          charged_at)
        VALUES (?, 'web', ?, 'chat', 'user-1', 'en', ?, 'v1-a', 'text', NULL, 100, 50, '2026-03-04', ?, ?, ?, ?, ?)`,
      idBytes(id),
      platformId,
      campaignId,
      stoppedAt - 60_000,
      charged ? 0 : 1,
      charged ? 1 : 0,
      seenAt,
      seenAt,
    );
    if (!charged) return;
    db.run(
      `INSERT INTO charges (delivery_id, campaign_id, platform_id, placement, creative_version_id, topic_id,
          language, format, day, price, publisher_part, charged_at)
        VALUES (?, ?, ?, 'chat', 'v1-a', '', 'en', 'text', '2026-03-04', 100, 50, ?)`,
      idBytes(id),
      campaignId,
      platformId,
      stoppedAt,
    );
  }

  function writeCount(metric: string, platformId: string, campaignId: string, n: number): void {
    db.run(
      `INSERT INTO counts (hour, metric, reason, platform_id, placement, format, language, campaign_id, creative_id,
          topic_id, n)
        VALUES (?, ?, '', ?, 'chat', '', 'en', ?, '', '', ?)`,
      hour,
      metric,
      platformId,
      campaignId,
      n,
    );
  }
}
