import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { exchange } from "../../runtimes/exchange.ts";
import { platformId } from "./quiz-shop.ts";

const quietMs = 200;

/** The answers to many clients, each on one connection that is kept alive, until the server refused a new one. */
export interface Load {
  /** Deliveries whose press was answered 200: these are charged, or the answer was a lie. */
  readonly charged: readonly string[];
  readonly statuses: ReadonlyMap<number, number>;
  /** How each client's last connection ended. */
  readonly ends: readonly string[];
}

export interface RunningLoad {
  /** Fulfilled when this many presses were answered 200. */
  readonly underWay: Promise<void>;
  /** Fulfilled when every client waits for an answer, and none came for a while: what they sent is with the server. */
  readonly stalled: () => Promise<void>;
  readonly over: Promise<Load>;
}

/** `clients` connections ask for ads and press their buttons, again and again, until there is no server. */
export function startLoad(url: string, apiKey: string, clients: number, enough: number): RunningLoad {
  const charged: string[] = [];
  const statuses = new Map<number, number>();
  const reached = Promise.withResolvers<void>();
  const headers = { "content-type": "application/json", authorization: `Bearer ${apiKey}` };

  let waiting = 0;
  let answered = 0;

  const client = async (name: string): Promise<string> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = async (path: string, body: object): Promise<{ status: number; body: string }> => {
      const text = JSON.stringify({ platform_id: platformId, stable_user_id: name, ...body });
      waiting += 1;
      const answer = await exchange(url, { method: "POST", path, headers, body: text }, agent).finally(() => {
        waiting -= 1;
        answered += 1;
      });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      return answer;
    };
    try {
      for (;;) {
        const ad = await post("/api/v1/web/ads", {});
        const delivery_id = /"delivery_id":"([^"]+)"/.exec(ad.body)?.[1];
        const action = /"action":"([^"]+)"/.exec(ad.body)?.[1];
        if (ad.status !== 200 || delivery_id === undefined || action === undefined) continue;
        const pressed = await post("/api/v1/web/interact", { delivery_id, action });
        if (pressed.status !== 200) continue;
        charged.push(delivery_id);
        if (charged.length === enough) reached.resolve();
      }
    } catch (error) {
      return error instanceof Error && "code" in error ? String(error.code) : String(error);
    } finally {
      agent.destroy();
    }
  };
  const over = Promise.all(Array.from({ length: clients }, (_, n) => client(`client-${n}`))).then((ends) => ({
    charged,
    statuses,
    ends,
  }));
  const stalled = async (): Promise<void> => {
    for (let before = -1; waiting < clients || before !== answered; ) {
      before = answered;
      await setTimeout(quietMs);
    }
  };
  return { underWay: reached.promise, stalled, over };
}
