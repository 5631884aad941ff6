import type { WeeklyHours } from "../../core/catalog/entities.ts";

const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Formats hours of the week as lines: `Mon, Tue, Wed 9-17`. */
export function writeHours(hours: readonly WeeklyHours[]): string {
  return hours
    .map(({ days, from, to }) => `${days.map((day) => names[day - 1] ?? day).join(", ")} ${from}-${to}`)
    .join("\n");
}

/**
 * Parses such lines; days may be a range (`Mon-Fri`). Keeps invalid lines as text, so that the API reports them. No
 * line: `undefined`.
 */
export function hoursOf(lines: readonly string[]): readonly (WeeklyHours | string)[] | undefined {
  return lines.length === 0 ? undefined : lines.map((line) => hoursOfLine(line) ?? line);
}

function hoursOfLine(line: string): WeeklyHours | undefined {
  const match = /^([A-Za-z ,–-]+?)\s+(\d{1,2})(?::00)?\s*[-–]\s*(\d{1,2})(?::00)?$/.exec(line);
  if (match === null) return undefined;
  const days = (match[1] ?? "").split(",").flatMap((part) => daysOf(part.trim()));
  return days.includes(0) ? undefined : { days, from: Number(match[2]), to: Number(match[3]) };
}

/** 0: not a day. */
function daysOf(part: string): readonly number[] {
  const [first = 0, last = first] = part.split(/\s*[-–]\s*/).map(dayOf);
  if (first === 0 || last < first) return [0];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function dayOf(name: string): number {
  return names.findIndex((known) => known.toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;
}
