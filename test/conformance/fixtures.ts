import type {
  ApiKeyRecord,
  Campaign,
  CreativeVersion,
  Platform,
  Publisher,
} from "../../core/catalog/entities.ts";
import type { Topic } from "../../core/catalog/topic.ts";
import type { AuditEntry } from "../../core/storage/audit-store.ts";
import type { Count } from "../../core/storage/counts.ts";
import type { DeliveryEvent, IssueChoice, IssueOrder } from "../../core/storage/delivery.ts";
import type { AdjustmentOrder } from "../../core/storage/settlement-store.ts";
import type { NewWebhookMessage, Webhook } from "../../core/storage/webhook-store.ts";

export const publisherId = "publisher-1";
export const platformId = "pf_one";
export const advertiser = "An advertiser";

export function publisher(fields: Partial<Publisher> = {}): Publisher {
  return { id: publisherId, name: "A publisher", ...fields };
}

export function platform(fields: Partial<Platform> = {}): Platform {
  return {
    id: platformId,
    publisherId,
    name: "A platform",
    status: "active",
    allowedOrigins: ["https://shop.example"],
    placements: ["sidebar"],
    revenueShareBps: 7_000,
    ...fields,
  };
}

export function topic(fields: Partial<Topic> = {}): Topic {
  return { id: "topic-1", name: "A topic", phrases: { en: ["cheap flights"] }, ...fields };
}

/** A campaign without limits, in UTC. */
export function campaign(id: string, fields: Partial<Campaign> = {}): Campaign {
  return {
    id,
    advertiser,
    name: `Campaign ${id}`,
    status: "active",
    priceMicros: 100,
    pacing: "asap",
    timeZone: "UTC",
    weight: 1,
    ...fields,
  };
}

/** The `edition`th content of the campaign's only creative. */
export function creativeVersion(campaignId: string, edition = 1): CreativeVersion {
  return {
    versionId: versionIdOf(campaignId, edition),
    creative: {
      id: creativeIdOf(campaignId),
      campaignId,
      format: "text",
      language: "en",
      disclosure: { text: "Advertisement" },
      scenes: [{ id: "start", blocks: [{ kind: "text", text: `Edition ${edition}` }] }],
    },
  };
}

export function creativeIdOf(campaignId: string): string {
  return firstCharacters(`cr-${campaignId}`);
}

export function versionIdOf(campaignId: string, edition = 1): string {
  return firstCharacters(`v${edition}-${campaignId}`);
}

/** Ids have at most 128 characters, which are code points. */
function firstCharacters(text: string): string {
  return [...text].slice(0, 128).join("");
}

export function choice(
  campaignId: string,
  priceMicros = 100,
  fields: Partial<IssueChoice> = {},
): IssueChoice {
  return {
    campaignId,
    advertiser,
    creativeVersionId: versionIdOf(campaignId),
    format: "text",
    priceMicros,
    publisherMicros: Math.floor(priceMicros / 2),
    ...fields,
  };
}

/** A web order of one user; `choices` as campaign ids stand for a price of 100. */
export function order(
  deliveryId: string,
  choices: readonly (string | IssueChoice)[],
  fields: Partial<Omit<IssueOrder, "choices">> = {},
): IssueOrder {
  return {
    deliveryId,
    surface: "web",
    publisherId,
    platformId,
    placement: "chat",
    apiKeyId: "",
    userKey: "user-1",
    language: "en",
    mark: "",
    network: "",
    ...fields,
    choices: choices.map((item) => (typeof item === "string" ? choice(item) : item)),
  };
}

export function seen(deliveryId: string): DeliveryEvent {
  return { kind: "seen", deliveryId };
}

export function click(deliveryId: string): DeliveryEvent {
  return { kind: "click", deliveryId };
}

export function press(deliveryId: string, scene = 0, button = 0): DeliveryEvent {
  return { kind: "press", deliveryId, scene, button };
}

export function apiKey(id: string, createdAt: number, fields: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return { id, publisherId, mode: "live", label: `Key ${id}`, hash: "ab".repeat(32), createdAt, ...fields };
}

/** The part of a sum of charges that says that nothing was taken back. */
export const unadjusted = { adjustments: 0, adjustedMicros: 0, adjustedPublisherMicros: 0 };

/** An order to take back part of a charge, or all that is left of it. */
export function adjustment(
  id: string,
  deliveryId: string,
  micros?: number,
  fields: Partial<AdjustmentOrder> = {},
): AdjustmentOrder {
  const words = { reason: "Views of a bot", actor: "operator" };
  return { id, deliveryId, micros, restoresBudget: false, ...words, ...fields };
}

/** One request of the first hour there was. */
export function count(fields: Partial<Count> = {}): Count {
  return {
    hour: 0,
    metric: "request",
    reason: "",
    publisherId,
    platformId,
    placement: "chat",
    apiKeyId: "",
    format: "",
    language: "en",
    advertiser: "",
    campaignId: "",
    creativeId: "",
    topicId: "",
    n: 1,
    ...fields,
  };
}

/** Something that the operator changed. */
export function auditEntry(entityId: string, fields: Partial<AuditEntry> = {}): AuditEntry {
  return {
    actor: "operator",
    action: "update",
    kind: "campaign",
    entityId,
    publisherId: "",
    changes: JSON.stringify([{ path: "name", from: "old", to: "new" }]),
    ...fields,
  };
}

export function webhook(id: string, fields: Partial<Webhook> = {}): Webhook {
  return {
    id,
    publisherId,
    url: `https://hooks.example/${encodeURIComponent(id)}`,
    events: ["api_key.created", "api_key.revoked"],
    status: "active",
    ...fields,
  };
}

/** A message for the webhook `hook`. */
export function message(id: string, fields: Partial<NewWebhookMessage> = {}): NewWebhookMessage {
  return {
    id,
    webhookId: "hook",
    type: "api_key.created",
    payload: JSON.stringify({ type: "api_key.created", data: { id } }),
    ...fields,
  };
}

/** The `n`th delivery id of a moment, laid out as the core makes them: a UUIDv7 in base64url, 22 characters. */
export function deliveryIdAt(at: number, n: number): string {
  const hex = `${at.toString(16).padStart(12, "0")}70008000${n.toString(16).padStart(12, "0")}`;
  const bytes = hex.match(/../g) ?? [];
  const text = btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
