import { toBase64Url } from "../../core/signing/base64url.ts";
import { type Random, systemRandom } from "../../core/signing/random.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

const secretBytes = 32;

/** A signing secret: 43 characters, 256 bits. */
export function newSecret(random: Random = systemRandom): string {
  return toBase64Url(random(secretBytes));
}

export function printSecret(terminal: Terminal, { json }: { readonly json: boolean }): ExitCode {
  const secret = newSecret();
  terminal.data(json ? JSON.stringify({ secret }) : secret);
  terminal.talk("Set it as HANDBILL_SECRET. To rotate, put the new one first: HANDBILL_SECRET=new,old");
  return 0;
}
