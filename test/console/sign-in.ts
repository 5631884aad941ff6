import type { Page } from "playwright-core";
import type { OpenConsole } from "./open-console.ts";

/** Opens the console by a new one-time link. */
export async function enterByLink(tab: Page, { link }: Pick<OpenConsole, "link">): Promise<void> {
  await tab.goto(link());
  await tab.getByRole("button", { name: "Open the console" }).click();
  await tab.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
}

/** Signs in by the form. */
export async function enterByToken(tab: Page, url: string, token: string): Promise<void> {
  await tab.goto(`${url}/console/sign-in`);
  await tab.getByLabel("Token or key").fill(token);
  await tab.getByRole("button", { name: "Sign in" }).click();
  await tab.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
}
