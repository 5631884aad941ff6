import type { Campaign, WeeklyHours } from "../catalog/entities.ts";
import type { EpochMs } from "../timing/clock.ts";

/** Whether a campaign runs at an instant. */
export type Schedule = (now: EpochMs) => boolean;

const hourMs = 3_600_000;
const quarterMs = hourMs / 4;

export function compileSchedule(campaign: Campaign): Schedule {
  const startsAt = campaign.startsAt === undefined ? Number.NEGATIVE_INFINITY : Date.parse(campaign.startsAt);
  const endsAt = campaign.endsAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(campaign.endsAt);
  const inHours = campaign.hours === undefined ? () => true : weekly(campaign.hours, campaign.timeZone);
  return (now) => now >= startsAt && now < endsAt && inHours(now);
}

function weekly(hours: readonly WeeklyHours[], timeZone: string): Schedule {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "numeric",
    hourCycle: "h23",
  });
  let quarter = Number.NaN;
  let running = false;
  return (now) => {
    // Zones differ by multiples of a quarter of an hour, so the answer holds for one.
    const current = Math.floor(now / quarterMs);
    if (current !== quarter) {
      const parts = format.formatToParts(now);
      const day = weekdays.indexOf(parts.find((part) => part.type === "weekday")?.value ?? "") + 1;
      const hour = Number(parts.find((part) => part.type === "hour")?.value);
      running = hours.some((window) => window.days.includes(day) && hour >= window.from && hour < window.to);
      quarter = current;
    }
    return running;
  };
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
