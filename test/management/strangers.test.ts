import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../core/management/routes.ts";
import { type CallerName, type Installation, install, operatorToken, send } from "./installation.ts";

/** Of each kind of object one that belongs to North or Roaster, and one that does not exist. */
const objects: Readonly<Record<string, { readonly theirs: string; readonly owner: CallerName | undefined }>> =
  {
    publishers: { theirs: "north", owner: "north" },
    platforms: { theirs: "pf_north", owner: "north" },
    campaigns: { theirs: "roaster-coffee", owner: "roaster" },
    creatives: { theirs: "cr-roaster", owner: "roaster" },
    topics: { theirs: "coffee", owner: undefined },
    keys: { theirs: "", owner: "north" },
    webhooks: { theirs: "hook-north", owner: "north" },
    deliveries: { theirs: "0123456789012345678901", owner: undefined },
    statements: { theirs: "1-publisher:north", owner: "north" },
  };

const roleOf: Readonly<Record<CallerName, string>> = {
  operator: "operator",
  north: "publisher",
  south: "publisher",
  roaster: "advertiser",
  wheels: "advertiser",
};

let place: Installation;
let keyId: string;

beforeAll(async () => {
  place = await install();
  const listed = await place.store.listApiKeys("north");
  keyId = listed[0]?.id ?? "";
  await place.store.putWebhook({
    id: "hook-north",
    publisherId: "north",
    url: "https://hooks.north.example/",
    events: ["api_key.created"],
    status: "active",
  });
  const body = { period: "2020-01", account: "publisher:north" };
  await place.call("operator", "POST", "/statements", { body });
});

function bodyFor(method: string, path: string): unknown {
  if (path.endsWith("/test-origin")) return { origin: "https://north.example" };
  if (path.endsWith("/rotate")) return {};
  if (path.startsWith("/webhooks/") && method === "PUT") {
    return { url: "https://other.example/", events: ["api_key.created"] };
  }
  if (method === "PUT") return { name: "Taken over" };
  return undefined;
}

function idOf(collection: string, isTheirs: boolean): string {
  if (!isTheirs) return collection === "deliveries" ? "A".repeat(22) : "nobody-has-this";
  return collection === "keys" ? keyId : (objects[collection]?.theirs ?? "");
}

function path(template: string, id: string): string {
  return template.replace(":id", id);
}

const withId = routes.filter((route) => route.path.includes(":id"));

describe("every operation on one object", () => {
  const strangers: readonly CallerName[] = ["south", "wheels"];
  const cases = withId.flatMap((route) =>
    strangers
      .filter((who) => route.roles.some((role) => role === roleOf[who]) && route.tag !== "topics")
      .map((who) => ({ name: route.name, who, route })),
  );

  it.each(cases)(
    "$name: for $who another tenant's object answers as if it did not exist",
    async ({ who, route }) => {
      const before = await everything();
      const collection = route.path.split("/")[1] ?? "";
      const headers = { "if-match": "*" };
      const ask = (isTheirs: boolean) => {
        const target = path(route.path, idOf(collection, isTheirs));
        return place.call(who, route.method, target, { body: bodyFor(route.method, route.path), headers });
      };
      const [theirs, nobodys] = [await ask(true), await ask(false)];
      expect(theirs.status).toBe(404);
      expect({ ...theirs.json, request_id: "" }).toEqual({ ...nobodys.json, request_id: "" });
      expect(await everything()).toEqual(before);
    },
  );
});

