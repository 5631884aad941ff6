import type { Context } from "./context.ts";
import { stageScript } from "./scripts/stage.ts";

/** A call whose text is longer sends it in parts, which its script puts together. */
export const maxInlineLength = 250_000;

/** Parts of one script. */
const maxParts = 1_000;

/** How many parts were staged: none of a small call, all of a large one. */
export async function stageLarge(
  { run, keys }: Context,
  nonce: string,
  parts: readonly string[],
): Promise<number> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length <= maxInlineLength && parts.length <= maxParts) return 0;
  let [args, size]: [string[], number] = [[], 0];
  for (const [index, part] of parts.entries()) {
    args.push(String(index + 1), part);
    size += part.length;
    if (size < maxInlineLength && args.length < 2 * maxParts && index < parts.length - 1) continue;
    await run(stageScript, [keys.root], [nonce, ...args]);
    [args, size] = [[], 0];
  }
  return parts.length;
}
