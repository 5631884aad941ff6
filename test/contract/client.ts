import type { Ad } from "../../core/contract/ad.ts";
import { type Answer, adOf, readAnswer } from "./answers.ts";
import { platformIds, site } from "./catalog.ts";
import { contractKeys } from "./keys.ts";
import type { Target, TargetRequest } from "./target.ts";

export type Fields = Readonly<Record<string, unknown>>;
export type HeaderFields = Readonly<Record<string, string>>;

export const json: HeaderFields = { "content-type": "application/json" };
export const server: HeaderFields = bearer(contractKeys.live.key);
export const testServer: HeaderFields = bearer(contractKeys.test.key);
/** A person's browser. */
export const person: HeaderFields = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};
export const browser: HeaderFields = browserOn(site);

export const paths = {
  ads: "/api/v1/web/ads",
  batch: "/api/v1/web/ads/batch",
  interact: "/api/v1/web/interact",
  seen: "/api/v1/web/seen",
  report: "/api/v1/web/report",
  bot: "/api/v1/ad",
} as const;

/** A person's browser on a page of this origin. */
export function browserOn(origin: string): HeaderFields {
  return { origin, ...person };
}

export function bearer(key: string): HeaderFields {
  return { authorization: `Bearer ${key}` };
}

let visitors = 0;

/** A new visitor, so that no rate limit of another test applies. */
export function newVisitor(): string {
  visitors += 1;
  return `visitor:${String(visitors).padStart(12, "0")}`;
}

/** A new messenger user. */
export function newUser(): number {
  visitors += 1;
  return visitors;
}

/** Platform and a new visitor: the least that a browser sends. */
export function identity(): Fields {
  return { platform_id: platformIds.main, visitor_id: newVisitor() };
}

/** The contract's calls, with valid fields that a test changes. `undefined` takes a field out. */
export interface Client {
  /** `POST` of a JSON value, or of bytes as they are. */
  readonly post: (
    path: string,
    body: unknown,
    headers?: HeaderFields,
    init?: TargetRequest,
  ) => Promise<Answer>;
  readonly request: (path: string, init?: TargetRequest) => Promise<Answer>;
  /** From a browser on an allowed site, for a new visitor. */
  readonly ads: (fields?: Fields, headers?: HeaderFields) => Promise<Answer>;
  /** For several slots, from the same. */
  readonly batch: (slots: readonly unknown[], fields?: Fields, headers?: HeaderFields) => Promise<Answer>;
  readonly seen: (issued: Issued, fields?: Fields, headers?: HeaderFields) => Promise<Answer>;
  readonly press: (
    issued: Issued,
    action: string,
    fields?: Fields,
    headers?: HeaderFields,
  ) => Promise<Answer>;
  readonly report: (issued: Issued, fields?: Fields, headers?: HeaderFields) => Promise<Answer>;
  /** From a server, for a new user. */
  readonly bot: (fields?: Fields, headers?: HeaderFields) => Promise<Answer>;
  /** Opens a link as a person does. */
  readonly click: (url: string, init?: TargetRequest) => Promise<Answer>;
  /** An ad that there must be, and whom it was issued to. */
  readonly issue: (fields?: Fields, headers?: HeaderFields) => Promise<Issued>;
}

/** An ad, and what the calls about it have to repeat. */
export interface Issued {
  readonly ad: Ad;
  readonly identity: Fields;
  readonly headers: HeaderFields;
}

/** Reads `target` at each call, because tests are defined before it is open. */
export function createClient(target: () => Target): Client {
  const request: Client["request"] = async (path, init) => readAnswer(await target().request(path, init));
  const post: Client["post"] = (path, body, headers = {}, init = {}) =>
    request(path, {
      method: "POST",
      headers: { ...json, ...headers },
      body: typeof body === "string" ? body : isBytes(body) ? body : JSON.stringify(body),
      ...init,
    });
  const ads: Client["ads"] = (fields = {}, headers = browser) =>
    post(paths.ads, { ...identityOf(fields), ...fields }, headers);
  return {
    request,
    post,
    ads,
    batch: (slots, fields = {}, headers = browser) =>
      post(paths.batch, { ...identityOf(fields), slots, ...fields }, headers),
    seen: (issued, fields = {}, headers = issued.headers) =>
      post(
        paths.seen,
        { ...issued.identity, delivery_id: issued.ad.delivery_id, view: issued.ad.view, ...fields },
        headers,
      ),
    press: (issued, action, fields = {}, headers = issued.headers) =>
      post(
        paths.interact,
        { ...issued.identity, delivery_id: issued.ad.delivery_id, action, ...fields },
        headers,
      ),
    report: (issued, fields = {}, headers = issued.headers) =>
      post(
        paths.report,
        { ...issued.identity, delivery_id: issued.ad.delivery_id, reason: "misleading", ...fields },
        headers,
      ),
    bot: (fields = {}, headers = server) =>
      post(
        paths.bot,
        { user_id: newUser(), message: "Hello", platform_id: platformIds.main, ...fields },
        headers,
      ),
    click: (url, init = {}) =>
      request(pathOfLink(url, target()), { method: "GET", ...init, headers: { ...person, ...init.headers } }),
    issue: async (fields = {}, headers = browser) => {
      const identity = identityOf(fields);
      const ad = adOf(await ads({ ...identity, ...fields }, headers));
      return { ad, identity, headers };
    },
  };
}

function isBytes(value: unknown): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array;
}

/** Platform and user of a request; a new visitor unless the fields name a user. */
function identityOf(fields: Fields): Fields {
  const { platform_id = platformIds.main, visitor_id, stable_user_id } = fields;
  if (stable_user_id !== undefined) return { platform_id, stable_user_id };
  return { platform_id, visitor_id: visitor_id ?? newVisitor() };
}

function pathOfLink(url: string, target: Target): string {
  if (!url.startsWith(`${target.linkBase}/`))
    throw new Error(`A link does not begin with the base URL: ${url}`);
  return url.slice(target.linkBase.length);
}

/** The actions of an ad's buttons, in display order. */
export function actionsOf(ad: Ad): readonly string[] {
  return buttonsOf(ad).flatMap(({ action }) => (action === undefined ? [] : [action]));
}

/** The links of an ad's buttons, in display order. */
export function linksOf(ad: Ad): readonly string[] {
  return buttonsOf(ad).flatMap(({ url }) => (url === undefined ? [] : [url]));
}

function buttonsOf(ad: Ad) {
  return ad.blocks.flatMap((block) => (block.kind === "buttons" ? block.buttons : []));
}

/** The one at the index, which there must be. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no item ${index} among ${items.length}.`);
  return item;
}
