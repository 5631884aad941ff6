import * as v from "valibot";
import type { ApiKeyRecord } from "../catalog/entities.ts";
import { instant } from "../catalog/fields.ts";
import { isRecord } from "../catalog/record.ts";
import { isRevoked, type KeyMode, keyModes } from "../signing/api-key.ts";
import { keyRevocation } from "./audit-entries.ts";
import { type KeyMaker, keyLike, storeKey } from "./create-key.ts";
import { choicesOf, writersOf } from "./field-rules.ts";
import { bothWays, pageOf, pageSchema } from "./page.ts";
import { actorOf } from "./principal.ts";
import { invalidField, type ManagementProblem, notFound } from "./problem.ts";
import { roleFields } from "./role-fields.ts";
import { noBody, noQuery, type Route, type RouteAnswer, type RouteContext, route } from "./route.ts";

const maxLabelLength = 200;
const maxOverlapSeconds = 90 * 86_400;
const defaultOverlapSeconds = 86_400;

/** A key in an answer: without its hash. */
export interface ShownKey {
  readonly id: string;
  readonly publisherId: string;
  readonly mode: KeyMode;
  readonly label: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

const modes = v.picklist(keyModes);
const shownEntries = {
  id: v.string(),
  publisherId: v.string(),
  mode: modes,
  label: v.string(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  revokedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
};
export const shownKey: v.GenericSchema<unknown, ShownKey> = v.pipe(
  v.strictObject(shownEntries),
  v.title("ApiKey"),
);
const newKey: v.GenericSchema = v.pipe(
  v.strictObject({ ...shownEntries, key: v.string() }),
  v.title("NewApiKey"),
);

const label = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(maxLabelLength),
    v.check(
      (given) => !/[\p{Cc}\p{Cs}]/u.test(given),
      "Remove the control characters, line breaks among them, and lone surrogates.",
    ),
  ),
  "",
);

interface KeyBody extends Pick<ApiKeyRecord, "mode" | "label"> {
  readonly publisherId?: string | undefined;
}

/** The body that creates a key. */
export const keyBody: v.GenericSchema<unknown, KeyBody> = v.strictObject({
  publisherId: v.optional(v.string()),
  mode: modes,
  label,
});

const base = { tag: "keys", roles: writersOf("api_key"), query: noQuery, body: noBody, status: 200 } as const;

/**
 * API keys. The key itself appears only in the answer that creates it. All instances apply a change within two seconds.
 */
export const keyRoutes: readonly Route[] = [
  route({
    ...base,
    method: "GET",
    path: "/keys",
    name: "list-keys",
    summary:
      "The keys without their secrets, including revoked ones; `publisher` selects those of one publisher.",
    query: v.strictObject({ ...bothWays, publisher: v.optional(v.string()) }),
    answer: pageSchema(shownKey),
    example: {},
    run: async ({ query }, context) => {
      const { publisher } = query;
      const listed = ownKeys(context).filter(
        (key) => publisher === undefined || key.publisherId === publisher,
      );
      const page = pageOf(listed.map(shown), query);
      return "problem" in page ? page : { json: page };
    },
  }),
  route({
    ...base,
    method: "POST",
    path: "/keys",
    name: "create-key",
    summary: "Creates a key. Only this answer contains `key`. Only the operator creates `manage` keys.",
    body: keyBody,
    bodyShape: { title: "ApiKeyCreation", schema: keyBody, ...roleFields("api_key") },
    answer: newKey,
    status: 201,
    run: async ({ body }, context) => {
      const { principal, view } = context;
      const publisherId = principal.role === "publisher" ? principal.publisherId : body.publisherId;
      if (publisherId === undefined || !view.publishers.has(publisherId)) {
        return invalidField("publisherId", "Send the id of a registered publisher.");
      }
      if (principal.role === "publisher" && (body.publisherId ?? publisherId) !== publisherId) {
        return invalidField("publisherId", "Omit it: you can only create your own keys.");
      }
      if (!mayMake(body.mode, context)) {
        return invalidField("mode", "Only the operator creates manage keys.");
      }
      return makeKey({ publisherId, mode: body.mode, label: body.label }, context);
    },
  }),
  route({
    ...base,
    method: "POST",
    path: "/keys/:id/rotate",
    name: "rotate-key",
    summary:
      "Creates a key like this one. The old key stays valid for `overlapSeconds` (default: a day; 0: none).",
    body: v.strictObject({
      overlapSeconds: v.optional(
        v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(maxOverlapSeconds)),
        defaultOverlapSeconds,
      ),
    }),
    answer: newKey,
    status: 201,
    run: async ({ id, body }, context) => {
      const old = ownKey(id, context);
      if (old === undefined) return notFound;
      if (!mayMake(old.mode, context)) return invalidField("id", "Only the operator rotates manage keys.");
      // An earlier revocation date stays.
      const dueInMs = (old.revokedAt ?? Number.POSITIVE_INFINITY) - context.view.at;
      return rotate(old, Math.min(body.overlapSeconds * 1_000, dueInMs), context);
    },
  }),
  route({
    ...base,
    method: "POST",
    path: "/keys/:id/revoke",
    name: "revoke-key",
    summary:
      "Revokes the key immediately, or `at` a later instant as an overlap. An earlier revocation stays, and revoking it again " +
      "changes nothing.",
    body: v.optional(v.strictObject({ at: v.optional(instant) }), {}),
    answer: shownKey,
    // Each earlier `at` is a change of its own, with an audit record and messages.
    isNeverRefused: (sent) => !isRecord(sent) || sent["at"] === undefined,
    run: async ({ id, body: { at } }, context) => {
      const old = ownKey(id, context);
      if (old === undefined) return notFound;
      if (isRevoked(old, context.view.at)) return { json: shown(old) };
      const afterMs = at === undefined ? 0 : Math.max(0, Date.parse(at) - context.view.at);
      const entry = keyRevocation(old, afterMs, actorOf(context.principal));
      return { json: shown((await context.store.revokeApiKey(id, afterMs, entry)) ?? old) };
    },
  }),
];

