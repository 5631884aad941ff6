// Serves a Build Output folder as the platform does: routes, then the function's default export, over HTTP. Each request has
// the platform's context, unless HANDBILL_TEST_NO_CONTEXT is set.
import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { serve } from "@hono/node-server";
import * as v from "valibot";
import { ready } from "../entries/ready.ts";

const routeShape = v.union([
  v.object({ src: v.string(), dest: v.string() }),
  v.object({ handle: v.literal("filesystem") }),
]);
const configShape = v.object({ routes: v.array(routeShape) });
const functionShape = v.object({ launcherType: v.literal("Nodejs"), handler: v.string() });
const moduleShape = v.object({
  default: v.object({
    fetch: v.custom<(request: Request) => Promise<Response>>((value) => typeof value === "function"),
  }),
});

const output = process.argv[2] ?? "";
const { routes } = v.parse(configShape, await readJson(join(output, "config.json")));

async function invoke(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const path = destinationOf(pathname);
  if (path === undefined) return new Response("NOT_FOUND", { status: 404 });
  const folder = join(output, "functions", `${path}.func`);
  const { handler } = v.parse(functionShape, await readJson(join(folder, ".vc-config.json")));
  const module: unknown = await import(pathToFileURL(join(folder, handler)).href);
  return v.parse(moduleShape, module).default.fetch(request);
}

/** The function that a path leads to, by the first route that takes it. Functions are files to `handle: filesystem`. */
function destinationOf(pathname: string): string | undefined {
  for (const route of routes) {
    if ("handle" in route) {
      if (existsSync(join(output, "functions", `${pathname}.func`))) return pathname;
    } else if (new RegExp(`^${route.src}$`).test(pathname)) return route.dest;
  }
  return undefined;
}

/** The platform's context of the request under way. The process keeps running, so nothing has to hold it up. */
interface RequestContext {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

const requests = new AsyncLocalStorage<RequestContext>();
if (process.env["HANDBILL_TEST_NO_CONTEXT"] === undefined) {
  Reflect.set(globalThis, Symbol.for("@vercel/request-context"), { get: () => requests.getStore() });
}
const context: RequestContext = { waitUntil: (work) => void work };

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8"));
}

/** The platform's proxy overwrites what a client says of its address. */
function fromProxy(request: Request, address: string): Request {
  const headers = new Headers(request.headers);
  headers.set("x-real-ip", address);
  headers.set("x-forwarded-for", address);
  return new Request(request, { headers });
}

serve(
  {
    fetch: (request, { incoming }) =>
      requests.run(context, () => invoke(fromProxy(request, incoming.socket.remoteAddress ?? ""))),
    hostname: "127.0.0.1",
    port: 0,
  },
  ({ port }) => ready(`http://127.0.0.1:${port}`),
);
