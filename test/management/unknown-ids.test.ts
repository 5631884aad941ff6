import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { systemClock } from "../../core/timing/clock.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { signedIn } from "../console/visitor.ts";
import { type Installation, install, operatorToken } from "./installation.ts";
import { type OpenedStore, storeKinds } from "./stores.ts";

/** As they stand in a path. */
const noDeliveryIds = [
  "AAAAAAAAAAAAAAAAAAAAAB",
  "AAAAAAAAAAAAAAAAAAAAAP",
  "AAAAAAAAAAAAAAAAAAAAAA",
  "______________________",
  "AAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAA%3D%3D",
  "AAAAAAAAAAAAAAAAAAAAA%00",
  "AAAAAAAAAAAAAAAAAAAAAA%0A",
  "AAAAAAAAAAAAAAAAAAAAA%C3%A9",
  "%F0%9F%98%80",
  "00000000-0000-7000-8000-000000000000",
  "__proto__",
  "x".repeat(10_000),
];

/** Paths that end in the id of something. */
const owners = [
  "/publishers/",
  "/platforms/",
  "/campaigns/",
  "/creatives/",
  "/topics/",
  "/webhooks/",
  "/deliveries/",
];

describe.each(storeKinds)("on $name", ({ open }) => {
  let opened: OpenedStore;
  let place: Installation;

  beforeAll(async () => {
    opened = await open();
    place = await install({ store: opened.store, console: createConsole() });
  });
  afterAll(() => opened.close());

  it.each(noDeliveryIds)("there is no delivery %s", async (id) => {
    const reply = await place.call("operator", "GET", `/deliveries/${id}`);
    expect([reply.status, reply.json["code"]]).toEqual([404, "not_found"]);
  });

  it("a delivery is found by its id, and not by one that differs in stray bits", async () => {
    const id = `${createDeliveryId(systemClock(), systemRandom).slice(0, -1)}A`;
    const choice = {
      campaignId: "roaster-coffee",
      advertiser: "Roaster",
      creativeVersionId: "v",
      format: "text",
    } as const;
    const order = {
      deliveryId: id,
      surface: "web",
      publisherId: "north",
      platformId: "pf_north",
      placement: "chat",
      apiKeyId: "",
      userKey: "somebody",
      language: "en",
      mark: "",
      network: "",
      choices: [{ ...choice, priceMicros: 4_000, publisherMicros: 2_800 }],
    } as const;
    expect((await opened.store.issue([order]))[0]?.outcome).toBe("issued");
    expect((await place.call("operator", "GET", `/deliveries/${id}`)).json["id"]).toBe(id);
    for (const letter of "BCDEFGHIJKLMNOP") {
      const stray = `${id.slice(0, -1)}${letter}`;
      expect((await place.call("operator", "GET", `/deliveries/${stray}`)).status, stray).toBe(404);
    }
  });

  it.each(owners)("%s with an id that no text can be is a 4xx", async (path) => {
    for (const id of ["%00", "a%00b", "%ED%A0%80", "%", "%zz", "x".repeat(10_000), "%E2%80%AE", "%F0"]) {
      const { status } = await place.call("operator", "GET", `${path}${id}`);
      expect([400, 404], `${path}${id.slice(0, 20)}`).toContain(status);
    }
  });

  it.each([
    ["POST", "/keys/%00/revoke"],
    ["POST", "/keys/%00/rotate"],
    ["POST", "/campaigns/%00/pause"],
    ["GET", "/campaigns/%00/spend"],
    ["DELETE", "/webhooks/%00"],
    ["GET", "/keys?publisher=%00"],
    ["GET", "/keys?after=%00"],
    ["GET", "/campaigns?after=%00"],
    ["GET", "/creatives?campaign=%00"],
    ["GET", "/webhooks?after=%00"],
    ["GET", "/audit?before=9007199254740991"],
    ["GET", "/audit?entityId=%ED%A0%80"],
    ["GET", "/audit?kind=webhook&entityId=x"],
  ])("%s %s is no outage", async (method, path) => {
    const body = path.endsWith("/rotate") ? {} : undefined;
    const { status } = await place.call("operator", method, path, { body });
    expect([200, 400, 404]).toContain(status);
  });

  it("the console answers an unknown id with 404", async () => {
    const operator = await signedIn(place.management, operatorToken);
    for (const id of noDeliveryIds) {
      expect((await operator.read(`deliveries/${id}`)).status, id.slice(0, 30)).toBe(404);
    }
  });
});
