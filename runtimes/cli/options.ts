/** The options and arguments that several commands share. */
import { InvalidArgumentError, Option } from "commander";
import * as v from "valibot";
import { timeZone } from "../../core/catalog/fields.ts";
import { isInstant } from "../../core/catalog/instant.ts";
import { maxNameLength } from "../../core/catalog/limits.ts";
import { dayFault } from "../../core/management/report-range.ts";

export function baseUrlOption(): Option {
  return new Option("--base-url <url>", "address of the service from outside").env("HANDBILL_BASE_URL");
}

export function jsonOption(): Option {
  return new Option("--json", "print one line of JSON").env("HANDBILL_JSON").default(false);
}

export function planOption(): Option {
  return new Option("--plan", "only show what would change").env("HANDBILL_PLAN").default(false);
}

export function publisherOption(description: string): Option {
  return new Option("--publisher <id>", description).env("HANDBILL_PUBLISHER");
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError("Give a number from 1 to 65535.");
}

export function parseInstant(text: string): number {
  if (isInstant(text)) return Date.parse(text);
  throw new InvalidArgumentError("Give an instant with its offset, like 2030-05-01T09:00:00+02:00.");
}

export function parseDay(text: string): string {
  const fault = dayFault(text);
  if (fault === undefined) return text;
  throw new InvalidArgumentError(fault);
}

export function parseTimeZone(text: string): string {
  if (v.is(timeZone, text)) return text;
  throw new InvalidArgumentError("Give an IANA name, like Europe/Berlin.");
}

export function parseKeyId(text: string): string {
  const id = /^hb_(?:live|test|manage)_([0-9A-Za-z]{8})/.exec(text)?.[1] ?? text;
  if (/^[0-9A-Za-z]{8}$/.test(id)) return id;
  throw new InvalidArgumentError(
    "Give the 8 characters after hb_live_, hb_test_ or hb_manage_; `handbill key list` shows them.",
  );
}

export function parseAdvertiser(text: string): string {
  if (text.trim() !== "") return parseLabel(text);
  throw new InvalidArgumentError("Give the advertiser's name as its campaigns have it.");
}

export function parseLabel(text: string): string {
  if ([...text].length <= maxNameLength && !/[\p{Cc}\p{Cs}]/u.test(text)) return text;
  throw new InvalidArgumentError(
    `Give at most ${maxNameLength} characters, no control characters among them.`,
  );
}
