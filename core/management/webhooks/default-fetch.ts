import { callHost } from "../../host-callback.ts";
import type { Log } from "../../log.ts";
import { type Address, createCheckedFetch, type HttpModule, type Resolve } from "./checked-fetch.ts";
import type { WebhookFetch } from "./post.ts";

/** A module of the platform by its name; `undefined` if the platform has none. */
export type BuiltinModule = (name: string) => unknown;

export interface DefaultFetchOptions {
  /** Judges every address of a receiver. */
  readonly isAllowed: (address: string) => boolean;
  readonly log: Log;
  /** For tests. Default: the platform's, which Node, Bun and Deno have. */
  readonly builtin?: BuiltinModule | undefined;
}

/**
 * Posts to webhooks with the means of the platform, found at first use: by {@link createCheckedFetch} on Node, Bun and Deno. A
 * platform without node:http and node:dns posts by its own `fetch`, which only literal addresses are judged for; the log says so
 * once.
 */
export function createDefaultFetch({ isAllowed, log, builtin }: DefaultFetchOptions): WebhookFetch {
  let chosen: WebhookFetch | undefined;
  return (url, init) => {
    chosen ??= checkedFetch(isAllowed, builtin ?? platformModule) ?? plainFetch(log);
    return chosen(url, init);
  };
}

function checkedFetch(
  isAllowed: DefaultFetchOptions["isAllowed"],
  builtin: BuiltinModule,
): WebhookFetch | undefined {
  const [http, https, dns] = ["node:http", "node:https", "node:dns"].map(builtin);
  if (!isHttp(http) || !isHttp(https) || !isDns(dns)) return undefined;
  const resolve: Resolve = (name) =>
    new Promise((resolved, failed) => {
      dns.lookup(name, { all: true }, (error, addresses) => (error ? failed(error) : resolved(addresses)));
    });
  return createCheckedFetch({ isAllowed, resolve, http, https });
}

function plainFetch(log: Log): WebhookFetch {
  log({
    level: "warn",
    code: "webhook-fetch-unchecked",
    message:
      "Webhooks are posted by the platform's fetch: names that lead to private addresses are not refused. Pass webhookFetch to createManagement, or resolveHost in webhookAddresses.",
  });
  return (url, init) => fetch(url, init);
}

interface DnsModule {
  lookup(
    name: string,
    options: { readonly all: true },
    done: (error: Error | null, addresses: Address[]) => void,
  ): unknown;
}

function isHttp(value: unknown): value is HttpModule {
  return hasFunction(value, "request");
}

function isDns(value: unknown): value is DnsModule {
  return hasFunction(value, "lookup");
}

function hasFunction(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, name) === "function";
}

/** `process.getBuiltinModule`: no import, which a bundle for a platform without the module would fail by. */
function platformModule(name: string): unknown {
  const process: unknown = Reflect.get(globalThis, "process");
  if (typeof process !== "object" || process === null) return undefined;
  const load: unknown = Reflect.get(process, "getBuiltinModule");
  let loaded: unknown;
  if (typeof load === "function") {
    callHost(() => {
      loaded = load.call(process, name);
    });
  }
  return loaded;
}
