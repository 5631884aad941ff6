import { describe, expect, it } from "vitest";
import {
  createManagement,
  type Management,
  type ManagementOptions,
} from "../../core/management/management.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { baseUrl, install, operatorToken, secret } from "./installation.ts";

const at = `${baseUrl}/shop/ads`;

async function open(options: Partial<ManagementOptions> = {}): Promise<Management> {
  const { store } = await install();
  const settings = { baseUrl: at, secrets: [secret], operatorTokens: [operatorToken] };
  return createManagement({ store, ...settings, console: createConsole(), log: () => {}, ...options });
}

async function ask(management: Management, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${operatorToken}` };
  const { status } = await management.fetch(new Request(`https://host.example${path}`, { headers }));
  return [path, management.handles(path), status];
}

describe("the paths of the management side", () => {
  it.each([
    ["/api/v1/manage/publishers", 200],
    ["/api/v1/manage/publishers?limit=1", 200],
    ["/api/v1/manage/openapi.json", 200],
    ["/api/v1/manage/nothing", 404],
    ["/console", 303],
    ["/console/", 401],
    ["/console/campaigns/new", 401],
  ])("are exactly its own, or below the path of the base URL: %s", async (path, status) => {
    const management = await open();
    expect(await ask(management, path)).toEqual([path, true, status]);
    expect(await ask(management, `/shop/ads${path}`)).toEqual([`/shop/ads${path}`, true, status]);
  });

  it.each([
    "/blog/openapi.json",
    "/shop/openapi.json",
    "/orders/api/v1/manage/publishers",
    "/orders/api/v1/manage/openapi.json",
    "/orders/console/",
    "/shop/console",
    "/shop/ads2/console",
    "/x/shop/ads/console/",
    "//console/",
    "//api/v1/manage/publishers",
    "/%63onsole/",
    "/consoles",
    "/openapi.json/",
    "/shop/ads/api/v1/ad",
    "/?next=/console/",
  ])("leave the host its own: %s", async (path) => {
    expect(await ask(await open(), path)).toEqual([path, false, 404]);
  });

  it("do not have /openapi.json, unless the option for servers without pages of their own is set", async () => {
    for (const path of ["/openapi.json", "/shop/ads/openapi.json"]) {
      expect(await ask(await open(), path)).toEqual([path, false, 200]);
      expect(await ask(await open({ openApiAtRoot: true }), path)).toEqual([path, true, 200]);
    }
    const one = await (await open()).fetch(new Request(`${at}/openapi.json`));
    const other = await (await open()).fetch(new Request(`${at}/api/v1/manage/openapi.json`));
    expect(await one.text()).toBe(await other.text());
  });

  it("have no console by default", async () => {
    const management = await open({ console: undefined });
    expect(await ask(management, "/shop/ads/console/")).toEqual(["/shop/ads/console/", false, 404]);
  });

  it("leave the ad endpoints alone below a base URL whose path is /console", async () => {
    const management = await open({ baseUrl: `${baseUrl}/console` });
    expect(management.handles("/console/api/v1/web/ads")).toBe(false);
    expect(management.handles("/console/api/v1/manage/publishers")).toBe(true);
    expect(management.handles("/console/console/")).toBe(true);
  });
});
