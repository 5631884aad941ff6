import { lookup } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { isPublicAddress } from "../../core/catalog/public-address.ts";
import { createCheckedFetch, type Resolve } from "../../core/management/webhooks/checked-fetch.ts";
import type { WebhookFetch } from "../../core/management/webhooks/post.ts";

export type { Resolve, WebhookFetch };

/**
 * Posts to webhooks: for the option `webhookFetch` of `createManagement`, whose default on Node, Bun and Deno does the same. It
 * connects to a host only if `isAllowed` (default: is a public address) holds for all its addresses, and to these addresses.
 * `resolve` looks a name up; default: as the system does.
 */
export function createWebhookFetch(
  isAllowed: (address: string) => boolean = isPublicAddress,
  resolve: Resolve = (name) => lookup(name, { all: true }),
): WebhookFetch {
  return createCheckedFetch({ isAllowed, resolve, http, https });
}
