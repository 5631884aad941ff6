import type { LedgerAudit } from "../../core/storage/ledger-audit.ts";
import type { CaseCollector } from "./cases.ts";
import type { Client } from "./client.ts";

/** One request to a target, and nothing added to it but Host and framing. */
export interface TargetRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent with its length, or in chunks without one. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly chunked?: boolean | undefined;
}

/** A running ad server with the contract catalogue and keys (catalog.ts, keys.ts). */
export interface Target {
  readonly name: string;
  /** Where the paths of the contract begin, prefix included. */
  readonly url: string;
  /** The beginning of the links in its answers: the configured base URL. */
  readonly linkBase: string;
  /** As the process that answers says of itself. */
  readonly runtime: () => Promise<string>;
  readonly expectedRuntime: string;
  readonly stop: () => Promise<void>;
  /** `path` begins with `/`. Redirects are not followed. */
  readonly request: (path: string, init?: TargetRequest) => Promise<Response>;
  /** Lets the server's clock, and its store's, pass. */
  readonly advance: (ms: number) => Promise<void>;
  /** The server's books. */
  readonly audit: () => Promise<LedgerAudit>;
  readonly features: {
    /** How many forgeries of a token are tried at each of its characters. */
    readonly lettersPerCharacter: number;
  };
}

/** The tools of a group of cases: the open target, the contract's calls to it, and the functions that define cases. */
export interface Subject extends Omit<CaseCollector, "cases"> {
  readonly target: () => Target;
  readonly client: Client;
}
