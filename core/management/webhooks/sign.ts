import { toBase64Url } from "../../signing/base64url.ts";
import { createMac, deriveKey } from "../../signing/hash.ts";
import type { EpochMs } from "../../timing/clock.ts";

/** The signed content of one attempt. */
export interface SignedMessage {
  readonly id: string;
  readonly payload: string;
  /** The time of the attempt. Receivers refuse messages that are minutes away from their own clock. */
  readonly sentAt: EpochMs;
}

/**
 * The secret with which a receiver verifies messages: `whsec_` and 44 characters of base64, derived from the
 * installation's signing secret. Its holder can forge messages of this webhook only.
 */
export function webhookSecret(secret: string, webhookId: string): string {
  return `whsec_${toBase64(webhookKey(secret, webhookId))}`;
}

/** The key behind {@link webhookSecret}: 32 bytes. */
export function webhookKey(secret: string, webhookId: string): Uint8Array {
  return deriveKey(encoder.encode(secret), `webhook/${webhookId}`);
}

/**
 * The headers of the Standard Webhooks scheme (1.0.0). Every key signs, so that a receiver with one of them can verify
 * during a rotation of secrets.
 */
export function signatureHeaders(
  keys: readonly Uint8Array[],
  { id, payload, sentAt }: SignedMessage,
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(sentAt / 1_000);
  const content = encoder.encode(`${id}.${timestamp}.${payload}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": keys.map((key) => `v1,${toBase64(createMac(key)(content))}`).join(" "),
  };
}

/** RFC 4648 §4, with padding. */
function toBase64(bytes: Uint8Array): string {
  const text = toBase64Url(bytes).replaceAll("-", "+").replaceAll("_", "/");
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

const encoder = new TextEncoder();
