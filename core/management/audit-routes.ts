import * as v from "valibot";
import { anyText } from "../contract/text.ts";
import { auditedMicros } from "../settlement/write-off.ts";
import { type AuditRecord, auditActions, auditKinds, maxAuditPage } from "../storage/audit-store.ts";
import { reportsOf } from "../storage/report-reader.ts";
import { fieldChange } from "./entity-shapes.ts";
import { wholeNumber } from "./page.ts";
import type { Principal } from "./principal.ts";
import { noBody, type Route, route } from "./route.ts";

const record = v.pipe(
  v.strictObject({
    id: v.pipe(v.number(), v.safeInteger()),
    at: v.pipe(v.string(), v.isoTimestamp()),
    actor: v.string(),
    action: v.picklist(auditActions),
    kind: v.picklist(auditKinds),
    entityId: v.string(),
    publisherId: v.string(),
    changes: v.nullable(v.array(fieldChange)),
  }),
  v.title("AuditRecord"),
);

export const auditRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/audit",
    name: "read-audit",
    tag: "audit",
    summary: "The audit trail, newest first. `before`: the last id of the previous page.",
    roles: ["operator", "publisher"],
    query: v.strictObject({
      limit: v.optional(wholeNumber(1, maxAuditPage), "100"),
      before: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
      kind: v.optional(v.picklist(auditKinds)),
      entityId: v.optional(anyText),
    }),
    body: noBody,
    answer: v.strictObject({
      items: v.array(record),
      next: v.nullable(v.pipe(v.number(), v.safeInteger())),
    }),
    status: 200,
    example: { query: { limit: "10" } },
    run: async ({ query }, { principal, store }) => {
      const { limit } = query;
      const found = await reportsOf(store).readAudit({
        ...query,
        limit,
        ...(principal.role === "publisher" && { publisherId: principal.publisherId }),
      });
      return {
        json: {
          items: found.map((one) => shown(one, principal)),
          next: found.length < limit ? null : (found.at(-1)?.id ?? null),
        },
      };
    },
  }),
];

function shown({ at, changes, ...rest }: AuditRecord, { role }: Principal) {
  const isHidden = (path: unknown): boolean =>
    role === "publisher" && rest.kind === "charge" && path === auditedMicros;
  return {
    ...rest,
    at: new Date(at).toISOString(),
    changes: parsed(changes)?.filter((change) => !isHidden(Object(change).path)) ?? null,
  };
}

function parsed(json: string): readonly unknown[] | null {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}
