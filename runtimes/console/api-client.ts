import * as v from "valibot";
import type { Principal } from "../../core/management/principal.ts";
import type { ManagementProblem } from "../../core/management/problem.ts";
import { type Route, type RouteAnswer, type RouteContext, writesOf } from "../../core/management/route.ts";

/** The input of a call. */
export interface Call {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
}

export type Called<T> = { readonly json: T; readonly etag: string } | ManagementProblem;

/** Calls operations of the API in process, as one principal: the API enforces its permissions. */
export interface ApiClient {
  /** Whether an operation of this name exists and the role may call it. */
  readonly may: (name: string) => boolean;
  /** The answer to a role that may not call an operation. */
  readonly refusal: (name: string) => ManagementProblem;
  /** Calls an operation and parses its JSON answer. */
  readonly call: <T>(name: string, answer: v.GenericSchema<unknown, T>, call?: Call) => Promise<Called<T>>;
  /** Calls an operation and returns its answer as is. */
  readonly raw: (name: string, call?: Call) => Promise<RouteAnswer | ManagementProblem>;
}

export function createApiClient(
  principal: Principal,
  routes: readonly Route[],
  context: Omit<RouteContext, "principal">,
  countWrites: (writes: number) => Promise<ManagementProblem | undefined>,
): ApiClient {
  const find = (name: string): Route | undefined => routes.find((route) => route.name === name);
  const refusal = (name: string): ManagementProblem => ({
    problem: "forbidden",
    detail: `Only these roles may do this: ${find(name)?.roles.join(", ")}.`,
  });
  const raw: ApiClient["raw"] = async (name, { id = "", query = {}, body, ifMatch } = {}) => {
    const route = find(name);
    if (route === undefined) throw new Error(`Unknown operation ${name}.`);
    if (!route.roles.includes(principal.role)) return refusal(name);
    const writes = writesOf(route, { id, body }, { principal, view: context.view });
    const limited = writes === 0 ? undefined : await countWrites(writes);
    if (limited !== undefined) return limited;
    const input = {
      id,
      query: onWire(query),
      body: body === undefined ? undefined : onWire(body),
      header: (header: string) => (header === "if-match" ? ifMatch : undefined),
    };
    return route.run(input, { ...context, principal });
  };
  return {
    may: (name) => find(name)?.roles.includes(principal.role) === true,
    refusal,
    raw,
    call: async (name, answer, call) => {
      const answered = await raw(name, call);
      if ("problem" in answered) return answered;
      if (!("json" in answered)) return { json: v.parse(answer, undefined), etag: "" };
      return { json: v.parse(answer, onWire(answered.json)), etag: answered.headers?.["etag"] ?? "" };
    },
  };
}

/** Serialises a value as on the wire, which drops `undefined`. */
function onWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
