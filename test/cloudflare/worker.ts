import { DurableObject } from "cloudflare:workers";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { openPlaced } from "../../adapters/placed/mod.ts";
import {
  createPlace,
  type ObjectNamespace,
  openDurableObject,
  openObjectStore,
  type Place as PlaceInside,
  type ServingObject,
  type StoreAnswer,
  type StoreObject,
  toDurableObject,
} from "../../adapters/sqlite/durable-object/mod.ts";
import { createHandbill } from "../../core/mod.ts";
import { isOutage } from "../../core/outage.ts";
import type { Store } from "../../core/storage/store.ts";
import { advancePath, auditPath, runtimePath, unchargedPath } from "../runtimes/probe-paths.ts";
import { plant } from "../runtimes/seed.ts";
import { resetOperation, runCase } from "./cases.ts";
import { currentCase, letPass, now } from "./current-case.ts";
import { withFault } from "./planted.ts";

/** The variables and objects of the worker. */
interface Env {
  readonly PLACE: ObjectNamespace;
  readonly ADS: ServingNamespace;
  readonly INSTANCE: ServingNamespace;
  readonly TEST_FORM?: string;
  readonly TEST_FAULT?: string;
  readonly HANDBILL_TEST_SEED?: string;
  readonly [variable: `HANDBILL_${string}`]: string | undefined;
}

interface ServingNamespace {
  getByName(name: string): { fetch(request: Request): Promise<Response> };
}

/** A store in an object. */
export class Place extends DurableObject<Env> implements StoreObject {
  readonly #place: PlaceInside = createPlace(
    { storage: withFault(this.ctx.storage, this.env.TEST_FAULT ?? "") },
    { clock: now, maintainEveryMs: currentCase()?.maintainEveryMs },
  );

  async call(operation: string, values: readonly unknown[]): Promise<StoreAnswer> {
    if (operation === resetOperation) this.ctx.abort("reset by a test");
    return this.#place.call(operation, values);
  }

  alarm(): Promise<void> {
    return this.#place.alarm();
  }
}

/** An installation in one object. */
export class Ads extends DurableObject<Env> {
  readonly #server = serve(
    this.env.TEST_FAULT === "data in memory"
      ? createMemoryStore({ clock: now })
      : openObjectStore(this.ctx.storage, { clock: now }),
    this.env,
    this.ctx,
  );

  fetch(request: Request): Promise<Response> {
    return this.#server.fetch(request);
  }

  alarm(): Promise<void> {
    return this.#server.alarm();
  }
}

/** A router: an instance that serves over campaigns in three objects. */
export class Instance extends DurableObject<Env> {
  readonly #server = serve(
    openPlaced({
      home: openDurableObject(this.env.PLACE, "home"),
      places: ["place-1", "place-2"].map((name) => openDurableObject(this.env.PLACE, name)),
      // A machine under other load answers late.
      awayAfterMs: 20_000,
    }),
    this.env,
    this.ctx,
  );

  fetch(request: Request): Promise<Response> {
    return this.#server.fetch(request);
  }

  alarm(): Promise<void> {
    return this.#server.alarm();
  }
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/case") {
      return Response.json(
        await runCase(searchParams.get("name") ?? "", searchParams.get("form") ?? "", env.PLACE),
      );
    }
    if (pathname === "/reset") {
      const place = env.PLACE.getByName(searchParams.get("name") ?? "");
      const isReset = await place.call(resetOperation, []).then(
        () => false,
        () => true,
      );
      return Response.json(isReset);
    }
    const server = env.TEST_FORM === "placed" ? env.INSTANCE.getByName("router") : env.ADS.getByName("ads");
    return server.fetch(request);
  },
};

/** A handbill on the store, with the seed of the test, and the probes. */
function serve(store: Store, env: Env, ctx: ConstructorParameters<typeof DurableObject>[0]): ServingObject {
  const handbill = createHandbill({
    store,
    env: (name) =>
      name.startsWith("HANDBILL_") ? env[`HANDBILL_${name.slice("HANDBILL_".length)}`] : undefined,
    clock: now,
    health: true,
    // A machine under other load answers late.
    storeTimeoutMs: 20_000,
    // All cases of a suite come from one network, and most of their ads are never seen.
    trafficRules: { unprovenHolds: false },
  });
  let planting: Promise<void> | undefined;
  const probe = async ({ pathname, searchParams }: URL): Promise<unknown> => {
    if (pathname.endsWith(runtimePath))
      return { runtime: navigator.userAgent === "Cloudflare-Workers" ? "workerd" : navigator.userAgent };
    if (pathname.endsWith(auditPath)) return store.auditLedger();
    if (pathname.endsWith(unchargedPath)) {
      const ids = (searchParams.get("ids") ?? "").split(",");
      const found = await store.findDeliveries(ids);
      return ids.filter((_, index) => found[index]?.chargedAt === undefined);
    }
    if (pathname.endsWith(advancePath)) letPass(Number(searchParams.get("ms")));
    return {};
  };
  const fetch = async (
    request: Request,
    connection: { readonly clientAddress?: string | undefined },
  ): Promise<Response> => {
    planting ??= plant(store, JSON.parse(env.HANDBILL_TEST_SEED ?? "")).catch((error: unknown) => {
      planting = undefined;
      if (!isOutage(error)) throw error;
    });
    await planting;
    const url = new URL(request.url);
    if (url.pathname.includes("/api/v1/__")) return Response.json(await probe(url));
    return handbill.fetch(request, connection);
  };
  return toDurableObject(
    { fetch: (request, connection = {}) => fetch(request, connection), maintain: handbill.maintain },
    ctx,
  );
}
