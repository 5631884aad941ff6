import * as v from "valibot";
import { advise, pathOf } from "../catalog/messages.ts";
import { ErrorList } from "../contract/error-list.ts";
import type { HttpResponse } from "../contract/http.ts";
import type { Handbill } from "../handbill.ts";
import type { Micros } from "../money.ts";
import { addReservedKeys } from "../planning/schema.ts";
import type { Keyring } from "../signing/keyring.ts";
import type { Random } from "../signing/random.ts";
import type { AuditStore } from "../storage/audit-store.ts";
import type { InstallationStore } from "../storage/installation-store.ts";
import type { ManagementStore } from "../storage/management-store.ts";
import type { ReportSource } from "../storage/report-reader.ts";
import type { ReportStore } from "../storage/report-store.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import type { SettlementStore } from "../storage/settlement-store.ts";
import type { Webhook, WebhookStore } from "../storage/webhook-store.ts";
import type { Clock } from "../timing/clock.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { ManagementLimits } from "./limits.ts";
import type { Principal, Role } from "./principal.ts";
import { invalid, type ManagementProblem, type ManagementProblemCode } from "./problem.ts";
import type { TopicTraining } from "./topic-training.ts";
import type { WebhookAttempt } from "./webhooks/attempt-log.ts";
import type { PostedMessage } from "./webhooks/post.ts";

/** The store ports of the management side. The stores of all adapters implement them. */
export type ManagedStore = ManagementStore &
  AuditStore &
  ReportStore &
  ReportSource &
  SettlementStore &
  WebhookStore &
  Pick<InstallationStore, "firstValue"> &
  Pick<InstallationStore, "forgetUser"> &
  Pick<ServingStore, "catalogChanges" | "readSpend" | "findDeliveries" | "readCreatives" | "readCounts">;

/** Makes a link that opens the console once, for the operator or an advertiser. Returns `undefined` without configuration. */
export type CreateConsoleLink = (advertiser: string | undefined) => string | undefined;

/** The context of a call: its caller and the tools of routes. */
export interface RouteContext {
  readonly principal: Principal;
  readonly store: ManagedStore;
  /** The catalogue and the API keys, read when the request arrived. */
  readonly view: CatalogView;
  /** Reads the current view again. */
  readonly readView: () => Promise<CatalogView>;
  readonly webhooks: WebhookTools;
  /** Whether creatives may link to local and private hosts. */
  readonly allowLocalUrls: boolean;
  /** The lowest price that an advertiser may set. */
  readonly leastPriceMicros: Micros;
  /** The currency of all amounts, an ISO 4217 code. */
  readonly currency: string;
  /** Whether what publishers and advertisers enter waits for the operator. */
  readonly review: boolean;
  /** Explains ad requests. `undefined`: no server runs in this process. */
  readonly explain: Handbill["explain"] | undefined;
  readonly training: TopicTraining;
  /** Makes a link that opens the console once. `undefined`: there is no console. */
  readonly consoleLink?: CreateConsoleLink | undefined;
  readonly limits: ManagementLimits;
  /** Hashes identities. */
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly random: Random;
}

/** The parts of message delivery that webhook routes use. */
export interface WebhookTools {
  /** The signing secret of a webhook, `whsec_…`. */
  readonly secretOf: (webhookId: string) => string;
  /** Returns what is wrong with an address; `undefined`: it is valid. */
  readonly checkAddress: (url: string) => string | undefined;
  /** Posts a message once, now. Never rejects. */
  readonly post: (webhook: Webhook, message: PostedMessage) => Promise<WebhookAttempt>;
  /** The recent attempts of this instance, the newest first. */
  readonly attempts: (webhookId: string) => readonly WebhookAttempt[];
}

