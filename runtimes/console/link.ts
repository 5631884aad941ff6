import * as v from "valibot";
import { toBase64Url } from "../../core/signing/base64url.ts";
import { type Random, systemRandom } from "../../core/signing/random.ts";
import { type Clock, systemClock } from "../../core/timing/clock.ts";
import { createSeal, type Seal } from "./seal.ts";
import type { LinkCredential } from "./session.ts";

/** The validity of a link in milliseconds: 15 minutes. */
export const linkLifetimeMs: number = 15 * 60_000;
const nonceBytes = 16;

/** The options of {@link consoleLink}. */
export interface ConsoleLinkOptions {
  /** The address of the management side, with its path prefix. */
  readonly baseUrl: string;
  /** The installation's signing secrets; the first one signs. */
  readonly secrets: readonly string[];
  /** The name of the advertiser that the link signs in. Default: the operator. */
  readonly advertiser?: string | undefined;
  /** For tests. Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** For tests. Default: the platform's cryptographic random source. */
  readonly random?: Random | undefined;
}

/**
 * Makes a link that opens the console once, within {@link linkLifetimeMs}. Anyone with the link gets in: keep it
 * secret.
 */
export function consoleLink(options: ConsoleLinkOptions): string {
  const { baseUrl, secrets, advertiser, clock = systemClock, random = systemRandom } = options;
  const payload = {
    nonce: toBase64Url(random(nonceBytes)),
    expiresAt: clock() + linkLifetimeMs,
    ...(advertiser !== undefined && { advertiser }),
  };
  const link = createSeal(secrets).seal("console-link", JSON.stringify(payload));
  return `${baseUrl.replace(/\/+$/, "")}/console/enter?link=${link}`;
}

export interface OpenedLink {
  readonly nonce: string;
  readonly credential: LinkCredential;
}

const linkSchema = v.object({
  nonce: v.string(),
  expiresAt: v.number(),
  advertiser: v.optional(v.string()),
});

/** Opens a link. `undefined`: forged or expired. The audit trail decides whether it was used before. */
export function openLink(text: string, seal: Seal, now: number): OpenedLink | undefined {
  const payload = seal.open("console-link", text);
  if (payload === undefined) return undefined;
  const link = v.safeParse(linkSchema, JSON.parse(payload));
  if (!link.success) return undefined;
  const { nonce, expiresAt, advertiser } = link.output;
  if (now >= expiresAt) return undefined;
  return { nonce, credential: advertiser === undefined ? { by: "link" } : { by: "link", advertiser } };
}
