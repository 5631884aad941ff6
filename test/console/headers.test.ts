import { beforeAll, describe, expect, it } from "vitest";
import { createConsole } from "../../runtimes/console/console.ts";
import { baseUrl, type Installation, install, operatorToken } from "../management/installation.ts";
import { signedIn, type Visitor, visitor } from "./visitor.ts";

let place: Installation;
let operator: Visitor;

beforeAll(async () => {
  place = await install({ console: createConsole() });
  operator = await signedIn(place.management, operatorToken);
});

const policyWith = (media: string): string =>
  `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'${media} data:; media-src 'self'${media}; ` +
  "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

describe("every answer", () => {
  it.each([
    ["a page", "campaigns", 200],
    ["a page that is not there", "nothing", 404],
    ["an object that is not there", "campaigns/nobody", 404],
    ["a wrong query", "reports?from=yesterday", 400],
    ["data for the script", "deliveries/recent", 200],
  ])("as %s has a strict policy and is not cached", async (_name, path, status) => {
    const { headers, status: answered, text } = await operator.read(path);
    expect(answered).toBe(status);
    expect(headers.get("content-security-policy")).toBe(policyWith(""));
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(text).not.toMatch(/ style=| on\w+=|<script>|javascript:/);
  });

  it.each([
    ["a creative's form", "creatives/cr-roaster", " https:"],
    ["a new creative's form", "creatives/new", " https:"],
    ["the review", "review", " https:"],
    ["a test page", "platforms/pf_north/test", " https:"],
    ["a platform", "platforms/pf_north", ""],
    ["a campaign's form", "campaigns/new", ""],
    ["the list of creatives", "creatives", ""],
  ])("as %s loads pictures of other hosts only if it shows creatives", async (_name, path, media) => {
    const { status, headers } = await operator.read(path);
    expect([status, headers.get("content-security-policy")]).toEqual([200, policyWith(media)]);
  });

  it("to HEAD is that to GET without a body", async () => {
    const cookie = operator.cookie() ?? "";
    const head = await place.management.fetch(
      new Request(`${baseUrl}/console/campaigns`, { method: "HEAD", headers: { cookie } }),
    );
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("to another method lists the allowed ones", async () => {
    const cookie = operator.cookie() ?? "";
    const put = await place.management.fetch(
      new Request(`${baseUrl}/console/campaigns`, { method: "PUT", headers: { cookie } }),
    );
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("style and scripts", () => {
  it.each(["style.css", "script.js", "card.js"])(
    "%s is cached for ever only under its hash",
    async (name) => {
      const page = (await operator.read("campaigns")).text;
      const link = new RegExp(`"(${name.replace(".", "\\.")}\\?v=[\\w-]{12})"`).exec(page)?.[1] ?? "";
      const kept = await visitor(place.management).read(link);
      expect([kept.status, kept.headers.get("cache-control")]).toEqual([
        200,
        "public, max-age=31536000, immutable",
      ]);
      const asked = await visitor(place.management).read(`${name}?v=other`);
      expect([asked.text, asked.headers.get("cache-control")]).toEqual([kept.text, "no-cache"]);
    },
  );
});

describe("the console", () => {
  it("is off by default", async () => {
    const { management } = await install();
    expect(management.handles("/console/")).toBe(false);
    expect((await management.fetch(new Request(`${baseUrl}/console/`))).status).toBe(404);
  });

  it.each([
    ["/console", true],
    ["/console/campaigns?x=1", true],
    ["/ads/console/", false],
    ["/consoles/console", false],
    ["https://ads.example/console", true],
    ["/consoles", false],
    ["/api/v1/ad", false],
    ["/x?next=/console/", false],
  ])("is at %s: %s", async (target, isThere) => {
    expect(place.management.handles(target)).toBe(isThere);
  });

  it("leaves the API alone, with any names of objects", async () => {
    const answer = await place.call("operator", "GET", "/campaigns/console");
    expect([answer.status, answer.json["code"]]).toEqual([404, "not_found"]);
  });

  it("works below the prefix of the base URL: every link and form stays there", async () => {
    const { management } = await install({
      console: createConsole(),
      baseUrl: "https://ads.example/shop/ads",
    });
    const one = visitor(management, { at: "https://ads.example/shop/ads" });
    await one.send("sign-in", { credential: operatorToken });
    for (const path of [
      "",
      "campaigns",
      "campaigns/roaster-coffee",
      "keys/none/revoke",
      "no/such/page/at/all",
    ]) {
      const { text } = await one.read(path);
      const addresses = [...text.matchAll(/(?:href|src|action)="([^"#]+)"/g)].map(
        ([, address = ""]) => address,
      );
      expect(addresses.length).toBeGreaterThan(5);
      for (const address of addresses.filter((own) => own !== "data:,")) {
        const { pathname } = new URL(
          address.replaceAll("&amp;", "&"),
          `https://ads.example/shop/ads/console/${path}`,
        );
        expect(pathname, address).toMatch(/^\/shop\/ads\/console\//);
      }
    }
  });

  it("sends /console to /console/", async () => {
    const { management } = await install({ console: createConsole(), baseUrl: `${baseUrl}/ads` });
    const answer = await management.fetch(new Request(`${baseUrl}/ads/console`));
    const to = new URL(answer.headers.get("location") ?? "", `${baseUrl}/ads/console`);
    expect([answer.status, to.pathname]).toEqual([303, "/ads/console/"]);
  });

  it("reports a missing configuration", async () => {
    const { management } = await install({ console: createConsole(), secrets: [] });
    const answer = await visitor(management).read("");
    expect(answer.status).toBe(503);
    expect(answer.text).toContain("not configured yet");
  });
});
