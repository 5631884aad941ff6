import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import type { KeyMode } from "../../core/signing/api-key.ts";
import { type AuditRecord, auditActions, auditKinds } from "../../core/storage/audit-store.ts";
import { type Webhook, type WebhookMessage, webhookEventTypes } from "../../core/storage/webhook-store.ts";
import { arrayOf, numberOf, oneOf, optionalNumberOf, parseJson, recordOf, textOf } from "./stored-values.ts";

const keyModes: readonly KeyMode[] = ["live", "test", "manage"];

/** An API key from its stored fields. */
export function storedApiKey(value: unknown): ApiKeyRecord {
  const field = fieldsOf(value);
  const revoked = field("revoked");
  return {
    id: textOf(field("id")),
    publisherId: textOf(field("publisherId")),
    mode: oneOf(field("mode"), keyModes),
    label: textOf(field("label")),
    hash: textOf(field("hash")),
    createdAt: numberOf(field("createdAt")),
    revokedAt: optionalNumberOf(field("revokedAt")),
    revoked: revoked === true || revoked === 1 ? true : undefined,
  };
}

/** A record of the audit trail from its stored fields. */
export function storedAuditRecord(value: unknown): AuditRecord {
  const field = fieldsOf(value);
  return {
    id: numberOf(field("id")),
    at: numberOf(field("at")),
    actor: textOf(field("actor")),
    action: oneOf(field("action"), auditActions),
    kind: oneOf(field("kind"), auditKinds),
    entityId: textOf(field("entityId")),
    publisherId: textOf(field("publisherId")),
    changes: textOf(field("changes")),
  };
}

/** A webhook from its stored fields; `events` may be JSON text. */
export function storedWebhook(value: unknown): Webhook {
  const field = fieldsOf(value);
  const events = field("events");
  return {
    id: textOf(field("id")),
    publisherId: textOf(field("publisherId")),
    url: textOf(field("url")),
    events: arrayOf(parseJson(events) ?? events).map((event) => oneOf(event, webhookEventTypes)),
    status: oneOf(field("status"), ["active", "disabled"]),
  };
}

/** A message to a webhook from its stored fields. */
export function storedMessage(value: unknown): WebhookMessage {
  const field = fieldsOf(value);
  return {
    id: textOf(field("id")),
    webhookId: textOf(field("webhookId")),
    type: oneOf(field("type"), webhookEventTypes),
    payload: textOf(field("payload")),
    createdAt: numberOf(field("createdAt")),
    attempts: numberOf(field("attempts")),
  };
}

/** Reads a field by its name in the ports: `publisherId` is also the column `publisher_id`. */
function fieldsOf(value: unknown): (name: string) => unknown {
  const record = recordOf(value);
  return (name) => record[name] ?? record[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}
