import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

const executablePath = "/usr/bin/chromium";
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Debian's Chromium. Back-forward cache is on, as people have it. */
export function launchChromium(): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error("Chromium is missing. Run: sudo apt-get install -y --no-install-recommends chromium");
  }
  return chromium.launch({
    executablePath,
    args: flags,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
}

/** A visitor's browser window. Its name has no "Headless": the server takes that for a bot, and counts no click of it. */
export async function openWindow(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const version = browser.version();
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;
  const window = await browser.newContext({ userAgent, viewport: { width: 800, height: 600 }, ...options });
  // Not Playwright's 30 s: a loaded machine is given its time.
  window.setDefaultTimeout(200_000);
  return window;
}
