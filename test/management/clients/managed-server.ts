import { expect } from "vitest";
import { createHandbill } from "../../../core/handbill.ts";
import type { Management } from "../../../core/management/management.ts";
import type { Role } from "../../../core/management/principal.ts";
import type { Store } from "../../../core/storage/store.ts";
import { createConsole } from "../../../runtimes/console/console.ts";
import { serve } from "../../../runtimes/node/mod.ts";
import type { Exchange } from "../described/check-answer.ts";
import { describedManagement } from "../described/described-management.ts";
import { baseUrl, install, operatorToken, secret } from "../installation.ts";

/** The input of a program (`programs/start.ts`). */
export type Start = Readonly<Record<Role, Readonly<Record<string, string>>>> & { readonly url: string };

/** An installation on one store, with one ad that was seen. */
export interface ManagedPlace {
  readonly start: Start;
  /** Everything that its managers asked so far. */
  readonly heard: readonly Exchange[];
  /** Deviations from the declaration. The client sees only that the connection was closed. */
  readonly faults: readonly unknown[];
}

/** A real server, of one installation after another. */
export interface ManagedServer {
  readonly url: string;
  readonly manage: (open: (clock: () => number) => Promise<Store>) => Promise<ManagedPlace>;
  readonly close: () => Promise<void>;
}

export async function startManagedServer(): Promise<ManagedServer> {
  let answerNow: Management["answer"] = () => Promise.reject(new Error("Nothing is managed yet."));
  const answer: Management["answer"] = (request) => answerNow(request);
  const { store } = await install();
  const running = await serve(
    { ...createHandbill({ store, baseUrl, secrets: [secret], log: () => {} }), handles: () => true, answer },
    { port: 0 },
  );
  return {
    url: running.url,
    close: running.close,
    manage: async (open) => {
      const time = { ahead: 0 };
      const clock = (): number => Date.now() + time.ahead;
      const own = await open(clock);
      const handbill = createHandbill({ store: own, clock, baseUrl, secrets: [secret], log: () => {} });
      const place = await install({
        store: own,
        clock,
        handbill,
        console: createConsole(),
        managementLimits: { writesPerPrincipal: false },
        webhookFetch: async () => ({ status: 200, body: null }),
        webhookAddresses: { resolveHost: async () => ["93.184.216.34"] },
      });
      const ask = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
        const response = await handbill.fetch(
          new Request(`${baseUrl}/api/v1/web/${path}`, {
            method: "POST",
            headers: { "content-type": "application/json", authorization: `Bearer ${place.keys.live}` },
            body: JSON.stringify({ platform_id: "pf_north", stable_user_id: "me", ...body }),
          }),
        );
        return JSON.parse(await response.text());
      };
      const { ad } = await ask("ads", { context: { question: "An espresso?" } });
      time.ahead += 1_500;
      const { delivery_id, view } = Object(ad);
      expect(await ask("seen", { delivery_id, view })).toEqual({ ok: true });
      await handbill.maintain();
      const heard: Exchange[] = [];
      const faults: unknown[] = [];
      const management = describedManagement(place.management, (exchange) => heard.push(exchange));
      answerNow = (request) =>
        management.answer(request).catch((error: unknown) => {
          faults.push(error);
          throw error;
        });
      return {
        heard,
        faults,
        start: {
          url: running.url,
          operator: { authorization: `Bearer ${operatorToken}` },
          publisher: { authorization: `Bearer ${place.keys.north}` },
          advertiser: { "x-host-user": "roaster" },
        },
      };
    },
  };
}

export function roleOf({ requestHeader }: Exchange): Role {
  if (requestHeader("x-host-user") !== undefined) return "advertiser";
  return requestHeader("authorization") === `Bearer ${operatorToken}` ? "operator" : "publisher";
}
