import * as v from "valibot";
import { readSettings } from "../../core/management/settings.ts";
import { consoleLink } from "../console/link.ts";
import { environment } from "../node/environment.ts";
import { serverAdvice } from "./data-options.ts";
import { type Server, ServerRefused } from "./server/connect.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

export interface ConsoleLinkOptions {
  /** The address of the management side. Default: `HANDBILL_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** The advertiser that the link signs in. Default: the operator. */
  readonly advertiser?: string | undefined;
  readonly json: boolean;
}

/** Prints a link that opens the console once. Needs no store: the installation's secret signs the link. */
export function printConsoleLink(terminal: Terminal, options: ConsoleLinkOptions): ExitCode {
  const { baseUrl, advertiser } = options;
  const read = readSettings({ baseUrl, env: environment });
  if (!read.ok) {
    for (const fault of [...read.faults, serverAdvice]) terminal.talk(fault);
    return 2;
  }
  const { settings } = read;
  const link = consoleLink({ baseUrl: settings.baseUrl, secrets: settings.secrets, advertiser });
  return print(terminal, link, options);
}

const answer = v.object({ link: v.string() });

/** Prints a link that a running server makes with its secret. */
export async function printServerLink(
  { call, url }: Server,
  terminal: Terminal,
  options: ConsoleLinkOptions,
): Promise<ExitCode> {
  try {
    const { link } = await call(answer, "POST", "/console-links", {
      body: { advertiser: options.advertiser },
    });
    return print(terminal, link, options);
  } catch (error) {
    if (!(error instanceof ServerRefused && error.code === "not_found")) throw error;
    terminal.talk(`${url} has no console: set HANDBILL_CONSOLE=on where it starts.`);
    return 1;
  }
}

function print(terminal: Terminal, link: string, { advertiser, json }: ConsoleLinkOptions): ExitCode {
  terminal.data(json ? JSON.stringify({ link }) : link);
  const whom = advertiser === undefined ? "the operator" : "this advertiser";
  terminal.talk(
    `It opens the console of a server with HANDBILL_CONSOLE=on for ${whom}, once, within 15 minutes. Anyone with the link gets in.`,
  );
  return 0;
}
