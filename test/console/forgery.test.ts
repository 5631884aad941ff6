import { beforeAll, describe, expect, it } from "vitest";
import { createConsole } from "../../runtimes/console/console.ts";
import { pageRoutes } from "../../runtimes/console/page-routes.ts";
import { type Installation, install, operatorToken } from "../management/installation.ts";
import { signedIn, type Visitor } from "./visitor.ts";

let place: Installation;
let operator: Visitor;
let other: Visitor;

beforeAll(async () => {
  place = await install({ console: createConsole() });
  operator = await signedIn(place.management, operatorToken);
  other = await signedIn(place.management, operatorToken);
});

const objects: Readonly<Record<string, string>> = {
  publishers: "north",
  platforms: "pf_north",
  campaigns: "roaster-coffee",
  creatives: "cr-roaster",
  topics: "coffee",
};
const posts = [
  ...pageRoutes
    .filter(({ method }) => method === "POST")
    .map(({ path }) => path.replace(":id", objects[path.split("/")[0] ?? ""] ?? "any")),
  "sign-out",
];

type Headers = Readonly<Record<string, string | undefined>>;
const forgeries: readonly (readonly [string, Headers, number])[] = [
  ["another site's Origin", { origin: "https://evil.example" }, 403],
  ["a sibling's Origin", { origin: "https://shop.ads.example" }, 403],
  ["plain http", { origin: "http://ads.example" }, 403],
  ["Origin null", { origin: "null" }, 403],
  ["no Origin", { origin: undefined }, 403],
  ["Sec-Fetch-Site cross-site", { "sec-fetch-site": "cross-site" }, 403],
  ["Sec-Fetch-Site same-site", { "sec-fetch-site": "same-site" }, 403],
  ["Sec-Fetch-Site none", { "sec-fetch-site": "none" }, 403],
  ["a type that needs no preflight", { "content-type": "text/plain" }, 400],
  ["a type of forms with files", { "content-type": "multipart/form-data; boundary=x" }, 400],
];

const changes = { name: "Forged", mode: "live", publisherId: "north", do: "save" };

async function stored(): Promise<unknown> {
  const [{ catalog }, north, webhooks, audit] = await Promise.all([
    place.store.readCatalog(),
    place.store.listApiKeys("north"),
    place.store.listWebhooks(),
    place.store.readAudit({ limit: 500 }),
  ]);
  return { catalog, north, webhooks, audit };
}

describe.each(posts)("POST %s", (path) => {
  it.each(forgeries)("with %s is refused, and nothing changes", async (_name, headers, status) => {
    const before = await stored();
    expect((await operator.send(path, changes, headers)).status).toBe(status);
    expect(await stored()).toEqual(before);
  });

  it.each(["none", "another session's", "a made-up one"])("with %s as its token is refused", async (what) => {
    const before = await stored();
    const tokens = new Map([
      ["another session's", other.token()],
      ["a made-up one", "AAAAAAAAAAAAAAAAAAAAAA"],
    ]);
    expect((await operator.send(path, { ...changes, token: tokens.get(what) })).status).toBe(403);
    expect(await stored()).toEqual(before);
  });

  it("without a session changes nothing", async () => {
    const before = await stored();
    const cookie = operator.cookie();
    operator.setCookie(undefined);
    const answer = await operator.send(path, changes);
    operator.setCookie(cookie);
    expect(answer.status).toBe(401);
    expect(await stored()).toEqual(before);
  });
});

it.each(["sign-in", "enter"])("POST %s from another site does not sign in", async (path) => {
  const answer = await operator.send(path, { credential: operatorToken }, { origin: "https://evil.example" });
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
});

it("the operator's own form is accepted", async () => {
  const answer = await operator.send("campaigns/roaster-coffee/pause", {});
  expect(answer.status).toBe(303);
  expect(
    (await place.store.readCatalog()).catalog.campaigns.find(({ id }) => id === "roaster-coffee")?.status,
  ).toBe("paused");
});
