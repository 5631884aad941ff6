import * as v from "valibot";
import { toBase64Url } from "../../core/signing/base64url.ts";
import { type Random, systemRandom } from "../../core/signing/random.ts";
import { type Clock, systemClock } from "../../core/timing/clock.ts";
import { createSeal, type Seal } from "./seal.ts";
import type { LinkCredential } from "./session.ts";

export const linkLifetimeMs: number = 15 * 60_000;
const nonceBytes = 16;

export interface ConsoleLinkOptions {
  /** Where the management side is reached, a path prefix included. */
  readonly baseUrl: string;
  /** The installation's; the first signs. */
  readonly secrets: readonly string[];
  /** Whom it lets in: an advertiser by name. Default: the operator. */
  readonly advertiser?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/** A link that opens the console once, within {@link linkLifetimeMs}. Who has it gets in: show it to nobody else. */
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

/** `undefined` for what is forged or too old. Whether it was used already is for the audit trail to say. */
export function openLink(text: string, seal: Seal, now: number): OpenedLink | undefined {
  const payload = seal.open("console-link", text);
  if (payload === undefined) return undefined;
  const link = v.safeParse(linkSchema, JSON.parse(payload));
  if (!link.success) return undefined;
  const { nonce, expiresAt, advertiser } = link.output;
  if (now >= expiresAt) return undefined;
  return { nonce, credential: advertiser === undefined ? { by: "link" } : { by: "link", advertiser } };
}
