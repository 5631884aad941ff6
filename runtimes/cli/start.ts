import process from "node:process";
import { readBaseUrl, readConfiguration } from "../../core/configuration.ts";
import { setVariables } from "../../core/environment.ts";
import { createMetrics } from "../../core/metrics/registry.ts";
import type { RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import { withStoreTimeout } from "../../core/storage/store-timeout.ts";
import { systemClock } from "../../core/timing/clock.ts";
import type { SensitiveSubjects } from "../../core/topics/sensitive/subject-patterns.ts";
import { readConsentStrings } from "../consent-strings.ts";
import { createAnswerPage } from "../demo/answer-page.ts";
import type { Demo } from "../demo/demo.ts";
import { withScript } from "../demo/script-route.ts";
import { createDemoSite } from "../demo/site/site.ts";
import { environment, serve } from "../node/mod.ts";
import type { RunningServer } from "../server-lifecycle.ts";
import { listenForStop } from "../stop-signal.ts";
import { currencyToServe } from "./currency.ts";
import { prepareDemo } from "./demo.ts";
import { readDrain } from "./drain.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import { type Managed, manage, readSwitches } from "./manage.ts";
import { makeReady } from "./migrate.ts";
import { openLimiter, openStore } from "./open-store.ts";
import type { OpenedStore } from "./opened-store.ts";
import { missingPackages } from "./packages.ts";
import { readSensitiveSubjects } from "./sensitive-subjects.ts";
import { settingsFaults } from "./settings-faults.ts";
import type { StartTerminal } from "./start-terminal.ts";
import { readLimiter, type StoreLocation } from "./store-settings.ts";
import { alignColumns, type ExitCode, printable, type Terminal } from "./terminal.ts";
import { withOneHost } from "./with-one-host.ts";

export interface StartOptions {
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string | undefined;
  /** `NODE_ENV=production`: no demo, and every fault of the settings ends the start. */
  readonly production: boolean;
}

/** The time for a PostgreSQL server to end its connections: the process ends within 6 seconds in any case. */
const closeServerWithinMs = 750;

/** Serves until Ctrl-C or SIGTERM. */
export async function startServer(
  storeLocation: StoreLocation,
  terminal: StartTerminal,
  options: StartOptions,
): Promise<ExitCode> {
  const faults = options.production ? await settingsFaults(storeLocation, options) : [];
  if (faults.length > 0) {
    for (const fault of faults) terminal.fault(printable(fault));
    return 2;
  }
  const baseUrl = baseUrlOf(options);
  readSwitches(false);
  const drainMs = readDrain(options.production);
  const sensitiveSubjects = await readSensitiveSubjects();
  const limiterSetting = setVariables(environment)("HANDBILL_RATE_LIMITER");
  const packages = missingPackages(storeLocation.kind, readLimiter(limiterSetting, storeLocation).kind);
  if (packages !== undefined) throw new Error(packages);
  const limiter = await openLimiter(limiterSetting, storeLocation);
  const stop = listenForStop();
  let opened: OpenedStore | undefined;
  const close = async (): Promise<void> => {
    await Promise.all([limiter?.close(), opened?.store.close()]);
  };
  try {
    opened = await openStore(storeLocation);
    await makeReady(opened.store);
    const currency = await currencyToServe(opened.store, terminal);
    if (limiter !== undefined) await warmUp(limiter, terminal);
    return await serveUntil(stop.received, { ...opened, limiter, currency }, terminal, {
      ...options,
      baseUrl,
      drainMs,
      sensitiveSubjects,
    });
  } finally {
    // Always waits for an embedded database to close.
    const isClosed =
      opened?.directory === undefined
        ? await isOverWithin(close(), closeServerWithinMs)
        : await close().then(() => true);
    if (!isClosed) {
      terminal.warn("The database did not answer: its connections were cut.");
      // After the exit code is set or the error is printed.
      setTimeout(() => process.exit(), 0);
    }
    stop.ignore();
  }
}

/** Connects before the first request, for which the limiter has little time. */
async function warmUp(limiter: RateLimiter, terminal: StartTerminal): Promise<void> {
  try {
    await limiter.take([{ key: "start", limit: 1, windowMs: 1, cost: 0 }]);
  } catch {
    terminal.warn("The rate limiter did not answer: requests pass without limits until it does.");
  }
}

/** Whether `work` ends in time. It may continue afterwards. */
async function isOverWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isOver = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return isOver;
}

