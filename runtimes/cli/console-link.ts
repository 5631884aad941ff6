import { readSettings } from "../../core/management/settings.ts";
import { consoleLink } from "../console/link.ts";
import { environment } from "../node/environment.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

export interface ConsoleLinkOptions {
  /** The address of the management side. Default: `HANDBILL_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** The advertiser that the link signs in. Default: the operator. */
  readonly advertiser?: string | undefined;
  readonly json: boolean;
}

/** Prints a link that opens the console once. Needs no store: the installation's secret signs the link. */
export function printConsoleLink(
  terminal: Terminal,
  { baseUrl, advertiser, json }: ConsoleLinkOptions,
): ExitCode {
  const read = readSettings({ baseUrl, env: environment });
  if (!read.ok) {
    for (const fault of read.faults) terminal.talk(fault);
    return 2;
  }
  const { settings } = read;
  const link = consoleLink({ baseUrl: settings.baseUrl, secrets: settings.secrets, advertiser });
  terminal.data(json ? JSON.stringify({ link }) : link);
  const whom = advertiser === undefined ? "the operator" : "this advertiser";
  terminal.talk(
    `It opens the console of a server with HANDBILL_CONSOLE=on for ${whom}, once, within 15 minutes. Anyone with the link gets in.`,
  );
  return 0;
}
