import type { ConsentFields } from "../contract/consent-fields.ts";
import type { HttpRequest } from "../contract/http.ts";
import { describeError, type Log } from "../log.ts";

/**
 * The use of the identity in a request. `full`: a keyed hash of it is stored, for frequency caps and the number of visitors.
 * `none`: it only binds the ad's receipt and actions. Nothing of it is stored, and campaigns with a frequency cap are not shown.
 */
export type IdentityUse = "full" | "none";

/** The privacy signals of a request. */
export interface ConsentSignals {
  /** Whether the browser or the page objects by Global Privacy Control. */
  readonly gpc: boolean;
  /** Whether the consent strings allow storage. False for a string that cannot be read; `undefined`: no string was sent. */
  readonly storage: boolean | undefined;
}

/** Decides the use of the identity in a request. Called for each ad request; must return at once. */
export type ConsentPolicy = (signals: ConsentSignals) => IdentityUse;

/**
 * Reads consent strings of at most {@link maxConsentCharacters} characters. Resolves to whether all of them allow storage, false
 * for one that cannot be read. Rejects when it cannot read at all, for example because a library is not installed.
 */
export type ReadConsent = (strings: Pick<ConsentFields, "tcf" | "gpp">) => Promise<boolean>;

/** Longer strings are not read, which counts as missing consent. */
export const maxConsentCharacters = 4_096;

/** The default policy: Global Privacy Control, or strings without consent to storage, leave the identity unused. */
export const defaultConsentPolicy: ConsentPolicy = ({ gpc, storage }) =>
  gpc || storage === false ? "none" : "full";

export interface ConsentOptions {
  readonly policy: ConsentPolicy | undefined;
  readonly readConsent: ReadConsent | undefined;
  readonly log: Log;
  /** The warnings that were logged. Default: none. */
  readonly logged?: Set<string> | undefined;
}

/** Decides the use of the identity in an ad request. Never throws or rejects. */
export type JudgeConsent = (
  request: Pick<HttpRequest, "header">,
  fields: ConsentFields,
) => IdentityUse | Promise<IdentityUse>;

/** Applies a policy. A policy that fails, a reader that fails and a missing reader count as missing consent, and are logged once. */
export function createConsent({
  policy = defaultConsentPolicy,
  readConsent,
  log,
  logged = new Set(),
}: ConsentOptions): JudgeConsent {
  const warn = (message: string, error?: unknown): void => {
    if (logged.has(message)) return;
    logged.add(message);
    log({
      level: "warn",
      code: "consent-failed",
      message,
      ...(error !== undefined && { error: describeError(error) }),
    });
  };
  const apply = (signals: ConsentSignals): IdentityUse => {
    try {
      // A policy may be written in JavaScript.
      return policy(signals) === "full" ? "full" : "none";
    } catch (error) {
      warn("The consent policy failed. Its requests are served without an identity.", error);
      return "none";
    }
  };
  const read = async (strings: Pick<ConsentFields, "tcf" | "gpp">): Promise<boolean> => {
    if (Math.max(strings.tcf?.length ?? 0, strings.gpp?.length ?? 0) > maxConsentCharacters) return false;
    if (readConsent === undefined) {
      warn(`Requests carry consent strings, and nothing reads them. ${advice}`);
      return false;
    }
    try {
      return (await readConsent(strings)) === true;
    } catch (error) {
      warn("Consent strings cannot be read. Their requests are served without an identity.", error);
      return false;
    }
  };
  return (request, { gpc: field, tcf, gpp }) => {
    const gpc = field === true || objects(request.header("sec-gpc"));
    return tcf === undefined && gpp === undefined
      ? apply({ gpc, storage: undefined })
      : read({ tcf, gpp }).then((storage) => apply({ gpc, storage }));
  };
}

/** A header that came twice is joined by commas: one objection is enough. */
function objects(header: string | undefined): boolean {
  return header?.split(",").some((value) => value.trim() === "1") ?? false;
}

const advice = "Pass the option readConsent: readConsentStrings of handbill/consent.";
