import * as v from "valibot";
import type { FieldChange } from "../../planning/field-change.ts";
import type { AuditKind, AuditRecord } from "../../storage/audit-store.ts";
import type { NewWebhookMessage, WebhookEventType } from "../../storage/webhook-store.ts";
import type { EpochMs } from "../../timing/clock.ts";
import { revokedAfterMs } from "../audit-entries.ts";
import { type Listener, messagesOf, type WebhookEvent } from "./event.ts";

/** The audited kinds that cause events, and their event types. */
export const auditedEvents: ReadonlyMap<AuditKind, readonly WebhookEventType[]> = new Map([
  ["api_key", ["api_key.created", "api_key.revoked"]],
  ["platform", ["platform.disabled", "review.pending"]],
  ["creative", ["review.pending"]],
  ["statement", ["statement.closed"]],
  ["charge", ["charge.adjusted"]],
]);

/** The event types that a publisher's webhook receives; the others are only for the operator. */
export const publisherEvents: ReadonlySet<WebhookEventType> = new Set([...auditedEvents.values()].flat());

/** Builds the messages for audit records. */
export function messagesOfAudit(
  records: readonly AuditRecord[],
  listeners: readonly Listener[],
): NewWebhookMessage[] {
  return messagesOf(
    records.flatMap((record) => eventOf(record) ?? []),
    listeners,
  );
}

function eventOf(record: AuditRecord): WebhookEvent | undefined {
  const { kind, action, entityId, publisherId } = record;
  if (kind === "api_key" && action === "create") return event(record, "api_key.created", "api_key_id");
  if (kind === "api_key" && action === "revoke") {
    return event(record, "api_key.revoked", "api_key_id", {
      revoked_at: new Date(refusedFrom(record)).toISOString(),
    });
  }
  if (kind === "platform" && action === "update" && changedTo(record, "status") === "disabled") {
    return event(record, "platform.disabled", "platform_id");
  }
  if (kind === "statement" && action === "close") {
    const [number, period] = [changedTo(record, "number"), changedTo(record, "period")];
    return event(record, "statement.closed", "account", { number: Number(number), period: String(period) });
  }
  if ((kind === "platform" || kind === "creative") && action === "submit") {
    return event(record, "review.pending", `${kind}_id`);
  }
  // An operation has many records of a publisher, and one event.
  if (kind === "charge" && action === "adjust") {
    return { ...event(record, "charge.adjusted", "operation"), identity: [entityId, publisherId] };
  }
  return undefined;
}

function event(
  record: AuditRecord,
  type: WebhookEventType,
  idField: string,
  more: WebhookEvent["data"] = {},
): WebhookEvent {
  const { id, at, entityId, publisherId } = record;
  return {
    type,
    publisherId,
    at,
    identity: [String(id), entityId],
    data: { [idField]: entityId, publisher_id: publisherId, ...more },
  };
}

/**
 * The time from which a revoked key is refused, counted from the record's own time. Records of earlier releases hold an
 * instant. A record without either means an immediate revocation.
 */
function refusedFrom(record: AuditRecord): EpochMs {
  const afterMs = changedTo(record, revokedAfterMs);
  const revokedAt = changedTo(record, "revokedAt");
  const at =
    typeof afterMs === "number"
      ? record.at + afterMs
      : typeof revokedAt === "string"
        ? Date.parse(revokedAt)
        : revokedAt;
  return typeof at === "number" && Math.abs(at) <= maxDateMs ? at : record.at;
}

/** The new value of a field in the record's list of {@link FieldChange}. */
function changedTo({ changes }: AuditRecord, path: string): unknown {
  const parsed = v.safeParse(changesSchema, changes);
  return parsed.success ? parsed.output.find((change) => change.path === path)?.to : undefined;
}

/** The largest instant of a Date (ECMA-262 §21.4.1.1). */
const maxDateMs = 8_640_000_000_000_000;

interface Change extends Pick<FieldChange, "path"> {
  readonly to?: FieldChange["to"];
}

const changesSchema: v.GenericSchema<unknown, readonly Change[]> = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ path: v.string(), to: v.optional(v.unknown()) })),
);
