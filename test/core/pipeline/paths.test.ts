import { describe, expect, it } from "vitest";
import { isOurs, ownPath } from "../../../core/pipeline/paths.ts";

const paths = [
  "/api/v1/web/ads",
  "/api/v1/web/interact",
  "/api/v1/web/seen",
  "/api/v1/ad",
  "/api/v1/click/abc-DEF_123",
  "/api/v1/pages/disclosure",
  "/livez",
  "/readyz",
];

describe.each(paths)("the path %s", (path) => {
  it("is ours at the root, below a prefix, with a query, with a fragment, and in an absolute URL", () => {
    for (const target of [
      path,
      `/ads${path}`,
      `/a/b-c/d.e${path}`,
      `${path}?x=1`,
      `${path}?x=/api/v1/other`,
      `${path}#top`,
      `https://ads.example${path}`,
      `http://127.0.0.1:8787/prefix${path}?x#y`,
      `HTTPS://user@ads.example:8443${path}`,
    ]) {
      expect([target, ownPath(target), isOurs(target)]).toEqual([target, path, true]);
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
      expect([target, isOurs(target)]).toEqual([target, false]);
    }
  });
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
    expect(isOurs(target)).toBe(false);
  });

  it("has no path of ours to answer when nothing of it is ours", () => {
    for (const target of ["/", "/api/v1", "/blog?x=/api/v1/ad", "https://ads.example/about"]) {
      expect(ownPath(target)).toBeUndefined();
    }
  });

  it("begins at the last of two bases, so that a prefix may look like ours", () => {
    expect(ownPath("/api/v1/tenant/api/v1/web/ads")).toBe("/api/v1/web/ads");
  });
});