/** The input of a route. */
export interface RouteInput<Query, Body> {
  /** The `:id` of the path. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  readonly header: (name: string) => string | undefined;
}

/** The answer of a route: JSON with 200 (or 201), an empty 204, or a complete response. */
export type RouteAnswer =
  | {
      readonly json: unknown;
      readonly status?: 200 | 201;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly empty: true }
  | { readonly response: HttpResponse };

/** The description of a body in `/openapi.json`. */
export interface BodyShape {
  /** The name of the schema. */
  readonly title: string;
  readonly schema: v.GenericSchema;
  /** The schemas of fields that only code checks. */
  readonly fields?: Readonly<Record<string, v.GenericSchema>> | undefined;
  /** Fields that some roles omit, even if the schema requires them. */
  readonly optional?: readonly string[] | undefined;
  /** Descriptions by field. */
  readonly words?: Readonly<Record<string, string>> | undefined;
}

/** One operation: the single source of the served route and of its description in `/openapi.json`. */
export interface RouteDefinition<Query, Body> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api/v1/manage`; may hold `:id`. */
  readonly path: string;
  /** The id of the operation. */
  readonly name: string;
  readonly tag: string;
  readonly summary: string;
  readonly roles: readonly Role[];
  readonly query: v.GenericSchema<unknown, Query>;
  readonly body: v.GenericSchema<unknown, Body>;
  /** The description of the body. Default: `body`. */
  readonly bodyShape?: BodyShape | undefined;
  /** The maximum size of the body in bytes. Default: `objectBytes` of the settings. */
  readonly maxBodyBytes?: number | undefined;
  /** The complete schema of the answer's JSON. Absent: no JSON. A `v.title` names it in `/openapi.json`. */
  readonly answer?: v.GenericSchema | undefined;
  readonly status: 200 | 201 | 204;
  /**
   * Exempt from the limit of writes: it stops something, and a repetition changes nothing. A function decides by the JSON of the body,
   * which may be anything; such a call is counted after its body is read.
   */
  readonly isNeverRefused?: boolean | ((body: unknown) => boolean) | undefined;
  /** The number of writes that a call counts as, by the id of its path. Default 1. */
  readonly writes?: ((id: string, caller: Pick<RouteContext, "principal" | "view">) => number) | undefined;
  /** The answer has the entity's ETag. */
  readonly hasEtag?: boolean | undefined;
  /** The request needs If-Match. */
  readonly isVersioned?: boolean | undefined;
  /** The answer may also be a table, `text/csv`. */
  readonly hasCsv?: boolean | undefined;
  /** The refusals beyond those that follow from the rest of this definition (`problem-answers.ts`). */
  readonly problems?: readonly ManagementProblemCode[] | undefined;
  /** A request that tests replay, with ids of the demo. */
  readonly example?: RouteExample | undefined;
  readonly run: (
    input: RouteInput<Query, Body>,
    context: RouteContext,
  ) => Promise<RouteAnswer | ManagementProblem>;
}

export interface RouteExample {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A route that checks query and body before it runs. */
export type Route = RouteDefinition<unknown, unknown>;

export function route<Query, Body>(definition: RouteDefinition<Query, Body>): Route {
  return {
    ...definition,
    run: async (input, context) => {
      const query = v.safeParse(definition.query, input.query, settings);
      if (!query.success) return invalidBy(query.issues);
      const reserved = new ErrorList();
      addReservedKeys(reserved, input.body);
      if (reserved.errors.length > 0) return invalid(reserved.errors, reserved.omitted);
      const body = v.safeParse(definition.body, input.body, settings);
      if (!body.success) return invalidBy(body.issues);
      return definition.run({ ...input, query: query.output, body: body.output }, context);
    },
  };
}

/** How many writes the limit counts a call of this route as; 0: it is exempt. */
export function writesOf(
  { method, isNeverRefused = false, writes }: Route,
  { id, body }: Pick<RouteInput<unknown, unknown>, "id" | "body">,
  caller: Pick<RouteContext, "principal" | "view">,
): number {
  if (method === "GET") return 0;
  const isExempt = typeof isNeverRefused === "function" ? isNeverRefused(body) : isNeverRefused;
  return isExempt ? 0 : (writes?.(id, caller) ?? 1);
}

/** The currency in an answer with amounts. */
export const currencyInAnswer: v.GenericSchema = v.pipe(
  v.string(),
  v.description("The currency of all amounts, an ISO 4217 code."),
);

/** The query of routes without one. */
export const noQuery: v.GenericSchema<unknown, Readonly<Record<string, never>>> = v.strictObject(
  {},
  "This call takes no query: remove it.",
);
export const noBody: v.GenericSchema<unknown, undefined> = v.undefined("This call takes no body: remove it.");

const settings = { abortPipeEarly: true, message: adviseCaller };

/** Advice for errors of a query or a body, where the catalogue's advice does not fit. It repeats nothing that was sent. */
function adviseCaller(issue: v.BaseIssue<unknown>): string {
  if (issue.type === "strict_object" && issue.expected === "never") {
    return "Remove or correct this unknown field; /api/v1/manage/openapi.json lists the fields of this call.";
  }
  const isWhole = issue.path === undefined;
  return isWhole && issue.expected === "Object" ? "Send a JSON object in the body." : advise(issue, false);
}

function invalidBy(issues: readonly v.BaseIssue<unknown>[]): ManagementProblem {
  const list = new ErrorList();
  for (const issue of issues) {
    list.add(() => ({
      path: pathOf(issue),
      message: issue.message,
    }));
  }
  return invalid(list.errors, list.omitted);
}
