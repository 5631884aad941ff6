import type { CatalogView } from "../../core/management/catalog-view.ts";
import { actorOf, type Principal } from "../../core/management/principal.ts";
import type { ManagedStore } from "../../core/management/route.ts";
import { toBase64Url } from "../../core/signing/base64url.ts";
import { sha256 } from "../../core/signing/hash.ts";
import type { AuditEntry } from "../../core/storage/audit-store.ts";
import type { CatalogChange } from "../../core/storage/catalog-change.ts";
import type { Credential, Session } from "./session.ts";

/**
 * Sign-ins and sign-outs, in the audit trail: who, when and by what, never a token or an address. The trail is also what
 * ends a session everywhere, and what lets a link in once: an entry is stored at the catalogue's version that the trail was
 * read at, so of all who use one link at once, on all instances, one is first.
 */
export interface SessionTrail {
  /** `known`: a link was used before, and nothing is noted. `busy`: others kept changing the catalogue. */
  readonly begin: (session: Session, principal: Principal) => Promise<"noted" | "known" | "busy">;
  /** From then on the session is refused by every instance. */
  readonly end: (session: Session, principal: Principal) => Promise<"noted" | "busy">;
  readonly fail: () => Promise<void>;
  /** Whether somebody signed out of it. Asks the store once for each version of the catalogue. */
  readonly isEnded: (session: Session, view: CatalogView) => Promise<boolean>;
}

/** The actor of a failed sign-in. */
export const stranger = "unknown";

/** What a failed sign-in is about: there is no session. */
const noSession = "console";

/** A try costs two short calls. Many who sign in at once are in each other's way, so there are more than of other changes. */
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
  /** The version at which each session was last seen open. */
  const open = new Map<string, string>();
  const newest = async (entityId: string): Promise<AuditEntry["action"] | undefined> => {
    const [record] = await store.readAudit({ kind: "session", entityId, limit: 1 });
    return record?.action;
  };
  const note = async (entry: AuditEntry, { isFirst = false } = {}): Promise<"noted" | "known" | "busy"> => {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      // Before the trail, so that an entry after it makes this one a conflict.
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
      const entry = { actor: stranger, action: "sign_in_failed", kind: "session" } as const;
      await note({ ...entry, entityId: noSession, publisherId: "", changes: "[]" });
    },
    isEnded: async (session, { version }) => {
      const entityId = nameOf(session);
      if (open.get(entityId) === version) return false;
      if ((await newest(entityId)) === "sign_out") return true;
      if (open.size >= maxRemembered) open.clear();
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

/** A session's name for others, who cannot make its cookie from it. It stays the same when the secrets change. */
function nameOf({ id }: Session): string {
  return digest("session", id);
}

/** The id of the one session that a link opens. */
export function sessionOfLink(nonce: string, credential: Credential, expiresAt: number): Session {
  return { id: digest("link", nonce), expiresAt, credential };
}

const digestBytes = 16;

function digest(what: "session" | "link", text: string): string {
  return toBase64Url(sha256(new TextEncoder().encode(`console ${what} ${text}`)).slice(0, digestBytes));
}