describe("every operation", () => {
  const all = routes.map((route) => ({ name: route.name, route }));
  const ask = (route: (typeof routes)[number], headers: Readonly<Record<string, string>>) =>
    send(place.management, route.method, path(route.path, idOf(route.path.split("/")[1] ?? "", true)), {
      body: bodyFor(route.method, route.path),
      headers: { "if-match": "*", ...headers },
    });

  it.each(all)(
    "$name: is refused without a token, with a wrong one and with an ad API key",
    async ({ route }) => {
      for (const authorization of [
        undefined,
        "Bearer wrong",
        `Basic ${operatorToken}`,
        `Bearer ${operatorToken}x`,
        `Bearer ${place.keys.live}`,
        `Bearer ${place.keys.test}`,
      ]) {
        const reply = await ask(route, authorization === undefined ? {} : { authorization });
        expect(reply.status).toBe(401);
        expect(reply.json["code"]).toBe("unauthorized");
      }
    },
  );

  it.each(all)("$name: is refused to a browser, for any caller", async ({ route }) => {
    const reply = await ask(route, {
      authorization: `Bearer ${operatorToken}`,
      origin: "https://ads.example",
    });
    expect([reply.status, reply.json["code"]]).toEqual([403, "browser_refused"]);
  });

  const foreign = routes.flatMap((route) =>
    (["north", "roaster"] as const)
      .filter((who) => !route.roles.some((role) => role === roleOf[who]))
      .map((who) => ({ name: route.name, who, route })),
  );
  it.each(foreign)("$name: is not for the role of $who", async ({ route, who }) => {
    const target = path(route.path, idOf(route.path.split("/")[1] ?? "", true));
    const reply = await place.call(who, route.method, target, {
      body: bodyFor(route.method, route.path),
      headers: { "if-match": "*" },
    });
    expect([reply.status, reply.json["code"]]).toEqual([403, "forbidden"]);
  });
});

describe("lists", () => {
  it.each([
    ["publishers", "north", ["north"]],
    ["publishers", "south", ["south"]],
    ["platforms", "north", ["pf_north"]],
    ["platforms", "south", ["pf_south"]],
    ["campaigns", "roaster", ["roaster-coffee"]],
    ["campaigns", "wheels", ["wheels-bikes"]],
    ["creatives", "roaster", ["cr-roaster"]],
    ["creatives", "wheels", ["cr-wheels"]],
    ["webhooks", "south", []],
    ["webhooks", "north", ["hook-north"]],
  ] as const)("%s of %s are their own", async (collection, who, ids) => {
    const reply = await place.call(who, "GET", `/${collection}`);
    expect(reply.json["items"]).toEqual(ids.map((id) => expect.objectContaining({ id })));
  });

  it.each([
    ["operator", "/creatives?campaign=roaster-coffee", ["cr-roaster"]],
    ["operator", "/creatives?campaign=nobody-has-this", []],
    ["roaster", "/creatives?campaign=roaster-coffee", ["cr-roaster"]],
    ["wheels", "/creatives?campaign=roaster-coffee", []],
  ] as const)("to %s %s has %j", async (who, target, ids) => {
    const reply = await place.call(who, "GET", target);
    expect(reply.json["items"]).toEqual(ids.map((id) => expect.objectContaining({ id })));
  });

  it("keys of one publisher are listed to callers that may see them", async () => {
    const listed = (await place.call("operator", "GET", "/keys?publisher=south")).json["items"];
    expect(listed).toEqual([expect.objectContaining({ publisherId: "south", mode: "manage" })]);
    expect((await place.call("south", "GET", "/keys?publisher=south")).json["items"]).toEqual(listed);
    expect((await place.call("north", "GET", "/keys?publisher=south")).json["items"]).toEqual([]);
    expect((await place.call("operator", "GET", "/keys?publisher=nobody")).json["items"]).toEqual([]);
  });

  it("of other objects refuse unknown filters", async () => {
    for (const target of ["/campaigns?campaign=c", "/keys?campaign=c", "/creatives?publisher=north"]) {
      expect((await place.call("operator", "GET", target)).status, target).toBe(400);
    }
  });

  it("keys of a publisher are its own, without their hashes", async () => {
    const reply = await place.call("south", "GET", "/keys");
    expect(reply.json["items"]).toHaveLength(1);
    expect(reply.text).not.toMatch(/hash|north/);
  });

  it("an audit trail of a publisher is about its own objects", async () => {
    await place.call("operator", "POST", "/keys", { body: { publisherId: "north", mode: "live" } });
    const reply = await place.call("south", "GET", "/audit");
    expect(reply.json["items"]).toEqual([]);
  });
});

async function everything(): Promise<unknown> {
  const [{ catalog }, keys, webhooks] = [
    await place.store.readCatalog(),
    await place.store.listApiKeys(),
    await place.store.listWebhooks(),
  ];
  return { catalog, keys, webhooks };
}
