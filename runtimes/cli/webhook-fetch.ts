import { lookup as resolveBySystem } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { WebhookFetch } from "../../core/management/webhooks/post.ts";

/** All addresses of a name. */
export type Resolve = (
  name: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const resolveAll: Resolve = (name) => resolveBySystem(name, { all: true });

/**
 * Posts like the platform's `fetch`, but connects to no name one of whose addresses is not allowed. `fetch` looks a name
 * up for itself, and whoever owns the name may have changed the answer since it was checked (DNS rebinding).
 */
export function createWebhookFetch(
  isAllowed: (address: string) => boolean,
  resolve: Resolve = resolveAll,
): WebhookFetch {
  // Not called for a URL that holds an address: that one is checked before each delivery.
  const lookup: LookupFunction = (name, { all = false }, done) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) {
          done(Object.assign(new Error("The name leads to an address that is not allowed."), notAllowed), "");
        } else if (all) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), ""),
    );
  };
  return (url, { method, headers, body, signal }) =>
    new Promise((answered, failed) => {
      const request = url.startsWith("https:") ? requestHttps : requestHttp;
      // A connection of its own, so that the look-up is made every time.
      const sent = request(url, { method, headers, signal, lookup, agent: false }, (response) => {
        response.on("error", () => {});
        answered({
          status: response.statusCode ?? 0,
          body: { cancel: async () => void response.destroy() },
        });
      });
      sent.on("error", (error) =>
        failed(new TypeError("The receiver could not be reached.", { cause: error })),
      );
      sent.end(body);
    });
}

const notAllowed = { code: "ENOTPUBLIC" };
