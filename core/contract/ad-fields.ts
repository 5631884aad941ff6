import type { ConsentFields } from "./consent-fields.ts";
import type { AdFormat } from "./formats.ts";

/** The fields of an ad request that a client's caller chooses, named as in the contract (contract.md §2.1). */
export interface AdFields extends ConsentFields {
  /** Your id of the request, 1 to 128 characters. It identifies the request in your own logs only. */
  readonly request_id?: string;
  /** The place of the ad, declared by the platform. Default `chat`. */
  readonly placement?: string;
  /** The language of the ad, a BCP 47 tag. Default `en`. */
  readonly language_code?: string;
  /** The formats that you can show. Default: all. */
  readonly accept_formats?: readonly AdFormat[];
  /** The content around the ad. Default: a conversation without a question. */
  readonly context?: PageContext;
  /** Requests a test ad, which is never billed. Default false. */
  readonly test?: boolean;
  /** The format of a test ad. Default: the first of `accept_formats`. */
  readonly test_format?: AdFormat;
}

/** A slot of a page, named as in the contract (contract.md §4.10). */
export type SlotFields = Pick<AdFields, "placement" | "accept_formats">;

/** The fields that all slots of a batch share (contract.md §4.10). */
export type BatchFields = Omit<AdFields, keyof SlotFields | "test_format">;

/** The content around the ad, as a client sends it (contract.md §2.2). Without a `type`: a conversation. */
export type PageContext = Context | Partial<Conversation>;

/** The content that surrounds the ad (contract.md §2.2). */
export type Context =
  | Conversation
  | {
      readonly type: "article";
      /** The title, up to 4,096 characters. Topics are matched against it. */
      readonly title: string;
      /** The text of the article, up to 16,384 characters. */
      readonly content: string;
    }
  | {
      readonly type: "feed";
      /** The text of the posts, up to 16,384 characters. */
      readonly text: string;
    }
  | { readonly type: "static" };

interface Conversation {
  /** A client may leave it out. */
  readonly type: "conversation";
  /** The user's question, up to 4,096 characters. Topics are matched against it. */
  readonly question?: string | undefined;
  /** The answer that the ad stands beside, up to 16,384 characters. */
  readonly answer?: string | undefined;
}
