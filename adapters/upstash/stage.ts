import type { Context } from "./context.ts";
import { requestsOf } from "./request-size.ts";
import { stageScript } from "./scripts/stage.ts";

/** How many parts were staged: none of a call that fits into one request, all of a larger one. */
export async function stageLarge(
  { run, keys }: Context,
  nonce: string,
  parts: readonly string[],
): Promise<number> {
  const requests = requestsOf([...parts.entries()], ([, part]) => [part]);
  if (requests.length <= 1) return 0;
  for (const request of requests) {
    const args = request.flatMap(([index, part]) => [String(index + 1), part]);
    await run(stageScript, [keys.root], [nonce, ...args]);
  }
  return parts.length;
}
