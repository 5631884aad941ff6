import type { Count, Metric } from "../../../core/storage/counts.ts";
import { count } from "../../conformance/fixtures.ts";

/** An hour of a platform: 2,000 requests, 1,000 ads, of which 600 are seen after 4 s each. */
export interface PlatformHour extends Partial<Omit<Count, "metric" | "n" | "reason">> {
  /** Default 6. */
  readonly clicks?: number | undefined;
}

export function trafficOf({ clicks = 6, ...place }: PlatformHour): readonly Count[] {
  const line = (metric: Metric, n: number, reason = ""): Count => count({ metric, n, reason, ...place });
  return [
    line("request", 2_000),
    line("no_ad", 100, "bot"),
    line("no_ad", 900, "topic"),
    line("issued", 950),
    line("issued", 50, "a-rule"),
    line("seen", 600),
    line("view_seconds", 2_400),
    line("click", clicks),
  ];
}

const hourMs = 3_600_000;

/** This hour and the one before, which is enough traffic to compare. */
export function recentTraffic(platform: Omit<PlatformHour, "hour">): readonly Count[] {
  const hour = Math.floor(Date.now() / hourMs) * hourMs;
  return [hour, hour - hourMs].flatMap((one) => trafficOf({ ...platform, hour: one }));
}
