import type { AdResponse } from "../../core/contract/ad.ts";
import type { HttpResponse } from "../../core/contract/http.ts";
import { deliveryLifetimeMs } from "../../core/timing/windows.ts";
import { platformId } from "../conformance/fixtures.ts";
import { nextCourse } from "./network.ts";
import type { Deed } from "./steps.ts";
import type { SimulatedServer, World } from "./world.ts";

/** An ad that a user got. */
export interface HeldAd {
  readonly id: string;
  readonly user: number;
  readonly isTest: boolean;
  readonly view: string | undefined;
  readonly action: string | undefined;
  readonly click: string | undefined;
  /** When it was issued, by what the answer says about its end. */
  readonly issuedAt: number;
  /** What the user told, and the answers. */
  readonly told: Told[];
}

/** Something that a user told a server. */
export interface Told {
  readonly deed: Deed;
  readonly sentAt: number;
  /** When the answer came. */
  answeredAt: number | undefined;
  /** Its status; 0: none came. */
  status: number;
}

/** The users of a history. They know what servers answered and nothing else. */
export interface Users {
  /** The ads by the step that asked for them. */
  readonly ads: ReadonlyMap<number, HeldAd>;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Asks for an ad. `status` is 0 until the answer comes. */
  readonly ask: (step: number, user: number, server: SimulatedServer, fields: object) => { status: number };
  /** Tells what became of an ad. Nothing for what the ad has not. */
  readonly tell: (ad: HeldAd, deed: Deed, server: SimulatedServer) => Told | undefined;
  /** Calls `then` with the ad of a step, now or when it comes. */
  readonly whenHeld: (step: number, then: (ad: HeldAd) => void) => void;
}

const browser = {
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
};
const encoder = new TextEncoder();

/** Creates the users. Every second one is a browser, the others ask through a server with a key. `onTold` judges an answer. */
export function createUsers(
  { clockwork, servers }: World,
  apiKey: string,
  onTold: (ad: HeldAd, told: Told) => Promise<void>,
): Users {
  const ads = new Map<number, HeldAd>();
  const waiting = new Map<number, ((ad: HeldAd) => void)[]>();
  const statuses = new Map<number, number>();

  const send = (
    server: SimulatedServer,
    user: number,
    request: { readonly method: string; readonly target: string; readonly body: object },
    onAnswer: (response: HttpResponse) => void | Promise<void>,
  ): void => {
    const { arrivals, reply } = nextCourse(server.client, request.target);
    const isBrowser = user % 2 === 0;
    const headers: Readonly<Record<string, string>> = {
      "content-type": "application/json",
      ...(isBrowser ? { ...browser, origin: "https://shop.example" } : { authorization: `Bearer ${apiKey}` }),
      ...(request.method === "GET" && browser),
    };
    const identity = isBrowser
      ? { visitor_id: `visitor-number-${user}` }
      : { stable_user_id: `user-${user}` };
    const bytes = encoder.encode(JSON.stringify({ platform_id: platformId, ...identity, ...request.body }));
    const name = `user ${user} → server ${servers.indexOf(server)}: ${request.method} ${request.target.slice(0, 20)}`;
    for (const ms of arrivals) {
      clockwork.after(ms, () => {
        const { handbill, life } = server.process();
        if (!life.isAlive()) return;
        clockwork.trace(name);
        const { method, target } = request;
        const header = (key: string): string | undefined => headers[key];
        const readBody = async (): Promise<Uint8Array> => bytes;
        const clientAddress = `203.0.113.${user}`;
        void handbill.answer({ method, target, header, readBody, clientAddress }).then((response) => {
          if (!life.mayAct() || reply.isLost) return;
          clockwork.after(reply.ms, () => {
            clockwork.trace(`${name} is answered ${response.status}`);
            statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
            return onAnswer(response);
          });
        });
      });
    }
  };
  return {
    ads,
    statuses,
    ask: (step, user, server, fields) => {
      const asked = { status: 0 };
      send(server, user, { method: "POST", target: "/api/v1/web/ads", body: fields }, (response) => {
        asked.status = response.status;
        if (response.status !== 200) return;
        const { ad }: AdResponse = JSON.parse(response.body);
        if (ad === null) return;
        const buttons = ad.blocks.flatMap((block) => (block.kind === "buttons" ? block.buttons : []));
        const link = buttons.find(({ url }) => url?.includes("/click/"))?.url;
        const held: HeldAd = {
          id: ad.delivery_id,
          user,
          isTest: ad.test,
          view: ad.view,
          action: buttons.find(({ action }) => action !== undefined)?.action,
          click: link === undefined ? undefined : new URL(link).pathname,
          issuedAt: Date.parse(ad.expires_at) - deliveryLifetimeMs,
          told: [],
        };
        // A request that arrived twice issued two ads. The user shows the first.
        if (ads.has(step)) return;
        ads.set(step, held);
        for (const then of waiting.get(step) ?? []) then(held);
        waiting.delete(step);
      });
      return asked;
    },
    whenHeld: (step, then) => {
      const held = ads.get(step);
      if (held !== undefined) then(held);
      else waiting.set(step, [...(waiting.get(step) ?? []), then]);
    },
    tell: (ad, deed, server) => {
      const token = { seen: ad.view, press: ad.action, click: ad.click }[deed];
      if (token === undefined) return undefined;
      const told: Told = { deed, sentAt: clockwork.now(), answeredAt: undefined, status: 0 };
      ad.told.push(told);
      const of = { delivery_id: ad.id };
      const request =
        deed === "click"
          ? { method: "GET", target: token, body: {} }
          : deed === "seen"
            ? { method: "POST", target: "/api/v1/web/seen", body: { ...of, view: token } }
            : { method: "POST", target: "/api/v1/web/interact", body: { ...of, action: token } };
      send(server, ad.user, request, ({ status }) => {
        // The answer to a repeated message is the same for the user.
        if (told.answeredAt !== undefined) return;
        told.answeredAt = clockwork.now();
        told.status = status;
        return onTold(ad, told);
      });
      return told;
    },
  };
}
