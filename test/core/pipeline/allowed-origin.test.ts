import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAllowedOrigin } from "../../../core/pipeline/allowed-origin.ts";
import { anyText, holds } from "../property.ts";

const exact = ["https://shop.example", "https://shop.example:8443", "http://localhost:3000"];
const wildcard = ["https://*.example.com"];

describe("an allowed site address (contract.md §5)", () => {
  it.each(exact)("lets in its own pages: %s", (origin) => {
    expect(isAllowedOrigin(origin, exact)).toBe(true);
  });

  it.each([
    ["another scheme", "http://shop.example"],
    ["another port", "https://shop.example:444"],
    ["the usual port written out", "https://shop.example:443"],
    ["a slash at the end", "https://shop.example/"],
    ["a path", "https://shop.example/ads"],
    ["capitals, which no browser sends", "https://Shop.example"],
    ["a subdomain", "https://www.shop.example"],
    ["the domain above", "https://example"],
    ["a longer name that begins alike", "https://shop.example.evil.test"],
    ["a longer name that ends alike", "https://evilshop.example"],
    ["a dot at the end", "https://shop.example."],
    ["a user", "https://shop.example@evil.test"],
    ["another localhost port", "http://localhost:3001"],
    ["null", "null"],
    ["nothing", ""],
    ["a list", "https://shop.example, https://shop.example"],
    ["a line break", "https://shop.example\n"],
    ["a file", "file://"],
    ["an extension", "chrome-extension://abc"],
  ])("keeps out %s: %s", (_name, origin) => {
    expect(isAllowedOrigin(origin, exact)).toBe(false);
  });

  it("is needed: a platform without any accepts no page", () => {
    expect(isAllowedOrigin("https://shop.example", [])).toBe(false);
  });
});

describe("a wildcard", () => {
  it.each([
    "https://a.example.com",
    "https://a.b.c.example.com",
    "https://xn--bcher-kva.example.com",
    "https://1-2.example.com",
    "https://my_shop.example.com",
  ])("lets in a subdomain: %s", (origin) => {
    expect(isAllowedOrigin(origin, wildcard)).toBe(true);
  });

  it.each([
    ["the domain itself", "https://example.com"],
    ["a name that ends alike without the dot", "https://evilexample.com"],
    ["a name that ends alike after a hyphen", "https://a-example.com"],
    ["the domain below another", "https://a.example.com.evil.test"],
    ["another top level", "https://a.example.co"],
    ["plain http", "http://a.example.com"],
    ["another scheme", "wss://a.example.com"],
    ["a port", "https://a.example.com:8443"],
    ["a port that ends like the domain", "https://evil.test:1.example.com"],
    ["a user", "https://evil.test@a.example.com"],
    ["a path", "https://evil.test/.example.com"],
    ["a query", "https://evil.test?.example.com"],
    ["a fragment", "https://evil.test#.example.com"],
    ["a backslash", "https://evil.test\\.example.com"],
    ["a percent sign", "https://evil.test%2f.example.com"],
    ["capitals", "https://A.example.com"],
    ["capitals in the domain", "https://a.EXAMPLE.com"],
    ["an empty label", "https://.example.com"],
    ["a dot at the end", "https://a.example.com."],
    ["letters outside ASCII", "https://bücher.example.com"],
    ["a space", "https://a b.example.com"],
    ["a line break", "https://a.example.com\n"],
    ["two schemes", "https://https://a.example.com"],
    ["null", "null"],
  ])("keeps out %s: %s", (_name, origin) => {
    expect(isAllowedOrigin(origin, wildcard)).toBe(false);
  });

  it("lets in exactly the https origins that the URL standard puts below the domain", () => {
    const host = fc.stringMatching(/^[a-zA-Z0-9.:@/?#%\\-]{0,12}(?:\.?example\.com)[.:0-9a-z/]{0,6}$/);
    holds(
      fc.property(fc.oneof(host, anyText), fc.constantFrom("https://", "http://"), (rest, scheme) => {
        const origin = scheme + rest;
        if (!isAllowedOrigin(origin, wildcard)) return;
        const url = new URL(origin);
        expect(url.protocol).toBe("https:");
        expect(url.port).toBe("");
        expect(url.hostname.endsWith(".example.com")).toBe(true);
        expect(url.username + url.password + url.search + url.hash).toBe("");
      }),
      3_000,
    );
  });

  it("stands beside exact addresses", () => {
    expect(isAllowedOrigin("https://example.com", [...wildcard, "https://example.com"])).toBe(true);
  });
});
