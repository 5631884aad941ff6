import * as v from "valibot";
import type { Principal } from "../../core/management/principal.ts";
import type { ManagementProblem } from "../../core/management/problem.ts";
import { isCounted, type Route, type RouteAnswer, type RouteContext } from "../../core/management/route.ts";

export interface Call {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
}

export type Called<T> = { readonly json: T; readonly etag: string } | ManagementProblem;

/** Calls operations of the API in process, as somebody: what the API refuses them they do not get. */
export interface ApiClient {
  /** Whether there is an operation of this name, and it is for their role. */
  readonly may: (name: string) => boolean;
  readonly call: <T>(name: string, answer: v.GenericSchema<unknown, T>, call?: Call) => Promise<Called<T>>;
  readonly raw: (name: string, call?: Call) => Promise<RouteAnswer | ManagementProblem>;
}

export function createApiClient(
  principal: Principal,
  routes: readonly Route[],
  context: Omit<RouteContext, "principal">,
  countWrite: () => Promise<ManagementProblem | undefined>,
): ApiClient {
  const find = (name: string): Route | undefined => routes.find((route) => route.name === name);
  const raw: ApiClient["raw"] = async (name, { id = "", query = {}, body, ifMatch } = {}) => {
    const route = find(name);
    if (route === undefined) throw new Error(`There is no operation ${name}.`);
    if (!route.roles.includes(principal.role)) {
      return { problem: "forbidden", detail: `This is for ${route.roles.join(" and ")}.` };
    }
    const limited = isCounted(route) ? await countWrite() : undefined;
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
    raw,
    call: async (name, answer, call) => {
      const answered = await raw(name, call);
      if ("problem" in answered) return answered;
      if (!("json" in answered)) return { json: v.parse(answer, undefined), etag: "" };
      return { json: v.parse(answer, onWire(answered.json)), etag: answered.headers?.["etag"] ?? "" };
    },
  };
}

/** As it would arrive: without what is `undefined`. */
function onWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
