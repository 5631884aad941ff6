import { zoneOffsetMs } from "../../core/timing/zone-day.ts";
import { type Html, html } from "./html.ts";

/** Formats an instant for reading, in UTC. */
export function moment(iso: string | null | undefined): Html | string {
  if (iso === null || iso === undefined) return "–";
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")} UTC</time>`;
}

/** Formats an instant as `datetime-local` in a zone. Returns an invalid one unchanged. */
export function localOf(iso: string | undefined, timeZone: string): string {
  if (iso === undefined) return "";
  const at = Date.parse(iso);
  const offset = offsetAt(timeZone, at);
  if (Number.isNaN(at) || offset === undefined) return iso;
  return new Date(at + offset).toISOString().slice(0, 16);
}

/** Parses a `datetime-local` of a zone into an instant. Returns an invalid one unchanged. Empty: `undefined`. */
export function instantOf(typed: string, timeZone: string): string | undefined {
  if (typed === "") return undefined;
  const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN;
  const near = offsetAt(timeZone, local);
  if (near === undefined) return typed;
  const offset = offsetAt(timeZone, local - near) ?? near;
  return new Date(local - offset).toISOString();
}

function offsetAt(timeZone: string, at: number): number | undefined {
  if (Number.isNaN(at)) return undefined;
  try {
    return zoneOffsetMs(timeZone, at);
  } catch (error) {
    // The runtime does not know the zone: the API reports it.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
