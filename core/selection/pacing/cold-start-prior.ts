import type { HourlyTraffic } from "./week-curve.ts";

/** Relative requests by hour of the UTC day or week, above 0; `undefined` for hours that were never counted. */
export type KnownHours = readonly (number | undefined)[];

/** A kind of day: traffic of the night relative to the peak, local time of the peak, and sharpness of the peak. */
interface Kind {
  readonly night: number;
  readonly peak: number;
  readonly sharpness: number;
}

/** Traffic of machines: all hours alike. */
const flat: Kind = { night: 0, peak: 0, sharpness: 0 };
/** Kinds of sites: machines, worldwide, around the clock, at work, in the evening. */
const kinds: readonly Kind[] = [
  flat,
  { night: 1, peak: 15, sharpness: 1 },
  { night: 0.3, peak: 17, sharpness: 1 },
  { night: 0.05, peak: 13, sharpness: 3 },
  { night: 0.05, peak: 20.5, sharpness: 3 },
];

/** Deviation of an hour of a site from its kind, in logarithms. */
const spread = 0.6;
const flatSpread = 0.08;
/**
 * The most that flat hours favour the flat kind, as a factor: a night is flat, too. A larger factor is worse for flat nights
 * and better for flat days.
 */
const maxFlatFactor = 12;

/**
 * Fills unknown hours with the mean of several kinds of days, weighted by how well the known hours fit each kind, and scaled to
 * the known hours. `offsetMs` is how far the audience's clocks are ahead of UTC.
 */
export function fillFromPrior(known: KnownHours, offsetMs: number): HourlyTraffic {
  const counted = known.flatMap((n, hour) => (n === undefined ? [] : [{ n, hour }]));
  if (counted.length === known.length) return counted.map(({ n }) => n);
  const sum = sumOf(counted.map(({ n }) => n));
  const fits = kinds.map((kind) => {
    const shape = shapeOf(kind, offsetMs / 3_600_000);
    const off = counted.map(({ n, hour }) => Math.log(n / (shape[hour] ?? 1)));
    const mean = sumOf(off) / off.length;
    const error = sumOf(off.map((by) => (by - mean) ** 2));
    const fit = kind === flat ? fitOfFlat(error, off.length) : -error / (2 * spread ** 2);
    return { shape, fit };
  });
  const best = Math.max(...fits.map(({ fit }) => fit));
  const mixed = known.map((_, hour) =>
    sumOf(fits.map(({ shape, fit }) => (shape[hour] ?? 0) * Math.exp(fit - best))),
  );
  const ofMixed = sumOf(counted.map(({ hour }) => mixed[hour] ?? 0));
  const size = counted.length > 0 ? sum / ofMixed : mixed.length / sumOf(mixed);
  return known.map((n, hour) => n ?? (mixed[hour] ?? 0) * size);
}

/** The same for a week. Unknown days are assumed to be alike. */
export function fillWeek(week: KnownHours, offsetMs: number): HourlyTraffic {
  const ofDay = Array.from({ length: 24 }, (_, hour) => {
    const known = week.filter((n, index) => n !== undefined && index % 24 === hour);
    return known.length === 0 ? undefined : sumOf(known.map((n) => n ?? 0)) / known.length;
  });
  const filled = fillFromPrior(ofDay, offsetMs);
  return week.map((n, index) => n ?? filled[index % 24] ?? 1);
}

/** The log-likelihood of the flat kind, limited. A single hour shows only the scale. */
function fitOfFlat(error: number, hours: number): number {
  const sharper = Math.max(hours - 1, 0) * Math.log(spread / flatSpread);
  return Math.min(sharper, Math.log(maxFlatFactor)) - error / (2 * flatSpread ** 2);
}

/** By hour of the UTC day; the mean hour has 1. */
function shapeOf({ night, peak, sharpness }: Kind, hoursAhead: number): HourlyTraffic {
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const angle = ((hour + 0.5 + hoursAhead - peak) / 24) * 2 * Math.PI;
    return night + Math.exp(sharpness * (Math.cos(angle) - 1));
  });
  const sum = sumOf(hours);
  return hours.map((density) => (density * hours.length) / sum);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
