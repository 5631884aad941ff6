import { toBase64Url } from "../../core/signing/base64url.ts";
import { type Random, systemRandom } from "../../core/signing/random.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

const secretBytes = 32;

/** How to rotate a secret without losing a view: help of the command line. */
export const rotationHelp = `To rotate the secret without losing a view, finish each step on every instance before the next:
  1. HANDBILL_IDENTITY_SECRET=old   permanently, or frequency caps restart
  2. HANDBILL_SECRET=old,new        every instance accepts the new secret
  3. HANDBILL_SECRET=new,old        the new secret signs
To go back, reverse the steps. Remove a secret an hour after it last signed, at the earliest: its click links end with it.`;

/** Makes a signing secret: 43 characters, 256 bits. */
export function newSecret(random: Random = systemRandom): string {
  return toBase64Url(random(secretBytes));
}

export function printSecret(terminal: Terminal, { json }: { readonly json: boolean }): ExitCode {
  const secret = newSecret();
  terminal.data(json ? JSON.stringify({ secret }) : secret);
  terminal.talk(`Set it as HANDBILL_SECRET, the same on every instance.\n${rotationHelp}`);
  return 0;
}
