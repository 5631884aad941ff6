import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import type { RateLimiter } from "../ratelimit/rate-limiter.ts";
import type { Random } from "../signing/random.ts";
import type { Clock } from "../timing/clock.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { ReadCurrency } from "./currency.ts";
import type { CallLimits } from "./limit-calls.ts";
import type { Authorize } from "./principal.ts";
import type { CreateConsoleLink, ManagedStore, Route, RouteContext, WebhookTools } from "./route.ts";
import type { SettingsResult } from "./settings.ts";
import type { TopicTraining } from "./topic-training.ts";

/**
 * The tools that the management side gives a console. Every console calls the operations of the API, so it can do
 * nothing that the API refuses.
 */
export interface ConsoleTools {
  /** The store of the installation. */
  readonly store: ManagedStore;
  /** Reads the current catalogue and API keys. Rejects when the store is unreachable. */
  readonly readView: () => Promise<CatalogView>;
  /** All operations of the API. */
  readonly routes: readonly Route[];
  /** The settings in force, or their faults. */
  readonly settings: () => SettingsResult;
  /** Reads the currency of all amounts. */
  readonly readCurrency: ReadCurrency;
  /** The host's own identification, see {@link Authorize}. */
  readonly authorize: Authorize | undefined;
  /** Makes the tools of the webhook routes for the signing secrets. */
  readonly webhooks: (secrets: readonly string[]) => WebhookTools;
  /** Explains ad requests. `undefined`: no server runs in this process. */
  readonly explain: RouteContext["explain"];
  /** Counts writes and failed sign-ins. */
  readonly callLimits: CallLimits;
  /** Remembers recently used sign-in links. */
  readonly limiter: RateLimiter;
  /** Trains topics, one change at a time. */
  readonly training: TopicTraining;
  /** The clock of this process. */
  readonly clock: Clock;
  /** A cryptographic random source. */
  readonly random: Random;
}

/**
 * Answers requests for the console's pages. `path` is the part below `/console/`; `undefined` for `/console` itself.
 * Rejects when the store is unreachable.
 */
export interface Console {
  (request: HttpRequest, path: string | undefined): Promise<HttpResponse>;
  /** Makes links for `POST /console-links`. Default: none; the call answers 404. */
  readonly link?: CreateConsoleLink | undefined;
}

/** Creates the pages below `/console`. `createConsole()` of `handbill/console` returns one. */
export type CreateConsole = (tools: ConsoleTools) => Console;
