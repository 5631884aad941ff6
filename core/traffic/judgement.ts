/** The kinds of events that are judged. A click is the visit of a click link. */
export type EventKind = "ad_request" | "view" | "press" | "click" | "report";

/**
 * The rules that mark. They are named in this order: the first one that applies is the mark. A mark of the hook comes before the last
 * two, which say how busy a key or a platform is, and nothing of the requester.
 */
export type MarkRule =
  | "named_network"
  | "network_velocity"
  | "visitor_velocity"
  | "click_age"
  | "press_age"
  | "never_confirms"
  | "key_velocity"
  | "platform_velocity";

const agentReasons = ["no_user_agent", "impossible_user_agent", "http_library", "bot"] as const;
const linkReasons = ["head", "prefetch", "no_navigation"] as const;

/** The reasons to exclude by a User-Agent header that is not that of a person's browser. */
export type AgentReason = (typeof agentReasons)[number];

/** Further signs that nobody follows a link (contract.md §4.5). */
export type LinkReason = (typeof linkReasons)[number];

/** Why an event is excluded. `embedder`: the `classify` hook said so. */
export type ExclusionReason = AgentReason | LinkReason | "embedder";

const exclusionReasons: ReadonlySet<string> = new Set([...agentReasons, ...linkReasons, "embedder"]);

/** Whether a reason in the statistics is one for an exclusion. */
export function isExclusionReason(reason: string): boolean {
  return exclusionReasons.has(reason);
}

/** What an event is found to be. */
export type Judgement =
  | { readonly kind: "person" }
  /** It counts and is charged as ever. The delivery and its charge carry `rule`: a {@link MarkRule}, or a mark of the hook. */
  | { readonly kind: "marked"; readonly rule: string }
  /** No ad, no count of a view, press or click, and no charge. */
  | { readonly kind: "excluded"; readonly reason: ExclusionReason };

/** The judgement of everybody against whom nothing speaks. */
export const person: Judgement = { kind: "person" };

/** The mark of a judgement; empty for a person. */
export function markOf(judgement: Judgement): string {
  return judgement.kind === "marked" ? judgement.rule : "";
}

/** Whether a mark says how busy a key or a platform is. It is the mark only where nothing speaks against the requester. */
export function isOfMany(mark: string): boolean {
  return mark === "key_velocity" || mark === "platform_velocity";
}

/** Whether a confirmed view of an ad with this mark, or with none, proves that its requester looks at ads. */
export function provesRequester(mark: string): boolean {
  return mark === "" || isOfMany(mark);
}
