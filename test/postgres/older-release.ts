import type postgres from "postgres";
import type { Campaign, Platform } from "../../core/catalog/entities.ts";
import type { Count } from "../../core/storage/counts.ts";
import { publisher } from "../conformance/fixtures.ts";

/** What an instance of the release before deliveries had owners sends: its own functions, with its own arguments. */
export interface OlderRelease {
  readonly apply: (change: OlderChange) => Promise<void>;
  readonly issue: (wishes: readonly OlderWish[], name?: string) => Promise<unknown>;
  readonly click: (ids: readonly string[]) => Promise<unknown>;
  readonly count: (lines: readonly OlderCount[]) => Promise<void>;
  readonly addKey: (id: string, publisherId: string) => Promise<void>;
  readonly revokeKey: (id: string, at: number) => Promise<void>;
}

export interface OlderChange {
  readonly publishers?: readonly string[];
  readonly platforms?: readonly Platform[];
  readonly campaigns?: readonly Campaign[];
  readonly removals?: readonly { readonly kind: string; readonly id: string }[];
}

export interface OlderWish {
  readonly id: string;
  readonly platform: string;
  readonly campaign: string;
  readonly user?: string;
}

export type OlderCount = Omit<Count, "publisherId" | "advertiser" | "apiKeyId">;

export function olderRelease(owner: postgres.Sql, schema: string): OlderRelease {
  const call = async (text: string, ...parameters: readonly (string | number)[]): Promise<unknown> => {
    const [row] = await owner.unsafe(`select ${schema}.${text}::text as answer`, [...parameters]);
    return JSON.parse(row?.["answer"] ?? "null");
  };
  return {
    async apply({ publishers = [], platforms = [], campaigns = [], removals = [] }) {
      const [state] = await owner.unsafe(
        `select epoch || '.' || version as version from ${schema}.catalog_state`,
      );
      const upserts = {
        publishers: publishers.map((id) => publisher({ id })),
        platforms,
        campaigns,
        creatives: [],
        topics: [],
      };
      const change = { expectedVersion: state?.["version"], upserts, removals };
      const answer = await call("apply_catalog_v2($1::text::jsonb)", JSON.stringify(change));
      if (!JSON.stringify(answer).includes("applied"))
        throw new Error("the older release's change was refused");
    },
    issue: (wishes, name = "issue_v1") => call(`${name}($1::text::jsonb)`, JSON.stringify(batchOf(wishes))),
    click: (ids) =>
      call(
        "record_v2($1::text::jsonb)",
        JSON.stringify(ids.map((id) => ({ id: uuidOf(id), kind: "click" }))),
      ),
    count: async (lines) => void (await call("add_counts_v1($1::text::jsonb)", JSON.stringify(lines))),
    async addKey(id, publisherId) {
      const key = { id, publisherId, mode: "live", label: "", hash: "", createdAt: 1 };
      await call("add_api_key_v2($1::text::jsonb, '[]')", JSON.stringify(key));
    },
    revokeKey: async (id, at) => void (await call("revoke_api_key_v2($1::text, $2::bigint, '[]')", id, at)),
  };
}

/** The argument of issue_v1: one choice for each order, at a price of 100. */
function batchOf(wishes: readonly OlderWish[]): unknown {
  const ids = wishes.map(({ id }) => uuidOf(id)).sort();
  const campaigns = [...new Set(wishes.map(({ campaign }) => campaign))];
  return {
    low: ids[0],
    high: ids.at(-1),
    campaigns,
    orders: wishes.map(({ id, platform, user = "user" }) => ({
      id: uuidOf(id),
      surface: "web",
      platform,
      placement: "chat",
      user_key: user,
      language: "en",
    })),
    choices: wishes.map(({ campaign }, n) => ({
      o: n + 1,
      k: campaigns.indexOf(campaign) + 1,
      u: 1,
      price: 100,
      hold: 100,
      publisher: 50,
      version: `v1-${campaign}`,
      format: "text",
    })),
  };
}

export function uuidOf(id: string): string {
  const hex = Buffer.from(id, "base64url").toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
