import { IttyRouter, type IttyRouterType } from "itty-router";

/** The handlers of a path, by method. */
export interface Route<Exchange, Answer> {
  /** May hold one `:name`, which matches up to the next slash. */
  readonly path: string;
  readonly methods: Readonly<Record<string, (exchange: Exchange, parameter: string) => Promise<Answer>>>;
}

export interface RouterOptions<Exchange, Answer> {
  readonly routes: readonly Route<Exchange, Answer>[];
  readonly notFound: () => Answer;
  /** `allow` is the value of the Allow header. */
  readonly methodNotAllowed: (allow: string) => Answer;
}

/** Finds the route of a method and path; the path begins with `/`. */
export type Dispatch<Exchange, Answer> = (
  method: string,
  path: string,
  exchange: Exchange,
) => Promise<Answer>;

export function createRouter<Exchange, Answer>(
  options: RouterOptions<Exchange, Answer>,
): Dispatch<Exchange, Answer> {
  /** The handlers of paths without parameters, because parsing a URL and matching one pattern after another takes 2 µs. */
  const plain = new Map<string, Handle<Exchange, Answer>>();
  const handles = new Map<string, Handle<Exchange, Answer>>();
  for (const { path, methods } of options.routes) {
    const handlers = new Map(Object.entries(methods));
    const allow = [...handlers.keys()].join(", ");
    const handle: Handle<Exchange, Answer> = (method, parameter, exchange) =>
      handlers.get(method)?.(exchange, parameter) ?? Promise.resolve(options.methodNotAllowed(allow));
    handles.set(path, handle);
    if (!path.includes(":")) plain.set(path, handle);
  }
  /** Created for the first path that needs it: its patterns took most of the time of creating an instance. */
  let router: Pick<IttyRouterType, "fetch"> | undefined;
  const findByPattern = async (method: string, path: string, exchange: Exchange): Promise<Answer> => {
    // The router's patterns would take a slash at the end.
    if (isResolved.test(path) || path.endsWith("/")) return options.notFound();
    const box: Box<Exchange, Answer> = { exchange };
    router ??= routerOf(handles);
    await router.fetch({ method, url: `http://localhost${path}` }, box);
    return box.answer ?? options.notFound();
  };
  return (method, path, exchange) =>
    plain.get(path)?.(method, "", exchange) ?? findByPattern(method, path, exchange);
}

// The router's own types are `any`, so arguments and results pass in a typed object of this file.
function routerOf<Exchange, Answer>(
  handles: ReadonlyMap<string, Handle<Exchange, Answer>>,
): Pick<IttyRouterType, "fetch"> {
  const router = IttyRouter();
  for (const [path, handle] of handles) {
    router.all(path, (request, box: Box<Exchange, Answer>) => {
      const [parameter = ""] = Object.values(request.params);
      box.answer = handle(request.method, parameter, box.exchange);
      return box;
    });
  }
  return router;
}

/**
 * The router makes a URL of a path, which resolves `.` and `..` and reads `\` as `/` (URL standard §4.4). Node and Deno pass a
 * path as it was sent, so the router would answer another path than the one that headers and hosts see.
 */
const isResolved = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

type Handle<Exchange, Answer> = (method: string, parameter: string, exchange: Exchange) => Promise<Answer>;

interface Box<Exchange, Answer> {
  readonly exchange: Exchange;
  answer?: Promise<Answer>;
}
