import * as v from "valibot";
import { advise, formatPath } from "../catalog/messages.ts";
import { ErrorList } from "../contract/error-list.ts";
import type { HttpResponse } from "../contract/http.ts";
import type { Handbill } from "../handbill.ts";
import type { Micros } from "../money.ts";
import { addReservedKeys } from "../planning/schema.ts";
import type { Random } from "../signing/random.ts";
import type { AuditStore } from "../storage/audit-store.ts";
import type { ManagementStore } from "../storage/management-store.ts";
import type { ReportStore } from "../storage/report-store.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import type { WebhookStore } from "../storage/webhook-store.ts";
import type { Clock } from "../timing/clock.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { ManagementLimits } from "./limits.ts";
import type { Principal, Role } from "./principal.ts";
import { invalid, type ManagementProblem, type ManagementProblemCode } from "./problem.ts";
import type { TopicTraining } from "./topic-training.ts";

/** The stores that managing needs. */
export type ManagedStore = ManagementStore &
  AuditStore &
  ReportStore &
  WebhookStore &
  Pick<ServingStore, "catalogChanges" | "readSpend" | "findDeliveries" | "readCreatives" | "readCounts">;

/** What a route works with. */
export interface RouteContext {
  readonly principal: Principal;
  readonly store: ManagedStore;
  /** Everything declared, asked for when the request came. */
  readonly view: CatalogView;
  /** The same, asked for again. */
  readonly readView: () => Promise<CatalogView>;
  readonly webhooks: WebhookTools;
  /** Creatives may lead to local and private hosts. */
  readonly allowLocalUrls: boolean;
  /** The least price that an advertiser may set. */
  readonly leastPriceMicros: Micros;
  /** Absent where nobody serves in this process. */
  readonly explain: Handbill["explain"] | undefined;
  readonly training: TopicTraining;
  readonly limits: ManagementLimits;
  readonly clock: Clock;
  readonly random: Random;
}

/** What the webhook routes need to know of how messages are sent. */
export interface WebhookTools {
  /** `whsec_…` */
  readonly secretOf: (webhookId: string) => string;
  /** What is wrong with an address; `undefined`: nothing. */
  readonly checkAddress: (url: string) => string | undefined;
}

export interface RouteInput<Query, Body> {
  /** The `:id` of the path. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  readonly header: (name: string) => string | undefined;
}

/** What a route answers: JSON with 200 (or 201), an empty 204, or something else whole. */
export type RouteAnswer =
  | {
      readonly json: unknown;
      readonly status?: 200 | 201;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly empty: true }
  | { readonly response: HttpResponse };

/** A body as `/openapi.json` describes it. */
export interface BodyShape {
  /** The name of its schema. */
  readonly title: string;
  readonly schema: v.GenericSchema;
  /** Of a field that is checked by code alone: its schema. */
  readonly fields?: Readonly<Record<string, v.GenericSchema>> | undefined;
  /** Fields that not every caller sends, whatever the schema says of them. */
  readonly optional?: readonly string[] | undefined;
  /** By field what to know of it. */
  readonly words?: Readonly<Record<string, string>> | undefined;
}

/** One operation: the single source of what is served and of what `/openapi.json` says. */
export interface RouteDefinition<Query, Body> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api/v1/manage`; may hold `:id`. */
  readonly path: string;
  /** The operation's id. */
  readonly name: string;
  readonly tag: string;
  readonly summary: string;
  readonly roles: readonly Role[];
  readonly query: v.GenericSchema<unknown, Query>;
  readonly body: v.GenericSchema<unknown, Body>;
  /** What the body is described as, where `body` says less. */
  readonly bodyShape?: BodyShape | undefined;
  /** Most bytes of the body; default: `objectBytes` of the settings. */
  readonly maxBodyBytes?: number | undefined;
  /** Of the answer's JSON, every field of it; absent: it has none. A `v.title` names it in `/openapi.json`. */
  readonly answer?: v.GenericSchema | undefined;
  readonly status: 200 | 201 | 204;
  /** The limit of writes does not hold for it: it stops something, and done again it changes nothing. */
  readonly isNeverRefused?: boolean | undefined;
  /** The answer has the object's ETag. */
  readonly hasEtag?: boolean | undefined;
  /** The request needs If-Match. */
  readonly isVersioned?: boolean | undefined;
  /** The answer may also be a table, `text/csv`. */
  readonly hasCsv?: boolean | undefined;
  /** What it may be refused with, beside what follows from the rest of this definition (`problem-answers.ts`). */
  readonly problems?: readonly ManagementProblemCode[] | undefined;
  /** A request that the tests replay, with the demo's ids. */
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

/** A route whose query and body are checked before it runs. */
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

/** Whether a call counts as a write. */
export function isCounted({ method, isNeverRefused = false }: Route): boolean {
  return method !== "GET" && !isNeverRefused;
}

/** For routes that take none. */
export const noQuery: v.GenericSchema<unknown, Readonly<Record<string, never>>> = v.strictObject(
  {},
  "This takes no query: remove it.",
);
export const noBody: v.GenericSchema<unknown, undefined> = v.undefined("This takes no body: remove it.");

const settings = { abortPipeEarly: true, message: adviseCaller };

/** What to do about a query or a body: where the catalogue's advice would not say it. */
function adviseCaller(issue: v.BaseIssue<unknown>): string {
  if (issue.type === "strict_object" && issue.expected === "never") {
    return "Remove or correct this unknown field; /api/v1/manage/openapi.json names those that this call takes.";
  }
  const isWhole = issue.path === undefined;
  return isWhole && issue.expected === "Object" ? "Send a JSON object in the body." : advise(issue);
}

function invalidBy(issues: readonly v.BaseIssue<unknown>[]): ManagementProblem {
  const list = new ErrorList();
  for (const issue of issues) {
    list.add(() => ({
      path: formatPath((issue.path ?? []).map(({ key }) => (typeof key === "number" ? key : String(key)))),
      message: issue.message,
    }));
  }
  return invalid(list.errors, list.omitted);
}
