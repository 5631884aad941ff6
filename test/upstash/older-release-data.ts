import type { Campaign, Platform } from "../../core/catalog/entities.ts";
import { campaign, creativeVersion, deliveryIdAt, platform, publisher } from "../conformance/fixtures.ts";
import type { Backend } from "./backend.ts";

const hourMs = 3_600_000;

/** Writes values as the release before deliveries, charges, views and counts said whose they are. */
export interface OlderRelease {
  /** Changes the catalogue: documents by kind and id, `undefined` where something is removed. */
  readonly change: (documents: Readonly<Record<string, string | undefined>>) => Promise<void>;
  /** A delivery that was issued now and waits for its view. */
  readonly issue: (id: string, platformId: string, campaignId: string, userKey: string) => Promise<void>;
  /** Its view now, with the charge. */
  readonly see: (id: string, platformId: string, campaignId: string, userKey: string) => Promise<void>;
  readonly count: (platformId: string, campaignId: string, n: number) => Promise<void>;
  readonly note: (entries: readonly object[]) => Promise<void>;
}

export function olderRelease({ bridge }: Backend, prefix: string, now: () => number): OlderRelease {
  const key = (name: string): string => `{${prefix}}:${name}`;
  const { redis } = bridge;
  const order = (platformId: string, userKey: string): string =>
    JSON.stringify(["web", platformId, "chat", userKey, "en"]);
  const choice = (campaignId: string): string =>
    JSON.stringify([campaignId, `v1-${campaignId}`, "text", "", 100, 40]);
  const hour = (): string => String(Math.floor(now() / hourMs) * hourMs);
  return {
    change: async (documents) => {
      let seq = Number((await redis("HGET", key("catalog"), "seq")) ?? 0);
      for (const [entity, document] of Object.entries(documents)) {
        seq += 1;
        if (document === undefined) {
          await redis("HDEL", key("docs"), entity);
          await redis("ZREM", key("live"), entity);
          await redis("ZADD", key("gone"), String(seq), entity);
          continue;
        }
        await redis("HSET", key("docs"), entity, document);
        await redis("ZADD", key("live"), String(seq), entity);
        await redis("ZREM", key("gone"), entity);
        if (entity.startsWith("k:")) await redis("ZADD", key("keys"), String(seq), entity.slice(2));
        if (entity.startsWith("c:")) {
          const limits = ["status", "active", "zone", "UTC", "impressions", "", "window", ""];
          const budgets = ["total", "9007199254740991", "daily", "9007199254740991"];
          await redis("HSET", key(`campaign:${entity.slice(2)}`), ...limits, ...budgets);
          await redis("SADD", key("campaigns"), entity.slice(2));
        }
      }
      await redis("HSET", key("catalog"), "seq", String(seq), "nonce", `old-${seq}`);
      await redis("ZADD", key("versions"), String(seq), `${seq}.old-${seq}`);
    },
    issue: async (id, platformId, campaignId, userKey) => {
      const at = String(now());
      const day = new Date(now()).toISOString().slice(0, 10);
      const line = [at, day, "h", "", order(platformId, userKey), choice(campaignId)].join("\t");
      await redis("SET", key(`d:${id}`), line, "PX", String(30 * 24 * hourMs));
      const hold = [id, day, "100", String(campaignId.length), campaignId + userKey].join("\t");
      await redis("ZADD", key("holds"), at, hold);
      await redis("HINCRBY", key(`campaign:${campaignId}`), "held", "100");
      await redis("HINCRBY", key(`campaign:${campaignId}`), `held:${day}`, "100");
      await redis("ZADD", key(`cap:${campaignId.length}:${campaignId}:${userKey}`), at, `${day}\t${id}`);
      for (const list of [`user:${userKey}`, "recent", `recent:${platformId}`]) {
        await redis("ZADD", key(list), at, id);
      }
    },
    see: async (id, platformId, campaignId, userKey) => {
      const stored = String(await redis("GET", key(`d:${id}`))).split("\t");
      const [issuedAt = "", day = "", , , orderText = "", choiceText = ""] = stored;
      const at = String(now());
      const log = `s@${at}@aNonceOfOld1!`;
      const line = [issuedAt, day, "h", log, orderText, choiceText].join("\t");
      await redis("SET", key(`d:${id}`), line, "KEEPTTL");
      await redis(
        "ZREM",
        key("holds"),
        [id, day, "100", String(campaignId.length), campaignId + userKey].join("\t"),
      );
      const view = [id, ...[platformId, campaignId, userKey].map((text) => JSON.stringify(text))].join("\t");
      await redis("ZADD", key(`seen:${hour()}`), at, view);
      await redis("ZADD", key("viewed"), hour(), hour());
      const texts = [platformId, "chat", campaignId, `cr-${campaignId}`, "", "en", "text"];
      const charge = [at, "100", "40", ...texts.map((text) => JSON.stringify(text))].join("\t");
      await redis("HSET", key(`charges:${hour()}`), id, charge);
      await redis("ZADD", key("charged"), hour(), hour());
      for (const field of ["held", `held:${day}`]) {
        await redis("HINCRBY", key(`campaign:${campaignId}`), field, "-100");
      }
      for (const field of ["spent", `spent:${day}`]) {
        await redis("HINCRBY", key(`campaign:${campaignId}`), field, "100");
      }
      for (const [field, n] of Object.entries({
        charged: "100",
        [`charged:${day}`]: "100",
        publisher: "40",
        charges: "1",
      })) {
        await redis("HINCRBY", key(`ledger:${campaignId}`), field, n);
      }
    },
    count: async (platformId, campaignId, n) => {
      const texts = ["issued", "", platformId, "chat", "text", "en", campaignId, `cr-${campaignId}`, ""];
      const field = texts.map((text) => JSON.stringify(text)).join("\t");
      await redis("HINCRBY", key(`counts:${hour()}`), field, String(n));
      await redis("ZADD", key("hours"), hour(), hour());
    },
    note: async (entries) => {
      for (const entry of entries) {
        const id = String(await redis("HINCRBY", key("catalog"), "audit", "1"));
        await redis("ZADD", key("audit"), id, `${id}\t${now()}\t${JSON.stringify(entry)}`);
      }
    },
  };
}

export const documents = {
  publisher: (id: string): string => JSON.stringify(publisher({ id })),
  platform: (id: string, publisherId: string, fields: Partial<Platform> = {}): string =>
    JSON.stringify(platform({ id, publisherId, ...fields })),
  campaign: (id: string, advertiser: string, fields: Partial<Campaign> = {}): string =>
    JSON.stringify(campaign(id, { advertiser, ...fields })),
  creative: (campaignId: string): string => JSON.stringify(creativeVersion(campaignId)),
  key: (id: string, publisherId: string, revokedAt?: number): string => {
    const rest = { id, publisherId, mode: "live", label: `Key ${id}`, hash: "ab".repeat(32), createdAt: 1 };
    return `${revokedAt ?? "-"}\t${JSON.stringify(rest)}`;
  },
} as const;

export const id = (n: number): string => deliveryIdAt(Date.UTC(2026, 2, 4), n);
