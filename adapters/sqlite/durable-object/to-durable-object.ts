import type { Connection } from "../../../core/contract/http.ts";
import type { ObjectContext } from "./context.ts";
import { createMaintenance, type MaintenanceOptions } from "./maintenance.ts";

/** A handbill, or an installation. */
export interface Served {
  /** Answers a request. */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
  /** Does the regular work. */
  readonly maintain: () => Promise<void>;
}

/** What an object that serves does. Its functions need no `this`. */
export interface ServingObject {
  /** The method `fetch` of the object. The client's address is Cloudflare's header `CF-Connecting-IP`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The method `alarm` of the object: the maintenance of the handbill. */
  readonly alarm: () => Promise<void>;
}

/** Serves a handbill or an installation from a Durable Object. All requests of the object share it: timers, batches and the catalogue. */
export function toDurableObject(
  served: Served,
  { storage }: ObjectContext,
  options: MaintenanceOptions = {},
): ServingObject {
  const { used, alarm } = createMaintenance(storage, served.maintain, options);
  return {
    fetch: async (request) => {
      await used();
      const clientAddress = request.headers.get("cf-connecting-ip") ?? undefined;
      return served.fetch(request, { clientAddress });
    },
    alarm,
  };
}