async function serveUntil(
  stopped: Promise<void>,
  {
    store,
    directory,
    location,
    limiter,
    currency,
  }: OpenedStore & { readonly limiter: RateLimiter | undefined; readonly currency: string },
  terminal: StartTerminal,
  options: StartOptions & {
    readonly drainMs: number;
    readonly sensitiveSubjects: SensitiveSubjects | undefined;
  },
): Promise<ExitCode> {
  const { baseUrl, sensitiveSubjects } = options;
  const demo =
    directory === undefined || options.production || baseUrl === undefined
      ? undefined
      : await prepareDemo({ store, directory, baseUrl, clock: systemClock });
  const ownSecret = (environment("HANDBILL_SECRET") ?? "").trim() !== "";
  const secrets = demo !== undefined && !ownSecret ? [demo.secret] : undefined;

  const site =
    demo === undefined || baseUrl === undefined
      ? undefined
      : createDemoSite({ platform: demo.platform, baseUrl, currency, clock: systemClock });
  const settings = { baseUrl, secrets, env: environment };
  const observation = { accessLog: readSwitches(demo !== undefined).accessLog, metrics: createMetrics() };
  const managed = manage(
    {
      store,
      servingStore: site?.observe(store),
      limiter,
      readConsent: readConsentStrings,
      sensitiveSubjects,
      ...observation,
      ...settings,
    },
    demo !== undefined,
    demo?.platform !== undefined,
  );
  const answerPage = createAnswerPage(observation);
  const handbill = withScript(managed.handbill, answerPage);
  let server: RunningServer;
  try {
    server = await serve(withOneHost(site?.withSite(handbill, answerPage) ?? handbill, managed.handbill), {
      port: options.port,
      hostname: options.host,
      drainMs: options.drainMs,
    });
  } catch (error) {
    terminal.failed(cannotListen(error, options));
    return 1;
  }
  const configuration = withStoreTimeout(readConfiguration(settings), settings);
  const faults = configuration.ok ? [] : configuration.faults;
  for (const fault of new Set([...faults, ...managed.faults])) terminal.fault(fault);
  if (faults.length > 0) terminal.talk("Until then requests are answered 503.");
  else if (managed.faults.length > 0) terminal.talk("Until then the management side answers 503.");
  const consoleLink = linkToShow(managed, demo, terminal);
  const facts = { baseUrl: baseUrl ?? localUrl(options), currency, location, demo, consoleLink };
  terminal.data(terminal.writesJson ? describeAsJson(facts) : describe(facts));
  terminal.started(facts.baseUrl);
  await stopped;
  terminal.stopping();
  try {
    await server.close();
    return 0;
  } catch (error) {
    terminal.failed(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/**
 * A sign-in link, shown only where the operator alone reads it: logs have other readers. The demo always prints its
 * link and its keys, because its campaigns are made up.
 */
function linkToShow(managed: Managed, demo: Demo | undefined, terminal: Terminal): string | undefined {
  if (terminal.isInteractive === true || demo?.platform !== undefined) return managed.consoleLink();
  if (managed.hasConsole) terminal.talk("`handbill console link` prints a link that opens the console once.");
  return undefined;
}

function localUrl({ port }: StartOptions): string {
  return `http://localhost:${port}`;
}

/** `undefined`: production without a base URL. */
function baseUrlOf(options: StartOptions): string | undefined {
  const given = options.baseUrl ?? (options.production ? undefined : localUrl(options));
  const baseUrl = readBaseUrl(given);
  if (given === undefined || baseUrl !== undefined) return baseUrl;
  throw new InvalidSetting(
    "HANDBILL_BASE_URL (--base-url) must be the public address of this service, such as https://hb.example.",
  );
}

interface Facts {
  readonly baseUrl: string;
  readonly currency: string;
  readonly location: string;
  readonly demo: Demo | undefined;
  /** A link that opens the console once. */
  readonly consoleLink: string | undefined;
}

function describe({ baseUrl, currency, location, demo, consoleLink }: Facts): string {
  const platform = demo?.platform;
  const rows: [string, string][] = [["Base URL", baseUrl]];
  if (platform !== undefined) {
    rows.push(["Demo page", `${baseUrl}/`]);
    rows.push(["Platform ID", platform.id]);
    rows.push(["Live API key", platform.liveKey ?? "revoked"]);
    rows.push(["Test API key", platform.testKey ?? "revoked"]);
    rows.push(["Allowed site", platform.allowedOrigins.join(", ")]);
  }
  if (consoleLink !== undefined) rows.push(["Console, once", consoleLink]);
  rows.push(["Currency", currency], ["Data", location]);
  const curl = curlLine(baseUrl, demo);
  return alignColumns(rows) + (curl === undefined ? "" : `\n\n${curl}\n`);
}

function describeAsJson({ baseUrl, currency, location, demo, consoleLink }: Facts): string {
  const platform = demo?.platform;
  return JSON.stringify({
    baseUrl,
    platformId: platform?.id ?? null,
    liveKey: platform?.liveKey ?? null,
    testKey: platform?.testKey ?? null,
    allowedOrigins: platform?.allowedOrigins ?? [],
    console: consoleLink ?? null,
    currency,
    data: location,
    curl: curlLine(baseUrl, demo) ?? null,
  });
}

/** An ad request to paste into a shell. */
function curlLine(baseUrl: string, demo: Demo | undefined): string | undefined {
  const key = demo?.platform?.liveKey ?? demo?.platform?.testKey;
  if (demo?.platform === undefined || key === undefined) return undefined;
  const body = JSON.stringify({ platform_id: demo.platform.id, stable_user_id: "me" });
  return `curl -sS ${baseUrl}/api/v1/web/ads -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'`;
}

function cannotListen(error: unknown, { port, host }: StartOptions): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${port + 1}`;
  if (code === "EACCES")
    return `Port ${port} needs more rights than this user has. Choose a port above 1023: PORT=8787`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `${host} is not an address of this machine: correct HANDBILL_HOST.`;
  throw error;
}

/** Whether `NODE_ENV=production` forbids the demo. */
export function isProduction(): boolean {
  return process.env["NODE_ENV"] === "production";
}
