import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import type { RateLimiter } from "../ratelimit/rate-limiter.ts";
import type { Random } from "../signing/random.ts";
import type { Clock } from "../timing/clock.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { CallLimits } from "./limit-calls.ts";
import type { Authorize } from "./principal.ts";
import type { ManagedStore, Route, RouteContext, WebhookTools } from "./route.ts";
import type { SettingsResult } from "./settings.ts";
import type { TopicTraining } from "./topic-training.ts";

/** What a console is made of: the management side gives it. */
export interface ConsoleTools {
  readonly store: ManagedStore;
  readonly readView: () => Promise<CatalogView>;
  readonly routes: readonly Route[];
  readonly settings: () => SettingsResult;
  readonly authorize: Authorize | undefined;
  readonly webhooks: (secrets: readonly string[]) => WebhookTools;
  readonly explain: RouteContext["explain"];
  readonly callLimits: CallLimits;
  /** Remembers which links were used a moment ago. */
  readonly limiter: RateLimiter;
  readonly training: TopicTraining;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The console: pages for people over the operations of the API. `path` is that below `/console/`, absent for `/console` itself.
 * Rejects when the store cannot be reached.
 */
export type Console = (request: HttpRequest, path: string | undefined) => Promise<HttpResponse>;

/** Makes the pages below `/console`; `createConsole` of `handbill/console` is one. */
export type CreateConsole = (tools: ConsoleTools) => Console;
