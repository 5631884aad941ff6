import { Agent } from "node:http";
import type { Delivery } from "../../core/storage/delivery.ts";
import { exchange, type RawRequest } from "../runtimes/exchange.ts";
import { platformId } from "./busy-shop.ts";

export type EventKind = "seen" | "press" | "click";

/** Something that was sent about a delivery, and can be sent again. */
export interface SentEvent {
  readonly kind: EventKind;
  readonly deliveryId: string;
  readonly request: RawRequest;
}

export interface ShopLoad {
  /** Ad requests that were sent, whatever became of them. */
  readonly asked: () => number;
  /** Deliveries that a client has received. */
  readonly issued: readonly string[];
  /** Answered 200, or 302 for a click. */
  readonly confirmed: readonly SentEvent[];
  /** Not answered so: a gateway's 502 or 504, our 503, or a connection that broke. */
  readonly unanswered: readonly SentEvent[];
  readonly statuses: ReadonlyMap<number, number>;
  /** Fulfilled when this many were confirmed. */
  readonly reached: (confirmed: number) => Promise<void>;
  /** Lets each client end what it is doing. */
  readonly stop: () => Promise<void>;
}

const ripeMs = 1_050;
const kinds: readonly EventKind[] = ["press", "seen", "click"];
const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

/** Clients on one connection each, a third of which confirm views, press buttons and follow links of a bot's messages. */
export function startShopLoad(url: string, apiKey: string, clients: number): ShopLoad {
  const headers = { "content-type": "application/json", authorization: `Bearer ${apiKey}` };
  const issued: string[] = [];
  const confirmed: SentEvent[] = [];
  const unanswered: SentEvent[] = [];
  const statuses = new Map<number, number>();
  const waiting = new Set<{ readonly count: number; readonly resolve: () => void }>();
  let [asked, stopped] = [0, false];

  const client = async (n: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ripening: { readonly event: SentEvent; readonly at: number }[] = [];
    const send = async (request: RawRequest): Promise<{ status: number; body: string }> => {
      const answer = await exchange(url, request, agent).catch(() => ({ status: 0, body: "" }));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      return answer;
    };
    const post = (path: string, body: object): RawRequest => ({
      method: "POST",
      path,
      headers,
      body: JSON.stringify({ platform_id: platformId, ...body }),
    });
    const report = async (event: SentEvent): Promise<void> => {
      const { status } = await send(event.request);
      const isAnswered = status === 200 || status === 302;
      (isAnswered ? confirmed : unanswered).push(event);
      for (const one of waiting) if (confirmed.length >= one.count) one.resolve();
    };
    const takeBotAd = async (turn: number): Promise<void> => {
      const message = "Your train leaves at 9:41.";
      const { body } = await send(post("/api/v1/ad", { user_id: n * 1_000_000 + turn, message }));
      const impression = /\/api\/v1\/click\/([\w-]+)/.exec(body)?.[1];
      if (impression === undefined) return;
      const deliveryId = deliveryOf(impression);
      issued.push(deliveryId);
      const path = `/api/v1/click/${impression}`;
      await report({
        kind: "click",
        deliveryId,
        request: { method: "GET", path, headers: { "user-agent": browser } },
      });
    };
    const takeWebAd = async (turn: number, kind: "press" | "seen"): Promise<void> => {
      const stable_user_id = `${n}-${turn}`;
      const accept_formats = kind === "press" ? ["quiz"] : ["text"];
      const { body } = await send(post("/api/v1/web/ads", { stable_user_id, accept_formats }));
      const delivery_id = /"delivery_id":"([^"]+)"/.exec(body)?.[1];
      if (delivery_id === undefined) return;
      issued.push(delivery_id);
      const token = (name: string): string => new RegExp(`"${name}":"([^"]+)"`).exec(body)?.[1] ?? "";
      const who = { stable_user_id, delivery_id };
      const event = (path: string, fields: object): SentEvent => ({
        kind,
        deliveryId: delivery_id,
        request: post(path, { ...who, ...fields }),
      });
      if (kind === "press") await report(event("/api/v1/web/interact", { action: token("action") }));
      else ripening.push({ event: event("/api/v1/web/seen", { view: token("view") }), at: Date.now() });
    };
    for (let turn = 0; !stopped; turn += 1) {
      const ripe = ripening[0];
      if (ripe !== undefined && Date.now() - ripe.at >= ripeMs) {
        ripening.shift();
        await report(ripe.event);
      }
      asked += 1;
      const kind = kinds[n % kinds.length];
      await (kind === "click" || kind === undefined ? takeBotAd(turn) : takeWebAd(turn, kind));
    }
    agent.destroy();
  };
  const over = Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
  return {
    asked: () => asked,
    issued,
    confirmed,
    unanswered,
    statuses,
    reached: (count) =>
      confirmed.length >= count
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            waiting.add({ count, resolve });
          }),
    stop: async () => {
      stopped = true;
      await over;
    },
  };
}

/** Sends events once more, some at a time. The statuses that were no confirmation. */
export async function sendAgain(url: string, events: readonly SentEvent[]): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const answers = await Promise.all(
    events.map(async ({ kind, request }) => {
      const { status } = await exchange(url, request, agent);
      return status === (kind === "click" ? 302 : 200) ? undefined : status;
    }),
  );
  agent.destroy();
  return answers.filter((status) => status !== undefined);
}

/**
 * Whether a store has what an event's 200 or 302 says: a view and a press are charged, a click of a bot's message is if there
 * was money left.
 */
export function isKept({ kind }: SentEvent, delivery: Delivery | undefined): boolean {
  if (kind === "click") return delivery?.clickedAt !== undefined;
  const at = kind === "press" ? delivery?.pressedAt : delivery?.seenAt;
  return at !== undefined && delivery?.chargedAt !== undefined;
}

/** A click id is version, key id, delivery, button, scene and tag; 2 bytes before the 16 of the delivery. */
function deliveryOf(impression: string): string {
  return Buffer.from(impression, "base64url").subarray(2, 18).toString("base64url");
}
