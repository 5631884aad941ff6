import { toBase64Url } from "../../core/signing/base64url.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { parseNumber, parseText } from "./json.ts";
import type { Keys } from "./keys.ts";
import type { Reply, RunScript } from "./run-script.ts";
import { zonesScript } from "./scripts/reads.ts";
import type { Script } from "./scripts/script.ts";
import { zoneDays } from "./zone-days.ts";

/** The state that all operations of a store share. */
export interface Context {
  readonly run: RunScript;
  readonly keys: Keys;
  /** The clock of tests; Redis TIME without it. */
  readonly clock: Clock | undefined;
  readonly deliveriesKeptMs: number;
  readonly countsKeptMs: number;
  readonly networksKeptMs: number;
}

/** Items of one script: 64 orders of three choices take it about two milliseconds, in which nothing else runs. */
export const maxPerScript = 64;

/** Documents of one reply: well below the smallest request that Upstash takes. */
export const pageBytes = 500_000;

/** A clock of tests stands still while Redis goes on to let keys expire. */
export function slackMs({ clock }: Pick<Context, "clock">): number {
  return clock === undefined ? 0 : 3_600_000;
}

export function nowArgument({ clock }: Pick<Context, "clock">): string {
  return clock === undefined ? "" : String(clock());
}

const nonceBytes = 9;

/** Names one call, so that a script knows the client's own retry of it. */
export function newNonce(): string {
  return toBase64Url(systemRandom(nonceBytes));
}

/**
 * Runs a script that judges by campaigns, until it was able to: writes the days of zones that it misses, and lets it give
 * back more expired holds.
 */
export async function judge(
  context: Context,
  script: Script,
  keys: readonly string[],
  args: readonly string[],
): Promise<Reply> {
  for (let writes = 0; ; ) {
    const reply = await context.run(script, [context.keys.root, ...keys], args);
    const [kind, now] = reply.head;
    if (kind === "backlog") continue;
    if (kind !== "zones") return reply;
    if (writes === 3) throw new Error(`${script.name}: the days of a time zone cannot be written`);
    writes += 1;
    await writeZones(context, reply.lines.map(parseText), parseNumber(now));
  }
}

async function writeZones(context: Context, zones: readonly string[], now: number): Promise<void> {
  const args = zones.flatMap((zone) => {
    const { text, end } = zoneDays(zone, now);
    return [zone, text, String(end - now + slackMs(context))];
  });
  await context.run(zonesScript, [context.keys.root], args);
}

export function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}
