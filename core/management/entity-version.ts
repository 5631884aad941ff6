import type { EntityKind } from "../storage/catalog-change.ts";
import type { Entities } from "./access.ts";
import { etagOf } from "./etag.ts";
import type { ManagementProblem } from "./problem.ts";

/** The declared fields of an entity, without computed ones (the trained part of a topic). */
export function declared(entity: Entities[EntityKind]): Entities[EntityKind] {
  if (!("trained" in entity)) return entity;
  const { trained: _computed, ...rest } = entity;
  return rest;
}

/**
 * Checks If-Match, `*` or a list, against the stored entity. Tags are compared strongly, so a weak one matches nothing
 * (RFC 9110 §13.1.1).
 */
export function checkVersion(
  ifMatch: string | undefined,
  stored: Entities[EntityKind],
): ManagementProblem | undefined {
  if (ifMatch === undefined) {
    return {
      problem: "version_required",
      detail: "Send If-Match with the ETag that you read, or * for any version.",
    };
  }
  if (ifMatch === "*") return undefined;
  const current = etagOf(declared(stored));
  const tags = ifMatch.split(",").map((tag) => tag.trim());
  if (tags.includes(current)) return undefined;
  const detail = tags.includes(`W/${current}`)
    ? "Something on the way made the ETag weak, as proxies that compress do: send it without W/, or let them pass it unchanged."
    : "It changed after you read it: read it again.";
  return { problem: "changed_meanwhile", detail };
}
