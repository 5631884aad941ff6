import * as v from "valibot";
import type { FieldError } from "../../../core/contract/problem.ts";
import { describedAt, managedBase } from "../../../core/management/paths.ts";
import type { ExitCode } from "../terminal.ts";

/** Where a running server is, and the operator token for its management API. */
export interface ServerLocation {
  readonly url: string;
  readonly token: string;
}

export interface CallInput {
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly body?: unknown;
  readonly ifMatch?: string;
}

/** The management API of a running server. Its calls reject with {@link ServerRefused}. */
export interface Server {
  /** The address, without a path of the API. */
  readonly url: string;
  /** Calls an operation and returns its answer as JSON, checked by a schema. */
  readonly call: <T>(
    answer: v.GenericSchema<unknown, T>,
    method: "GET" | "POST",
    path: string,
    input?: CallInput,
  ) => Promise<T>;
  /** Reads an answer that is no JSON. */
  readonly text: (path: string, query: CallInput["query"]) => Promise<string>;
  /** All items of a list, page by page. */
  readonly all: <T>(
    item: v.GenericSchema<unknown, T>,
    path: string,
    query?: CallInput["query"],
  ) => Promise<readonly T[]>;
}

/** The server does not answer, or refuses a call. `errors`: the mistakes of the input. */
export class ServerRefused extends Error {
  override name = "ServerRefused";
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly errors: readonly FieldError[];

  constructor(message: string, problem: Partial<Problem> & { readonly status?: number } = {}) {
    super(message);
    this.exitCode = problem.status === 400 ? 2 : 1;
    this.code = problem.code ?? "unreachable";
    this.errors = problem.errors ?? [];
  }
}

/** The server's own limit for a call is much shorter, except for a large catalogue. */
const callTimeoutMs = 120_000;
const pageSize = 500;

const problemSchema: v.GenericSchema<unknown, Problem> = v.object({
  code: v.string(),
  detail: v.string(),
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() })), []),
});

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
}

export function connectServer(
  { url, token }: ServerLocation,
  { timeoutMs = callTimeoutMs }: { readonly timeoutMs?: number } = {},
): Server {
  const base = url.replace(/\/+$/, "");
  const request = async (method: string, path: string, input: CallInput): Promise<string> => {
    const target = new URL(`${base}${managedBase}${path}`);
    for (const [name, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) target.searchParams.set(name, String(value));
    }
    const headers = {
      authorization: `Bearer ${token}`,
      ...(input.body !== undefined && { "content-type": "application/json" }),
      ...(input.ifMatch !== undefined && { "if-match": input.ifMatch }),
    };
    const sent = { method, headers, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) } as const;
    const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
    const { status, ok, location, text } = await fetch(target, { ...sent, ...body })
      .then(async (response) => ({
        status: response.status,
        ok: response.ok,
        location: response.headers.get("location"),
        text: await response.text(),
      }))
      .catch((error: unknown) => {
        throw unanswered(error, base, timeoutMs);
      });
    if (ok) return text;
    if (status >= 300 && status < 400 && location !== null) throw redirected(location, target, base);
    // A 404 may be an object that is not there, or a server without a management API.
    const isManaged = status !== 404 || (await isDescribed(base, timeoutMs));
    throw refusal(status, isManaged ? text : "", base);
  };
  const call: Server["call"] = async (answer, method, path, input = {}) => {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), answer), await request(method, path, input));
    if (read.success) return read.output;
    throw new ServerRefused(`The answer of ${base} has another form: use the version of the server.`);
  };
  return {
    url: base,
    call,
    text: (path, query) => request("GET", path, { query }),
    all: async (item, path, query = {}) => {
      const page = v.object({ items: v.array(item), next: v.nullable(v.string()) });
      const found: v.InferOutput<typeof item>[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const { items, next } = await call(page, "GET", path, {
          query: { ...query, limit: pageSize, after },
        });
        found.push(...items);
        after = next;
      }
      return found;
    },
  };
}

/** Whether a server describes its management API, for which it needs no token. True if it does not answer. */
async function isDescribed(base: string, timeoutMs: number): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs);
  const head = fetch(`${base}${describedAt}`, { method: "HEAD", redirect: "manual", signal });
  return head.then(
    ({ ok }) => ok,
    () => true,
  );
}

/** A connection that failed, or an answer that takes too long. */
function unanswered(error: unknown, base: string, timeoutMs: number): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === "TimeoutError") {
    return new ServerRefused(
      `${base} did not answer in ${timeoutMs / 1_000} s: look at its log before you repeat the command.`,
    );
  }
  const { cause } = error;
  if (!(cause instanceof Error)) return error;
  const reason = "code" in cause ? cause.code : cause.message;
  return new ServerRefused(
    `No server answers at ${base} (${reason}). Start it, or correct HANDBILL_SERVER (--server).`,
  );
}

function redirected(location: string, target: URL, base: string): ServerRefused {
  const to = URL.canParse(location, target) ? new URL(location, target) : undefined;
  const path = target.pathname + target.search;
  const address = to?.href.endsWith(path) ? to.href.slice(0, -path.length) : (to?.href ?? location);
  return new ServerRefused(
    `${base} redirects to ${address}: set HANDBILL_SERVER (--server) to that address.`,
  );
}

const withCurrency = v.object({ currency: v.string() });

/** The currency of a server's amounts, which its answers with amounts name. */
export async function currencyOf({ call }: Server): Promise<string> {
  return (await call(withCurrency, "GET", "/adjustments", { query: { limit: 1 } })).currency;
}

function refusal(status: number, text: string, base: string): ServerRefused {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), problemSchema), text);
  if (!read.success) {
    return new ServerRefused(
      `${base} has no management API: set HANDBILL_OPERATOR_TOKEN where it starts, or correct HANDBILL_SERVER (--server).`,
    );
  }
  const problem = { ...read.output, status };
  if (status !== 401) return new ServerRefused(problem.detail, problem);
  return new ServerRefused(
    "The server refuses the token: set HANDBILL_TOKEN (--token) to a token of its HANDBILL_OPERATOR_TOKEN.",
    problem,
  );
}
