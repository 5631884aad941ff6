import { parseIpAddress } from "../../ip-address.ts";
import type { WebhookFetch } from "./post.ts";

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly Address[]>;

type Lookup = (
  name: string,
  options: { readonly all?: boolean | undefined },
  done: (error: Error | null, address: string | Address[], family?: number) => void,
) => void;

/** The members of node:http and node:https that are used. */
export interface HttpModule {
  request(
    url: string,
    options: {
      readonly method: string;
      readonly headers: Record<string, string>;
      readonly signal: AbortSignal;
      readonly lookup: Lookup;
      readonly agent: false;
    },
    answered: (response: {
      readonly statusCode?: number | undefined;
      on(event: "error", listener: (error: Error) => void): unknown;
      destroy(): unknown;
    }) => void,
  ): { on(event: "error", listener: (error: Error) => void): unknown; end(body: string): unknown };
}

export interface CheckedFetchOptions {
  /** Judges every address of a receiver, as text. */
  readonly isAllowed: (address: string) => boolean;
  readonly resolve: Resolve;
  readonly http: HttpModule;
  readonly https: HttpModule;
}

/**
 * Posts like the platform's `fetch`, but connects to no host one of whose addresses is not allowed. `fetch` looks a name up for
 * itself, and the owner of the name may have changed the answer since it was checked (DNS rebinding).
 */
export function createCheckedFetch({ isAllowed, resolve, http, https }: CheckedFetchOptions): WebhookFetch {
  return async (url, { method, headers, body, signal }) => {
    const { hostname, protocol } = new URL(url);
    const addresses = await addressesOf(hostname, resolve).catch(unreachable);
    if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
      return unreachable(Object.assign(new Error("An address of the receiver is not allowed."), notAllowed));
    }
    if (signal.aborted) return unreachable(signal.reason);
    const { request } = protocol === "https:" ? https : http;
    // The connection goes to the addresses that were judged.
    const lookup: Lookup = (_name, { all = false }, done) => {
      const [first] = addresses;
      if (all || first === undefined) done(null, [...addresses]);
      else done(null, first.address, first.family);
    };
    return new Promise((answered, failed) => {
      // A connection of its own, so that the look-up is made every time.
      const sent = request(url, { method, headers, signal, lookup, agent: false }, (response) => {
        response.on("error", () => {});
        answered({
          status: response.statusCode ?? 0,
          body: { cancel: async () => void response.destroy() },
        });
      });
      sent.on("error", (error) => failed(notReached(error)));
      sent.end(body);
    });
  };
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly Address[]> {
  if (parseIpAddress(hostname) === undefined) return resolve(hostname);
  const isV6 = hostname.startsWith("[");
  return [{ address: isV6 ? hostname.slice(1, -1) : hostname, family: isV6 ? 6 : 4 }];
}

const notAllowed = { code: "ENOTPUBLIC" };

function unreachable(cause: unknown): never {
  throw notReached(cause);
}

function notReached(cause: unknown): TypeError {
  return new TypeError("The receiver could not be reached.", { cause });
}
