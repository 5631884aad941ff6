import { beforeEach, describe, expect, it } from "vitest";
import { createConsole } from "../../runtimes/console/console.ts";
import { debugLifetimeMs, debugLink } from "../../runtimes/console/debug-link.ts";
import { createSeal } from "../../runtimes/console/seal.ts";
import { baseUrl, type Installation, install, operatorToken, secret } from "../management/installation.ts";
import { signedIn, visitor } from "./visitor.ts";

const page = "https://north.example/help?id=1#top";
const origin = "https://north.example";
const request = { platform_id: "pf_north", context: { question: "Which espresso?" } };

let place: Installation;
let ahead = 0;

beforeEach(async () => {
  ahead = 0;
  place = await install({ console: createConsole(), clock: () => Date.now() + ahead });
});

/** The link that a person of the console makes, or the page that refuses it. */
async function make(who: "operator" | "north", typed = page, platform = "pf_north") {
  const person = await signedIn(place.management, who === "operator" ? operatorToken : place.keys.north);
  const { status, text } = await person.send(`platforms/${platform}/debug-link`, { page: typed });
  const link = /href="([^"]*#handbill-debug=[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  return { status, text, link, token: link.split("#handbill-debug=")[1] ?? "" };
}

async function ask(body: object, headers: Readonly<Record<string, string>> = { origin }) {
  const response = await place.management.fetch(
    new Request(`${baseUrl}/console/debug`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    }),
    { clientAddress: "192.0.2.7" },
  );
  return { status: response.status, headers: response.headers, json: await response.json() };
}

const forged = (purpose: "console-link" | "console-session" | "console-debug", of = secret): string =>
  createSeal([of]).seal(
    purpose,
    JSON.stringify({ platformId: "pf_north", origin, role: "operator", expiresAt: Date.now() + 60_000 }),
  );

