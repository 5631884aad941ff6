import { beforeAll, describe, expect, it } from "vitest";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { IssueOrder } from "../../core/storage/delivery.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { pageRoutes } from "../../runtimes/console/page-routes.ts";
import { choice, order } from "../conformance/fixtures.ts";
import { type Installation, install, operatorToken } from "../management/installation.ts";
import { plantStatement } from "./plant-statement.ts";
import { signedIn, type Visitor, visitor } from "./visitor.ts";

let place: Installation;
const people = new Map<string, Visitor>();
let northKey = "";

beforeAll(async () => {
  place = await install({ console: createConsole() });
  await place.store.issue(["north", "south"].map(orderOf));
  const { management, keys } = place;
  people.set("operator", await signedIn(management, operatorToken));
  people.set("south", await signedIn(management, keys.south));
  const wheels = visitor(management, { headers: { "x-host-user": "wheels" } });
  people.set("wheels", wheels);
  await wheels.read("campaigns/new");
  await place.store.putWebhook({
    id: "hook-north",
    publisherId: "north",
    url: "https://hooks.north.example/",
    events: ["api_key.created"],
    status: "active",
  });
  await plantStatement(place.store, { account: "publisher:north", name: "North", ids: ["pf_north"] });
  northKey = keys.north.slice("hb_manage_".length, "hb_manage_".length + 8);
});

function orderOf(publisher: string): IssueOrder {
  return order(createDeliveryId(Date.now(), systemRandom), [choice("roaster-coffee", 4_000)], {
    publisherId: publisher,
    platformId: `pf_${publisher}`,
    placement: `place-of-${publisher}`,
  });
}

/** North's or Roaster's, by the first part of the path. */
const theirs: ReadonlyMap<string, () => string> = new Map([
  ["publishers", () => "north"],
  ["platforms", () => "pf_north"],
  ["campaigns", () => "roaster-coffee"],
  ["creatives", () => "cr-roaster"],
  ["keys", () => northKey],
  ["webhooks", () => "hook-north"],
  ["statements", () => "1-publisher:north"],
]);
const words = /[Nn]orth|[Rr]oaster/;
/** Pages that repeat the id that they were asked for, and show nothing of the object. */
const repeating = new Set(["keys/:id/revoke"]);

function person(name: string): Visitor {
  const found = people.get(name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

function somebody(name: string, method: string, path: string, fields: Record<string, string>) {
  return method === "GET" ? person(name).read(path) : person(name).send(path, fields);
}

describe.each(["south", "wheels"])("to %s", (name) => {
  const withIds = pageRoutes.filter(
    ({ path }) => theirs.has(path.split("/")[0] ?? "") && path.includes(":id"),
  );

  it.each(withIds.map(({ method, path }) => [method, path] as const))(
    "%s %s of another tenant answers as if it did not exist, and changes nothing",
    async (method, path) => {
      if (repeating.has(path) && method === "GET") return;
      const before = await place.store.readCatalog();
      const id = theirs.get(path.split("/")[0] ?? "")?.() ?? "";
      const fields = { version: "*", do: "save", name: "Taken over" };
      const other = await somebody(name, method, path.replace(":id", id), fields);
      const nobody = await somebody(name, method, path.replace(":id", "nobody-has-this"), fields);
      expect([403, 404]).toContain(other.status);
      expect(other.status).toBe(nobody.status);
      expect(other.text).toBe(nobody.text);
      expect(await place.store.readCatalog()).toEqual(before);
    },
  );

  it("no page shows data of other tenants", async () => {
    for (const { method, path } of pageRoutes) {
      if (method !== "GET" || path.includes(":id")) continue;
      const { status, text } = await person(name).read(path);
      expect([200, 403], path).toContain(status);
      expect(text, path).not.toMatch(words);
    }
  });

  it("the navigation leads only to pages that open", async () => {
    const { text } = await person(name).read("");
    const links = [...text.matchAll(/<li><a href="([^"]*)"/g)].map(([, href = ""]) =>
      href.replace(/^\.\//, ""),
    );
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect((await person(name).read(link)).status, link).toBe(200);
  });
});

it("the operator opens every page", async () => {
  for (const { method, path } of pageRoutes) {
    if (method !== "GET") continue;
    const id = path.startsWith("topics") ? "coffee" : (theirs.get(path.split("/")[0] ?? "")?.() ?? "");
    if (path === "deliveries/:id") continue;
    const { status } = await person("operator").read(path.replace(":id", id));
    expect(status, path).toBe(200);
  }
});

it("a publisher sees the deliveries of its platforms, without campaigns and prices", async () => {
  for (const path of ["deliveries", "deliveries/recent"]) {
    const { text } = await person("south").read(path);
    expect(text).toContain("place-of-south");
    expect(text).not.toMatch(/place-of-north|roaster|· Coffee|0\.004/);
    expect((await person("operator").read(path)).text).toMatch(
      /place-of-north.*· Coffee|· Coffee.*place-of-north/s,
    );
  }
});

it("a publisher gets a key for itself only, and none that manages", async () => {
  const south = person("south");
  await south.read("keys");
  const made = await south.send("keys", { mode: "live", publisherId: "north", label: "mine" });
  expect(made.status).toBe(200);
  expect((await place.store.listApiKeys("north")).map(({ label }) => label)).not.toContain("mine");
  expect((await place.store.listApiKeys("south")).map(({ label }) => label)).toContain("mine");
  expect((await south.send("keys", { mode: "manage", label: "more" })).status).toBe(400);
});
