import { describe, expect, it } from "vitest";
import { createPrefix, isServicePath, servicePath } from "../../../core/pipeline/paths.ts";

const endpoints = [
  "/api/v1/web/ads",
  "/api/v1/web/interact",
  "/api/v1/web/seen",
  "/api/v1/ad",
  "/api/v1/click/abc-DEF_123",
  "/api/v1/pages/disclosure",
];
const health = ["/livez", "/readyz"];

describe.each([...endpoints, ...health])("the path %s", (path) => {
  it("is ours at the root, below the prefix, with a query, with a fragment, and in an absolute URL", () => {
    for (const [target, prefix] of [
      [path, ""],
      [path, "/ads"],
      [`/ads${path}`, "/ads"],
      [`/a/b-c/d.e${path}`, "/a/b-c/d.e"],
      [`/api/v1/tenant${path}`, "/api/v1/tenant"],
      [`${path}?x=1`, ""],
      [`${path}?x=/api/v1/other`, ""],
      [`${path}#top`, ""],
      [`https://ads.example${path}`, "/ads"],
      [`http://127.0.0.1:8787/prefix${path}?x#y`, "/prefix"],
      [`HTTPS://user@ads.example:8443${path}`, ""],
    ] as const) {
      expect([target, servicePath(target, prefix, true), isServicePath(target, prefix, true)]).toEqual([
        target,
        path,
        true,
      ]);
    }
  });

  it("is the host's below any other folder", () => {
    for (const target of [
      `/orders${path}`,
      `/ads2${path}`,
      `/ads/x${path}`,
      `/x/ads${path}`,
      `/ADS${path}`,
    ]) {
      expect([target, servicePath(target, "/ads", true), isServicePath(target, "/ads", true)]).toEqual([
        target,
        undefined,
        false,
      ]);
    }
    for (const target of [`/ads${path}`, `//ads${path}`, `/${path}`, `https://ads.example/${path}`]) {
      expect([target, servicePath(target, "", true)]).toEqual([target, undefined]);
    }
  });

  it("is not ours when its letters only look like it", () => {
    for (const target of [
      path.toUpperCase(),
      `/x${path.slice(1)}`,
      path.replaceAll("/", "%2F"),
      path.replaceAll("/", "\\"),
      path.slice(1),
    ]) {
      expect([target, isServicePath(target, "", true)]).toEqual([target, false]);
    }
  });
});

it.each(health)("%s belongs to the service only with the option", (path) => {
  for (const target of [path, `/ads${path}`]) {
    expect([servicePath(target, "/ads"), isServicePath(target, "/ads")]).toEqual([undefined, false]);
    expect([servicePath(target, "/ads", true), isServicePath(target, "/ads", true)]).toEqual([path, true]);
  }
});

describe("a path that only looks like one of ours", () => {
  it.each([
    "/",
    "",
    "*",
    "/api",
    "/api/v1",
    "/api/v1/",
    "/api/v1/ads",
    "/api/v1/admin",
    "/api/v1/advert",
    "/api/v1/ad/7",
    "/api/v1/website",
    "/api/v1/webads",
    "/api/v1/clicks",
    "/api/v1/click",
    "/api/v1/users",
    "/api/v2/web/ads",
    "/api/v10/web/ads",
    "/api/v1web/ads",
    "/myapi/v1/ad",
    "/users/livez",
    "/orders/api/v1/ad",
    "/orders/api/v1/web/ads",
    "/livez/",
    "/livez2",
    "/alivez",
    "/healthz",
    "/?/api/v1/web/ads",
    "/search?q=/api/v1/web/ads",
    "/#/api/v1/web/ads",
    "https://ads.example",
    "https://ads.example?x=/api/v1/ad",
    "https://livez",
    "https://livez/",
    "/blog/__proto__",
  ])("is left to the host: %s", (target) => {
    for (const hasHealth of [false, true]) expect(isServicePath(target, "/ads", hasHealth)).toBe(false);
  });

  it("has no path of ours to answer when nothing of it is ours", () => {
    for (const target of ["/", "/api/v1", "/blog?x=/api/v1/ad", "https://ads.example/about"]) {
      expect(servicePath(target)).toBeUndefined();
    }
  });

  it("begins at the first base that the prefix leaves", () => {
    expect(servicePath("/api/v1/tenant/api/v1/web/ads")).toBe("/api/v1/tenant/api/v1/web/ads");
    expect(servicePath("/api/v1/tenant/api/v1/web/ads", "/api/v1/tenant")).toBe("/api/v1/web/ads");
  });
});

describe("the prefix", () => {
  it("is the path of the base URL, read at first use and until there is one", () => {
    const asked: string[] = [];
    let baseUrl: string | undefined;
    const prefix = createPrefix({
      env: (name) => {
        asked.push(name);
        return baseUrl;
      },
    });
    expect(asked).toEqual([]);
    expect(prefix()).toBe("");
    baseUrl = "";
    expect(prefix()).toBe("");
    baseUrl = "not a URL";
    expect(prefix()).toBe("");
    baseUrl = "https://ads.example/shop/ads/?x#y";
    expect([prefix(), prefix()]).toEqual(["/shop/ads", "/shop/ads"]);
    expect(asked).toEqual(Array(4).fill("HANDBILL_BASE_URL"));
  });

  it("is empty at the root, and where the variable may not be read", () => {
    expect(createPrefix({ baseUrl: "https://ads.example" })()).toBe("");
    expect(createPrefix({ baseUrl: "https://ads.example/" })()).toBe("");
    const forbidden = (): never => {
      throw new Error("Run again with --allow-env.");
    };
    expect(createPrefix({ env: forbidden })()).toBe("");
  });

  it("is as a client sends it", () => {
    const prefix = createPrefix({ baseUrl: "https://ads.example/grün und gut" })();
    const { pathname } = new URL("https://ads.example/grün und gut/api/v1/ad");
    expect(servicePath(pathname, prefix)).toBe("/api/v1/ad");
  });
});
