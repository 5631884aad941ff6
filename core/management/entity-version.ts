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

/** Checks If-Match against the stored entity. */
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
  if (ifMatch === "*" || ifMatch === etagOf(declared(stored))) return undefined;
  return { problem: "changed_meanwhile", detail: "It changed after you read it: read it again." };
}
