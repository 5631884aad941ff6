import type { Campaign } from "../../catalog/entities.ts";
import { judgeQuality, mediansOf, type QualityLine } from "../../reporting/quality.ts";
import type { ServingStore } from "../../storage/serving-store.ts";
import type { NewWebhookMessage } from "../../storage/webhook-store.ts";
import type { Clock, EpochMs } from "../../timing/clock.ts";
import { ofPlatforms, readQualityCounts } from "../quality-counts.ts";
import { type Listener, messagesOf, type WebhookEvent } from "./event.ts";

export interface QualityWatchOptions {
  readonly store: Pick<ServingStore, "readCounts">;
  readonly campaigns: () => Iterable<Campaign> | Promise<Iterable<Campaign>>;
  readonly clock: Clock;
}

/** Judges the platforms each hour, and passes the messages about those that begin to stand out to `handle`. */
export type QualityWatch = (
  listeners: readonly Listener[],
  handle: (messages: readonly NewWebhookMessage[]) => Promise<void>,
) => Promise<void>;

const hourMs = 3_600_000;
const judgedHours = 24;
/** Instances store their counts within this time. */
const settledAfterMs = 600_000;
/** A platform that has stood out for longer causes no event any more. */
const hoursBack = 24;

type StandingOutLines = ReadonlyMap<string, QualityLine>;

/**
 * Looks at the last 24 full hours. All instances find the same hour in which a platform began to stand out, so the event has the
 * same id on all of them. A new instance looks up to 24 hours back, if a platform stands out now.
 */
export function createQualityWatch({ store, campaigns, clock }: QualityWatchOptions): QualityWatch {
  const known = new Map<EpochMs, StandingOutLines>();
  const judge = async (to: EpochMs): Promise<StandingOutLines> => {
    const counts = await readQualityCounts(store, await campaigns(), { from: to - judgedHours * hourMs, to });
    const platforms = ofPlatforms(counts ?? []);
    const lines = judgeQuality(platforms, mediansOf(platforms));
    return new Map(
      lines.filter(({ standsOut }) => standsOut.length > 0).map((line) => [line.platformId, line]),
    );
  };
  const linesAt = async (to: EpochMs): Promise<StandingOutLines> => {
    const lines = known.get(to) ?? (await judge(to));
    known.set(to, lines);
    return lines;
  };
  const beginningOf = async (platformId: string, now: EpochMs): Promise<WebhookEvent | undefined> => {
    let line: QualityLine | undefined;
    for (let to = now; to > now - hoursBack * hourMs; to -= hourMs) {
      const earlier = (await linesAt(to)).get(platformId);
      if (earlier === undefined) return line && eventOf(line, to + hourMs);
      line = earlier;
    }
    return undefined;
  };
  return async (listeners, handle) => {
    const now = Math.floor((clock() - settledAfterMs) / hourMs) * hourMs;
    for (const to of known.keys()) if (to <= now - hoursBack * hourMs) known.delete(to);
    const events: WebhookEvent[] = [];
    for (const platformId of (await linesAt(now)).keys()) {
      const event = await beginningOf(platformId, now);
      if (event !== undefined) events.push(event);
    }
    await handle(messagesOf(events, listeners));
  };
}

/** Only for the operator: it is about how others compare. */
function eventOf({ platformId, publisherId, standsOut }: QualityLine, at: EpochMs): WebhookEvent {
  return {
    type: "platform.stands_out",
    publisherId: "",
    at,
    identity: [platformId, String(at)],
    data: {
      platform_id: platformId,
      publisher_id: publisherId,
      sentences: standsOut.map(({ sentence }) => sentence),
    },
  };
}
