import { Lru } from "../../core/lru.ts";
import type { CatalogView } from "../../core/management/catalog-view.ts";
import { actorOf, type Principal } from "../../core/management/principal.ts";
import type { ManagedStore } from "../../core/management/route.ts";
import { toBase64Url } from "../../core/signing/base64url.ts";
import { sha256 } from "../../core/signing/hash.ts";
import type { AuditEntry } from "../../core/storage/audit-store.ts";
import type { CatalogChange } from "../../core/storage/catalog-change.ts";
import type { Credential, Session } from "./session.ts";

/**
 * Records sign-ins and sign-outs in the audit trail: user, time and method, never a token or an address. The trail also
 * ends a session on every instance, and admits each link once: an entry is stored at the catalogue version at which the
 * trail was read, so that exactly one of several concurrent uses of a link succeeds.
 */
export interface SessionTrail {
  /**
   * Records a sign-in. `known`: the link was used before, and nothing is recorded. `busy`: concurrent changes to the
   * catalogue prevented it.
   */
  readonly begin: (session: Session, principal: Principal) => Promise<"noted" | "known" | "busy">;
  /** Records a sign-out. From then on every instance refuses the session. */
  readonly end: (session: Session, principal: Principal) => Promise<"noted" | "busy">;
  /** Records a failed sign-in. */
  readonly fail: () => Promise<void>;
  /** Whether the session was signed out. Reads the store once per version of the catalogue. */
  readonly isEnded: (session: Session, view: CatalogView) => Promise<boolean>;
}

/** The actor of a failed sign-in. */
export const unknownActor = "unknown";

/** The entity id of a failed sign-in, which has no session. */
const noSession = "console";

/**
 * An attempt costs two short calls. Concurrent sign-ins conflict with each other, so there are more attempts than for
 * other changes.
 */
const maxAttempts = 64;
const maxRemembered = 1_000;
const nothing: CatalogChange["upserts"] = {
  publishers: [],
  platforms: [],
  campaigns: [],
  creatives: [],
  topics: [],
};

export function createSessionTrail(
  store: Pick<ManagedStore, "applyCatalog" | "readAudit">,
  readView: () => Promise<CatalogView>,
): SessionTrail {
  /** The catalogue version at which each session was last found open. */
  const open = new Lru<string>(maxRemembered);
  const newest = async (entityId: string): Promise<AuditEntry["action"] | undefined> => {
    const [record] = await store.readAudit({ kind: "session", entityId, limit: 1 });
    return record?.action;
  };
  const note = async (entry: AuditEntry, { isFirst = false } = {}): Promise<"noted" | "known" | "busy"> => {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      // Read before the trail, so that a later entry causes a conflict.
      const { version: expectedVersion } = await readView();
      if (isFirst && (await newest(entry.entityId)) !== undefined) return "known";
      const change = { expectedVersion, upserts: nothing, removals: [], audit: [entry] };
      if ((await store.applyCatalog(change)).outcome === "applied") return "noted";
    }
    return "busy";
  };
  return {
    begin: (session, principal) => {
      const { by } = session.credential;
      const changes = JSON.stringify([{ path: "by", to: by }]);
      return note({ ...entryOf(session, principal, "sign_in"), changes }, { isFirst: by === "link" });
    },
    end: async (session, principal) => {
      const noted = await note(entryOf(session, principal, "sign_out"));
      return noted === "busy" ? "busy" : "noted";
    },
    fail: async () => {
      const entry = { actor: unknownActor, action: "sign_in_failed", kind: "session" } as const;
      await note({ ...entry, entityId: noSession, publisherId: "", changes: "[]" });
    },
    isEnded: async (session, { version }) => {
      const entityId = nameOf(session);
      if (open.get(entityId) === version) return false;
      if ((await newest(entityId)) === "sign_out") return true;
      open.set(entityId, version);
      return false;
    },
  };
}

function entryOf(session: Session, principal: Principal, action: "sign_in" | "sign_out"): AuditEntry {
  return {
    actor: actorOf(principal),
    action,
    kind: "session",
    entityId: nameOf(session),
    publisherId: principal.role === "publisher" ? principal.publisherId : "",
    changes: "[]",
  };
}

/** The public name of a session. It reveals nothing about the cookie, and survives a rotation of secrets. */
function nameOf({ id }: Session): string {
  return digest("session", id);
}

/** The only session that a link opens; its id derives from the link. */
export function sessionOfLink(nonce: string, credential: Credential, expiresAt: number): Session {
  return { id: digest("link", nonce), expiresAt, credential };
}

const digestBytes = 16;

function digest(what: "session" | "link", text: string): string {
  return toBase64Url(sha256(new TextEncoder().encode(`console ${what} ${text}`)).slice(0, digestBytes));
}
