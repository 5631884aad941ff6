import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchChromium } from "../browser/harness/chromium.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";

export interface ConsoleWorld {
  readonly browser: () => Browser;
  readonly place: () => OpenConsole;
}

/** A browser and a console for the tests of a file: there from the first test on. */
export function consoleWorld(): ConsoleWorld {
  let opened: { readonly browser: Browser; readonly place: OpenConsole } | undefined;
  beforeAll(async () => {
    const [browser, place] = await Promise.all([launchChromium(), openConsole()]);
    opened = { browser, place };
  });
  afterAll(async () => {
    await opened?.browser.close();
    await opened?.place.close();
  });
  const there = (): NonNullable<typeof opened> => {
    if (opened === undefined) throw new Error("The console opens before the first test.");
    return opened;
  };
  return { browser: () => there().browser, place: () => there().place };
}