function ownKeys({ principal, view }: RouteContext): readonly ApiKeyRecord[] {
  const all = [...view.apiKeys.values()];
  if (principal.role === "operator") return all;
  return principal.role === "publisher" ? all.filter((key) => key.publisherId === principal.publisherId) : [];
}

function ownKey(id: string, context: RouteContext): ApiKeyRecord | undefined {
  return ownKeys(context).find((key) => key.id === id);
}

function mayMake(mode: KeyMode, { principal }: RouteContext): boolean {
  return choicesOf(principal.role, "api_key", "mode", keyModes).includes(mode);
}

async function rotate(
  old: ApiKeyRecord,
  afterMs: number,
  context: RouteContext,
): Promise<RouteAnswer | ManagementProblem> {
  const maker = makerIn(context);
  for (;;) {
    const { key, record, entry } = keyLike(old, maker);
    const audit = [entry, keyRevocation(old, afterMs, maker.actor)];
    const { keysPerPublisher: most } = context.limits;
    const outcome = await context.store.rotateApiKey({ id: old.id, afterMs, key: record, most, audit });
    switch (outcome) {
      case "rotated":
        return { json: { ...shown(record), key }, status: 201 };
      case "exists":
        continue;
      case "unknown":
        return notFound;
      case "revoked":
        return invalidField("id", "This key is revoked: create a new one instead.");
      case "full":
        return invalidField(
          "overlapSeconds",
          `${tooMany(most)} Or send 0: the old key then ends immediately.`,
        );
      default:
        return outcome satisfies never;
    }
  }
}

async function makeKey(
  wanted: Pick<ApiKeyRecord, "publisherId" | "mode" | "label">,
  context: RouteContext,
): Promise<RouteAnswer | ManagementProblem> {
  const { keysPerPublisher: most } = context.limits;
  const made = await storeKey(context.store, wanted, makerIn(context), most);
  if (made === "full") return invalidField("publisherId", tooMany(most));
  return { json: { ...shown(made.record), key: made.key }, status: 201 };
}

function makerIn({ clock, random, principal }: RouteContext): KeyMaker {
  return { clock, random, actor: actorOf(principal) };
}

function tooMany(most: number): string {
  return `This publisher has ${most} valid keys, the maximum: revoke one first.`;
}

function shown({ id, publisherId, mode, label: name, createdAt, revokedAt }: ApiKeyRecord): ShownKey {
  return {
    id,
    publisherId,
    mode,
    label: name,
    createdAt: new Date(createdAt).toISOString(),
    revokedAt: revokedAt === undefined ? null : new Date(revokedAt).toISOString(),
  };
}
