import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { type Installation, install } from "./installation.ts";

let place: Installation;

beforeEach(async () => {
  place = await install();
});

const events = ["api_key.created"] as const;

/** PostgreSQL refuses both in text, a terminal obeys the third. */
const unfit = [
  ["a NUL", "a\u0000"],
  ["a lone surrogate", "a\ud800"],
  ["a terminal's escape", "a\u001b[2J"],
  ["a line break", "a\r\nb"],
] as const;

describe("a text that cannot be stored or shown everywhere", () => {
  it.each(unfit)("is refused as the label of a key: %s", async (_name, label) => {
    const reply = await place.call("north", "POST", "/keys", { body: { mode: "live", label } });
    expect([reply.status, reply.json["errors"]]).toMatchObject([400, [{ path: "label" }]]);
    expect(await place.store.listApiKeys("north")).toHaveLength(3);
  });

  it.each(unfit)("is refused as the address of a webhook: %s", async (_name, part) => {
    const body = { url: `https://hooks.example/${part}`, events };
    const reply = await place.call("north", "POST", "/webhooks", { body });
    expect([reply.status, reply.json["errors"]]).toMatchObject([400, [{ path: "url" }]]);
    expect(await place.store.listWebhooks()).toEqual([]);
  });

  it.each(["/audit?entityId=%00", "/reports?platform=%00", "/reports?campaign=a%00"])(
    "is refused in every query: %s",
    async (target) => {
      expect((await place.call("operator", "GET", target)).status).toBe(400);
    },
  );
});

describe("an id of a campaign", () => {
  const fields = { advertiser: "Wheels", name: "Bikes", priceMicros: 1, totalBudgetMicros: 10 };

  it.each([".", ".."])(
    "is none that no URL can name, for what has it could not be paused: %s",
    async (id) => {
      const reply = await place.call("wheels", "POST", "/campaigns", { body: { id, ...fields } });
      expect([reply.status, reply.json["errors"]]).toMatchObject([400, [{ path: "id" }]]);
      const { catalog } = await place.store.readCatalog();
      expect(catalog.campaigns.map((campaign) => campaign.id)).not.toContain(id);
    },
  );

  it.each(["openapi.json", "...", "new"])(
    "may be the name of another page, and is read and paused by it: %s",
    async (id) => {
      const made = await place.call("wheels", "POST", "/campaigns", { body: { id, ...fields } });
      expect(made.status).toBe(201);
      const read = await place.call("wheels", "GET", `/campaigns/${id}`);
      expect([read.status, read.json["id"]]).toEqual([200, id]);
      expect((await place.call("wheels", "POST", `/campaigns/${id}/pause`)).status).toBe(200);
    },
  );
});

describe("webhooks of one publisher", () => {
  it("leave room for those of the others and of the operator", async () => {
    const body = { url: "https://hooks.example/", events };
    for (let n = 0; n < 20; n++) {
      expect((await place.call("north", "POST", "/webhooks", { body })).status).toBe(201);
    }
    const more = await place.call("north", "POST", "/webhooks", { body });
    expect([more.status, more.json["code"]]).toEqual([400, "invalid_request"]);
    expect(more.json["errors"]).toEqual([
      { path: "", message: "You have 20 webhooks, the maximum: remove one first." },
    ]);
    expect(await place.store.listWebhooks()).toHaveLength(20);
    for (const who of ["south", "operator"] as const) {
      expect((await place.call(who, "POST", "/webhooks", { body })).status).toBe(201);
    }
  });
});

describe("webhooks that a publisher creates at once", () => {
  it("are no more than the limit, and those that are refused are gone", async () => {
    const store = createMemoryStore();
    // As a database answers: later.
    const listWebhooks = async () => {
      const found = await store.listWebhooks();
      await setImmediate();
      return found;
    };
    place = await install({ store: { ...store, listWebhooks } });
    const body = { url: "https://hooks.example/", events };
    for (let n = 0; n < 15; n++) await place.call("north", "POST", "/webhooks", { body });
    const replies = await Promise.all(
      Array.from({ length: 32 }, () => place.call("north", "POST", "/webhooks", { body })),
    );
    const made = replies.filter(({ status }) => status === 201);
    const stored = await place.store.listWebhooks();
    expect(stored.length).toBeLessThanOrEqual(20);
    expect(stored).toHaveLength(15 + made.length);
    const refused = replies.find(({ status }) => status === 400);
    expect(refused?.json["detail"]).toBe("You have 20 webhooks, the maximum: remove one first.");
  });
});

describe("webhooks of all publishers", () => {
  it("leave room for twenty of the operator, and each is told what it can do", async () => {
    const body = { url: "https://hooks.example/", events };
    for (let n = 0; n < 180; n++) {
      const webhook = {
        id: `wh_${n}`,
        publisherId: `p${n % 9}`,
        url: body.url,
        events,
        status: "active",
      } as const;
      expect(await place.store.putWebhook(webhook)).toBe("stored");
    }
    expect((await place.call("north", "POST", "/webhooks", { body })).json["detail"]).toBe(
      "The installation has room for no more webhooks of publishers: remove one of yours, or ask its operator.",
    );
    for (let n = 0; n < 20; n++) {
      expect((await place.call("operator", "POST", "/webhooks", { body })).status).toBe(201);
    }
    const full = await place.call("operator", "POST", "/webhooks", { body });
    expect(full.json).toMatchObject({
      detail: "The installation has 200 webhooks, the maximum: remove one first.",
      errors: [{ path: "" }],
    });
  });

  it("choose among the events that they receive", async () => {
    const url = "https://hooks.example/";
    const never = ["api_key.created", "budget.exhausted"];
    const refused = await place.call("north", "POST", "/webhooks", { body: { url, events: never } });
    expect([refused.status, refused.json["errors"]]).toEqual([
      400,
      [
        {
          path: "events",
          message:
            "Choose events that concern a publisher: api_key.created, api_key.revoked, platform.disabled, review.pending, statement.closed, charge.adjusted.",
        },
      ],
    ]);
    expect((await place.call("operator", "POST", "/webhooks", { body: { url, events: never } })).status).toBe(
      201,
    );
    // One of an earlier release keeps its events.
    const old = {
      id: "wh_old",
      publisherId: "north",
      url,
      events: ["budget.exhausted"],
      status: "active",
    } as const;
    await place.store.putWebhook(old);
    const save = (changes: object) =>
      place.call("north", "PUT", "/webhooks/wh_old", { body: { url, ...changes } });
    expect((await save({ events: never, status: "disabled" })).status).toBe(200);
    expect((await save({ events: ["campaign.started"] })).status).toBe(400);
  });
});

describe("an object that is no text", () => {
  const noText = { toString: 1, valueOf: 1 };

  it("is no id", async () => {
    const reply = await place.call("operator", "POST", "/publishers", { body: { id: noText, name: "N" } });
    expect([reply.status, reply.json["errors"]]).toMatchObject([400, [{ path: "id" }]]);
  });

  it("names no campaign of an advertiser", async () => {
    const body = { id: "c", campaignId: noText, format: "text", language: "en" };
    const reply = await place.call("wheels", "POST", "/creatives", { body });
    expect([reply.status, reply.json["errors"]]).toMatchObject([400, [{ path: "campaignId" }]]);
  });
});
