import process from "node:process";
import { readConfiguration } from "../../core/configuration.ts";
import { createHandbill, type Handbill } from "../../core/handbill.ts";
import type { HttpRequest, HttpResponse } from "../../core/pipeline/http.ts";
import { systemClock } from "../../core/timing/clock.ts";
import type { RunningServer } from "../long-lived.ts";
import { environment, serve } from "../node/mod.ts";
import { type Demo, prepareDemo } from "./demo.ts";
import { demoPictureAt } from "./demo-assets.ts";
import { type OpenedStore, openStore, type StorePlace } from "./open-store.ts";
import { listenForStop } from "./stop-signal.ts";
import { alignColumns, type ExitCode, type Terminal } from "./terminal.ts";

export interface StartOptions {
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string | undefined;
  /** `NODE_ENV=production`: no demo, and the base URL must be set. */
  readonly production: boolean;
  readonly json: boolean;
}

/** Serves until Ctrl-C or SIGTERM. */
export async function startServer(
  place: StorePlace,
  terminal: Terminal,
  options: StartOptions,
): Promise<ExitCode> {
  const stop = listenForStop();
  let opened: OpenedStore | undefined;
  try {
    opened = await openStore(place);
    await opened.store.ready();
    return await serveUntil(stop.received, opened, terminal, options);
  } finally {
    await opened?.store.close();
    stop.ignore();
  }
}

async function serveUntil(
  stopped: Promise<void>,
  { store, directory, location }: OpenedStore,
  terminal: Terminal,
  options: StartOptions,
): Promise<ExitCode> {
  const local = `http://localhost:${options.port}`;
  const baseUrl = (options.baseUrl ?? (options.production ? undefined : local))?.replace(/\/+$/, "");
  const demo =
    directory === undefined || options.production || baseUrl === undefined
      ? undefined
      : await prepareDemo({ store, directory, baseUrl, clock: systemClock });
  const ownSecret = (environment("HANDBILL_SECRET") ?? "").trim() !== "";
  const secrets = demo !== undefined && !ownSecret ? [demo.secret] : undefined;

  const handbill = createHandbill({ store, baseUrl, secrets, env: environment });
  let server: RunningServer;
  try {
    server = await serve(withPictures(handbill, demo), { port: options.port, hostname: options.host });
  } catch (error) {
    terminal.talk(cannotListen(error, options));
    return 1;
  }
  const configuration = readConfiguration({ baseUrl, secrets, env: environment });
  if (!configuration.ok) {
    for (const fault of configuration.faults) terminal.talk(fault);
    terminal.talk("Until then requests are answered 503.");
  }
  const facts = { baseUrl: baseUrl ?? local, location, demo };
  terminal.data(options.json ? describeAsJson(facts) : describe(facts));
  terminal.talk("Ctrl-C stops the server.");
  await stopped;
  terminal.talk("Stopping: answering what has come in. Ctrl-C again ends it at once.");
  await server.close();
  return 0;
}

interface Facts {
  readonly baseUrl: string;
  readonly location: string;
  readonly demo: Demo | undefined;
}

function describe({ baseUrl, location, demo }: Facts): string {
  const platform = demo?.platform;
  const rows: [string, string][] = [["Base URL", baseUrl]];
  if (platform !== undefined) {
    rows.push(["Platform ID", platform.id]);
    rows.push(["Live API key", platform.liveKey ?? "revoked"]);
    rows.push(["Test API key", platform.testKey ?? "revoked"]);
    rows.push(["Allowed site", platform.allowedOrigins.join(", ")]);
  }
  rows.push(["Data", location]);
  const curl = curlLine(baseUrl, demo);
  return alignColumns(rows) + (curl === undefined ? "" : `\n\n${curl}\n`);
}

function describeAsJson({ baseUrl, location, demo }: Facts): string {
  const platform = demo?.platform;
  return JSON.stringify({
    baseUrl,
    platformId: platform?.id ?? null,
    liveKey: platform?.liveKey ?? null,
    testKey: platform?.testKey ?? null,
    allowedOrigins: platform?.allowedOrigins ?? [],
    data: location,
    curl: curlLine(baseUrl, demo) ?? null,
  });
}

/** An ad request that works when pasted into a shell. */
function curlLine(baseUrl: string, demo: Demo | undefined): string | undefined {
  const key = demo?.platform?.liveKey ?? demo?.platform?.testKey;
  if (demo?.platform === undefined || key === undefined) return undefined;
  const body = JSON.stringify({ platform_id: demo.platform.id, stable_user_id: "me" });
  return `curl -sS ${baseUrl}/api/v1/web/ads -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'`;
}

/** The demo's pictures beside the handbill. */
function withPictures(handbill: Handbill, demo: Demo | undefined): Handbill {
  if (demo === undefined) return handbill;
  const pictureFor = ({ method, target }: HttpRequest): HttpResponse | undefined => {
    const svg = method === "GET" || method === "HEAD" ? demoPictureAt(target) : undefined;
    if (svg === undefined) return undefined;
    return {
      status: 200,
      headers: {
        "content-type": "image/svg+xml; charset=utf-8",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'",
        "cache-control": "public, max-age=300",
      },
      body: method === "HEAD" ? "" : svg,
    };
  };
  return {
    ...handbill,
    answer: async (request) => pictureFor(request) ?? handbill.answer(request),
    handles: (target) => demoPictureAt(target) !== undefined || handbill.handles(target),
  };
}

function cannotListen(error: unknown, { port, host }: StartOptions): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop what listens there, or choose another: PORT=${port + 1}`;
  if (code === "EACCES")
    return `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=8787`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `${host} is no address of this machine: correct HANDBILL_HOST.`;
  throw error;
}

/** Whether the environment says that this is no place for a demo. */
export function isProduction(): boolean {
  return process.env["NODE_ENV"] === "production";
}
