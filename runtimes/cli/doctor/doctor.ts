import { setVariables } from "../../../core/environment.ts";
import { createCatalogView } from "../../../core/management/catalog-view.ts";
import { environment } from "../../node/environment.ts";
import type { StoreLocation } from "../store-settings.ts";
import { type Colour, type ExitCode, painted, printable, type Terminal } from "../terminal.ts";
import { checkCampaigns } from "./check-campaigns.ts";
import { checkSettings } from "./check-settings.ts";
import { checkSites } from "./check-sites.ts";
import { checkClock, checkCurrency, checkLimiter, checkStore, openToCheck } from "./check-store.ts";
import { checkTopics } from "./check-topics.ts";
import type { Finding } from "./finding.ts";

export interface DoctorOptions {
  readonly baseUrl?: string | undefined;
  readonly production: boolean;
  readonly json: boolean;
}

/** Checks an installation and prints its faults, each with its fix. Exit code 1: something fails. Changes nothing. */
export async function examine(
  location: StoreLocation,
  terminal: Terminal,
  options: DoctorOptions,
): Promise<ExitCode> {
  const findings = [
    ...(await checkSettings(location, options)),
    ...(await examineStore(location, options)),
    await checkLimiter(setVariables(environment)("HANDBILL_RATE_LIMITER"), location),
  ];
  if (options.json) terminal.data(JSON.stringify({ findings }));
  else for (const finding of findings) terminal.data(lines(terminal, finding));
  return findings.some(({ level }) => level === "fail") ? 1 : 0;
}

async function examineStore(
  location: StoreLocation,
  { production }: DoctorOptions,
): Promise<readonly Finding[]> {
  const opened = await openToCheck(location);
  if ("level" in opened) return [opened];
  const { store } = opened;
  try {
    const answers = await checkStore(opened);
    if (answers.some(({ level }) => level === "fail")) return answers;
    const view = await createCatalogView(store)();
    return [
      ...answers,
      ...(await checkCurrency(store)),
      await checkClock(store),
      ...checkSites(view, production),
      ...(await checkCampaigns(store, view)),
      ...checkTopics([...view.topics.values()]),
    ];
  } finally {
    await store.close();
  }
}

const colours = { ok: "green", warn: "yellow", fail: "red" } as const satisfies Readonly<
  Record<Finding["level"], Colour>
>;

/** One line, and the fix below it. */
function lines(terminal: Terminal, { level, subject, message, fix }: Finding): string {
  const head = `${painted(terminal, colours[level], level.padEnd(4))}  ${printable(`${subject}: ${message}`)}`;
  return fix === undefined ? head : `${head}\n      ${printable(fix)}`;
}
