import { IttyRouter } from "itty-router";

/** What a path does per method. */
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
  // The router's own types say `any`: what a handler is given and gives is handed over in a box of ours.
  const router = IttyRouter();
  for (const { path, methods } of options.routes) {
    const allow = Object.keys(methods).join(", ");
    router.all(path, (request, box: Box<Exchange, Answer>) => {
      const handler = methods[request.method];
      const [parameter = ""] = Object.values(request.params);
      box.answer = handler?.(box.exchange, parameter) ?? options.methodNotAllowed(allow);
      return box;
    });
  }
  return async (method, path, exchange) => {
    const box: Box<Exchange, Answer> = { exchange };
    await router.fetch({ method, url: `http://localhost${path}` }, box);
    return box.answer ?? options.notFound();
  };
}

interface Box<Exchange, Answer> {
  readonly exchange: Exchange;
  answer?: Answer | Promise<Answer>;
}