describe("a debug link", () => {
  it("is the typed address with a token as its fragment, which no server receives", async () => {
    const { link, status } = await make("operator");
    expect(status).toBe(200);
    expect(link).toMatch(/^https:\/\/north\.example\/help\?id=1#handbill-debug=[\w-]+$/);
  });

  it.each([
    ["no address", "north.example/help", "Write the whole address"],
    ["another site", "https://south.example/", "is not an allowed site"],
    ["another scheme", "javascript:alert(1)", "site address"],
  ])("is not made for %s", async (_, typed, message) => {
    const { status, text, link } = await make("operator", typed);
    expect({ status, link }).toEqual({ status: 400, link: "" });
    expect(text).toContain(message);
  });

  it("of a platform is made by its publisher and the operator, and by no other tenant", async () => {
    expect((await make("north")).link).not.toBe("");
    expect(await make("north", page, "pf_south")).toMatchObject({ status: 404, link: "" });
    const wheels = visitor(place.management, { headers: { "x-host-user": "wheels" } });
    await wheels.read("campaigns/new");
    expect((await wheels.send("platforms/pf_north/debug-link", { page })).status).toBe(403);
  });
});

describe("the debug endpoint", () => {
  it("checks a link, and any page may read the answer", async () => {
    const { token } = await make("operator");
    const { status, json, headers } = await ask({ token });
    expect(status).toBe(200);
    expect(json).toEqual({ platform: "pf_north", expiresAt: expect.any(Number) });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("set-cookie")).toBeNull();
    const preflight = await place.management.fetch(
      new Request(`${baseUrl}/console/debug`, { method: "OPTIONS", headers: { origin } }),
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("content-type");
  });

  it("explains to an operator's link with the names of campaigns", async () => {
    const { token } = await make("operator");
    const { json } = await ask({ token, request });
    expect(json.why.topics[0]).toContain("about coffee");
    expect(json.why.eligible.join()).toMatch(/Coffee.*CPM/);
  });

  it("explains to a publisher's link without campaigns, advertisers, numbers and prices", async () => {
    const { token } = await make("north");
    const { status, json } = await ask({ token, request });
    expect(status).toBe(200);
    expect(json.why.verdict).toContain("At least one campaign is eligible");
    expect(json.why.eligible).toEqual([]);
    expect(JSON.stringify(json.why)).not.toMatch(/Roaster|Wheels|Bikes|CPM|USD|roaster|wheels/);
  });

  it("refuses a link that has expired", async () => {
    const { token } = await make("operator");
    ahead = debugLifetimeMs - 1_000;
    expect((await ask({ token })).status).toBe(200);
    ahead = debugLifetimeMs + 1_000;
    const { status, json } = await ask({ token, request });
    expect(status).toBe(403);
    expect(json.detail).toContain("has expired");
  });

  it("refuses a page of another site, a page without an origin, and another platform", async () => {
    const { token } = await make("operator");
    for (const headers of [{ origin: "https://shop.north.example" }, { origin: "null" }, {}]) {
      const { status, json } = await ask({ token, request }, headers);
      expect(status).toBe(403);
      expect(json.detail).toContain("for pages of https://north.example only");
    }
    const other = await ask({ token, request: { ...request, platform_id: "pf_south" } });
    expect(other.status).toBe(403);
    expect(other.json.detail).toContain("for the platform pf_north only");
  });

  it("refuses a link whose site was removed from the platform since", async () => {
    const { token } = await make("operator");
    const { headers, json } = await place.call("operator", "GET", "/platforms/pf_north");
    const changed = await place.call("operator", "PUT", "/platforms/pf_north", {
      body: { ...json, allowedOrigins: [] },
      headers: { "if-match": headers.get("etag") ?? "" },
    });
    expect(changed.status).toBe(200);
    expect((await ask({ token })).json.detail).toContain("not an allowed site");
  });

  it("refuses each changed letter, another secret and another purpose; the right purpose passes", async () => {
    const { token } = await make("operator");
    const places = [0, 1, 5, Math.floor(token.length / 2), token.length - 1];
    const changed = places.map(
      (at) => token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1),
    );
    for (const wrong of [
      ...changed,
      forged("console-session"),
      forged("console-link"),
      forged("console-debug", "s".repeat(43)),
    ]) {
      const { status, json } = await ask({ token: wrong, request });
      expect(status).toBe(403);
      expect(json.detail).toContain("signature is wrong");
    }
    expect((await ask({ token: forged("console-debug") })).status).toBe(200);
  });

  it("does not open the console, and a console link does not open it", async () => {
    const { token } = await make("operator");
    const one = visitor(place.management);
    for (const path of [`enter?link=${token}`]) expect((await one.read(path)).status).toBe(410);
    one.setCookie(`__Host-handbill_console=${token}`);
    expect((await one.read("platforms")).status).toBe(401);
  });

  it("is limited for each platform, and for each network that guesses", async () => {
    const { token } = await make("operator");
    let last = await ask({ token, request });
    for (let count = 0; count < 60 && last.status === 200; count++) last = await ask({ token, request });
    expect(last.status).toBe(429);
    expect(last.headers.get("retry-after")).toMatch(/^\d+$/);
    for (let count = 0; count < 11; count++) last = await ask({ token: "guess" });
    expect(last.status).toBe(429);
  });

  it("names unknown fields, and answers other methods 405", async () => {
    const { token } = await make("operator");
    const unknown = await ask({ token, request: { ...request, visitor_id: "visitor-0123456789" } });
    expect(unknown.status).toBe(400);
    const got = await place.management.fetch(
      new Request(`${baseUrl}/console/debug`, { headers: { origin } }),
    );
    expect(got.status).toBe(405);
    expect(got.headers.get("allow")).toBe("POST");
  });
});

it("the token takes the place of the page's own fragment", () => {
  const grant = { platformId: "pf_north", origin, role: "operator", expiresAt: 1 } as const;
  expect(debugLink(new URL(page), grant, createSeal([secret]))).not.toContain("#top");
});
