import { Agent } from "node:http";
import type { AdResponse } from "../../core/contract/ad.ts";
import { exchange, type RawAnswer, type RawRequest } from "../runtimes/exchange.ts";
import { platformId } from "./shop.ts";

/** An ad that a client was given, and what became of it. */
export interface KnownAd {
  readonly id: string;
  readonly user: string;
  readonly isTest: boolean;
  /** The receipt of the view. Absent on ads without a price. */
  readonly view: string | undefined;
  readonly action: string | undefined;
  /** The path of the click link. */
  readonly click: string | undefined;
  /** When the answer arrived, by this machine's clock. */
  readonly since: number;
  /** How often a view, a press or a click was sent. */
  attempts: number;
  /** Whether one of them was answered 200, or 302 for a click. */
  isConfirmed: boolean;
}

/** What a client can tell about an ad. */
export type Deed = "seen" | "press" | "click";

/** A publisher's server and its users. It notes every answer, and knows nothing that an answer does not say. */
export interface Client {
  /** The ads of this round by their ids. */
  readonly ads: Map<string, KnownAd>;
  /** Answers by status; 0: none came. */
  readonly statuses: Map<number, number>;
  /** Asks a server for an ad. `undefined`: there was none, or no answer. */
  readonly ask: (port: number, user: string, fields?: object) => Promise<KnownAd | undefined>;
  /** Tells a server what happened. Returns the status. */
  readonly tell: (port: number, ad: KnownAd, deed: Deed) => Promise<number>;
  /** Calls the management API as the operator. */
  readonly manage: (port: number, method: string, path: string, change?: Change) => Promise<Managed>;
}

/** The body and the version for a call of the management API. */
export interface Change {
  readonly body?: object;
  readonly etag?: string;
}

/** An answer of the management API. */
export interface Managed {
  readonly status: number;
  readonly etag: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Longer than a server waits for its store. */
const patienceMs = 8_000;

/** Creates a client. */
export function createClient(apiKey: string, operatorToken: string): Client {
  const ads = new Map<string, KnownAd>();
  const statuses = new Map<number, number>();
  const agent = new Agent({ keepAlive: true });
  const send = async (port: number, request: RawRequest): Promise<RawAnswer | undefined> => {
    const answer = await withinPatience(exchange(`http://127.0.0.1:${port}`, request, agent));
    const status = answer?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return answer;
  };
  const post = (port: number, path: string, body: object): Promise<RawAnswer | undefined> =>
    send(port, {
      method: "POST",
      path,
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ platform_id: platformId, ...body }),
    });
  return {
    ads,
    statuses,
    ask: async (port, user, fields = {}) => {
      const response = await post(port, "/api/v1/web/ads", { stable_user_id: user, ...fields });
      if (response?.status !== 200) return undefined;
      const { ad }: AdResponse = JSON.parse(response.body);
      if (ad === null) return undefined;
      const buttons = ad.blocks.flatMap((block) => (block.kind === "buttons" ? block.buttons : []));
      const link = buttons.find(({ url }) => url?.includes("/click/"))?.url;
      const known: KnownAd = {
        id: ad.delivery_id,
        user,
        isTest: ad.test,
        view: ad.view,
        action: buttons.find(({ action }) => action !== undefined)?.action,
        click: link === undefined ? undefined : new URL(link).pathname,
        since: Date.now(),
        attempts: 0,
        isConfirmed: false,
      };
      ads.set(known.id, known);
      return known;
    },
    tell: async (port, ad, deed) => {
      ad.attempts += 1;
      const told = { stable_user_id: ad.user, delivery_id: ad.id };
      const response =
        deed === "click"
          ? await send(port, { method: "GET", path: ad.click ?? "", headers: browser })
          : await post(
              port,
              deed === "seen" ? "/api/v1/web/seen" : "/api/v1/web/interact",
              deed === "seen" ? { ...told, view: ad.view } : { ...told, action: ad.action },
            );
      const status = response?.status ?? 0;
      if (status === (deed === "click" ? 302 : 200)) ad.isConfirmed = true;
      return status;
    },
    manage: async (port, method, path, { body, etag } = {}) => {
      const response = await send(port, {
        method,
        path: `/api/v1/manage${path}`,
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${operatorToken}`,
          ...(etag !== undefined && { "if-match": etag }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const json = response?.status === 200 ? JSON.parse(response.body) : {};
      return { status: response?.status ?? 0, etag: response?.headers["etag"] ?? "", json };
    },
  };
}

/** The answer, or `undefined` where none came in time. */
function withinPatience<T>(answer: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), patienceMs);
    const end = (value: T | undefined): void => {
      clearTimeout(timer);
      resolve(value);
    };
    answer.then(end, () => end(undefined));
  });
}

/** What a browser sends when a person follows a link. `fetch` would send `sec-fetch-mode: cors`, which is no click. */
const browser = {
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-user": "?1",
};
