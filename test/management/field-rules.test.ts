import { beforeEach, describe, expect, it } from "vitest";
import { type FieldRule, fieldRules, maySet, type RuledKind } from "../../core/management/field-rules.ts";
import { routes } from "../../core/management/routes.ts";
import type { EntityKind } from "../../core/storage/catalog-change.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { signedIn, type Visitor, visitor } from "../console/visitor.ts";
import { creative, type Installation, install, type Reply } from "./installation.ts";

type OtherRole = keyof typeof fieldRules;

const who = { publisher: "north", advertiser: "roaster" } as const;
const keys = {
  publisher: "publishers",
  platform: "platforms",
  campaign: "campaigns",
  creative: "creatives",
  topic: "topics",
} as const satisfies Record<EntityKind, string>;

interface Sample {
  readonly role: OtherRole;
  readonly kind: EntityKind;
  /** The id of an object of the role. */
  readonly id: string;
  /** A complete object but for the fields that the role leaves out. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Values of fields that are not the role's to set: each must be refused. */
  readonly foreign: Readonly<Record<string, unknown>>;
  /** Fields that the operator sets first, so that the values that survive are not those of the creation. */
  readonly byOperator: Readonly<Record<string, unknown>>;
  /** The same body, and the same foreign values, as a form of the console sends them. */
  readonly form: Readonly<Record<string, string>>;
  readonly foreignForm: Readonly<Record<string, string>>;
}

const { id: _id, campaignId: _campaignId, ...content } = Object(creative("new", "roaster-coffee"));

const samples: readonly Sample[] = [
  {
    role: "publisher",
    kind: "platform",
    id: "pf_north",
    body: { id: "pf_new", name: "New" },
    foreign: {
      publisherId: "south",
      status: "disabled",
      revenueShareBps: 9_000,
      allowedSubjects: ["grief"],
      review: { status: "pending" },
      proposed: { name: "Foreign" },
    },
    byOperator: {
      publisherId: "north",
      status: "disabled",
      revenueShareBps: 1_234,
      allowedSubjects: ["war_disaster"],
      review: { status: "refused", reason: "Which site is this?" },
      proposed: { name: "Proposed", allowedOrigins: [] },
    },
    form: { id: "pf_new", name: "New" },
    foreignForm: {
      publisherId: "south",
      status: "active",
      revenueShareBps: "90",
      allowedSubjects: "grief",
      review: "",
      proposed: "",
    },
  },
  {
    role: "advertiser",
    kind: "campaign",
    id: "roaster-coffee",
    body: { id: "new", name: "New", priceMicros: 4_000, totalBudgetMicros: 9_000 },
    foreign: { advertiser: "Wheels", payer: "Another", priceMicros: 0, weight: 100 },
    byOperator: { advertiser: "Roaster", payer: "The payer", weight: 7 },
    form: {
      id: "new",
      name: "New",
      priceMicros: "4.00",
      totalBudgetMicros: "0.009",
      pacing: "asap",
      timeZone: "UTC",
    },
    foreignForm: { advertiser: "Wheels", payer: "Another", weight: "100", priceMicros: "0" },
  },
  {
    role: "advertiser",
    kind: "creative",
    id: "cr-roaster",
    body: { ...creative("new", "roaster-coffee") },
    foreign: {
      campaignId: "wheels-bikes",
      disclosure: { text: "Ad by Wheels" },
      review: { status: "pending" },
      proposed: { ...content, language: "de" },
    },
    byOperator: { review: { status: "refused", reason: "Which coffee?" }, proposed: content },
    form: {
      id: "new",
      campaignId: "roaster-coffee",
      format: "text",
      language: "en",
      "disclosure.text": "Ad by Roaster",
      "scenes[0].id": "start",
      "scenes[0].blocks[0].kind": "text",
      "scenes[0].blocks[0].text": "Words.",
    },
    foreignForm: { campaignId: "wheels-bikes", disclosure: "Ad by Wheels", review: "", proposed: "" },
  },
];

const ruled = samples.flatMap((sample) =>
  Object.entries(fieldRules[sample.role][sample.kind] ?? {})
    .filter(([, { rule }]) => rule !== "set")
    .map(([field, rule]) => ({ ...sample, field, rule })),
);

let place: Installation;

beforeEach(async () => {
  place = await install({ console: createConsole(), review: false });
});

async function stored(kind: EntityKind, id: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { catalog } = await place.store.readCatalog();
  const entities: readonly { readonly id: string }[] = catalog[keys[kind]];
  const found = entities.find((entity) => entity.id === id);
  return found && { ...found };
}

/** The object of the sample after the operator has set its fields. */
async function setByOperator({ kind, id, body, byOperator }: Sample): Promise<unknown> {
  const reply = await replace("operator", { kind, id }, { ...body, ...byOperator });
  expect(reply.status).toBe(200);
  return stored(kind, id);
}

function replace(
  by: "operator" | "north" | "roaster",
  { kind, id }: Pick<Sample, "kind" | "id">,
  body: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  return place.call(by, "PUT", `/${keys[kind]}/${id}`, {
    body: { ...body, id },
    headers: { "if-match": "*" },
  });
}

function visitorOf(role: OtherRole): Promise<Visitor> {
  return role === "publisher"
    ? signedIn(place.management, place.keys.north)
    : Promise.resolve(visitor(place.management, { headers: { "x-host-user": "roaster" } }));
}

/** What a role changes. */
const changed = (kind: EntityKind): Readonly<Record<string, string>> =>
  kind === "creative" ? { language: "de" } : { name: "Renamed" };

/** The field of a form that sets a field of an object. */
const inForm = (field: string): string => (field === "disclosure" ? "disclosure.text" : field);

const expectRefused = (reply: Reply, field: string): void => {
  expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"]);
  expect(reply.json["errors"]).toMatchObject([{ path: expect.stringMatching(`^${field}(\\.text)?$`) }]);
};

describe("the table", () => {
  it("covers everything that roles other than the operator can change, and this test tries each change", () => {
    for (const role of ["publisher", "advertiser"] as const) {
      const changing = routes.filter(
        (route) => route.method !== "GET" && route.roles.some((one) => one === role),
      );
      const kinds = Object.keys(fieldRules[role]).filter((kind): kind is EntityKind => kind !== "api_key");
      const walked = [
        ...kinds.flatMap((kind) => [`create-${kind}`, `replace-${kind}`, `remove-${kind}`]),
        // Stored fields come back or are copied: lists.test.ts.
        ...kinds.map((kind) => `restore-${kind}`),
        ...(role === "advertiser" ? ["duplicate-campaign", "set-campaign-status"] : []),
        ...(role === "advertiser" ? ["pause-campaign", "resume-campaign"] : []),
        ...(role === "publisher" ? ["create-key", "rotate-key", "revoke-key"] : []),
        // Webhooks and users have no field that only the operator sets; the others change nothing.
        ...(role === "publisher"
          ? [
              "create-webhook",
              "replace-webhook",
              "remove-webhook",
              "test-webhook",
              "test-origin",
              "forget-user",
            ]
          : []),
        "try-question",
      ];
      expect(changing.map(({ name }) => name).sort()).toEqual(walked.sort());
    }
  });

  it("is tested completely: each reserved field has a value to refuse", () => {
    for (const role of ["publisher", "advertiser"] as const) {
      for (const [kind, rules] of Object.entries(fieldRules[role])) {
        if (kind === "api_key") continue;
        const sample = samples.find((one) => one.role === role && one.kind === kind);
        const fields = Object.entries(rules).filter(([, { rule }]: [string, FieldRule]) => rule !== "set");
        expect(Object.keys(sample?.foreign ?? {}).sort()).toEqual(fields.map(([field]) => field).sort());
        expect(Object.keys(sample?.foreignForm ?? {}).sort()).toEqual(fields.map(([field]) => field).sort());
      }
    }
  });

  it.each([
    ["publisher", "campaign"],
    ["publisher", "publisher"],
    ["advertiser", "platform"],
    ["advertiser", "api_key"],
  ] as const)("lets a %s set nothing of a %s", (role, kind: RuledKind) => {
    expect(maySet(role, kind, "name")).toBe(false);
    expect(maySet("operator", kind, "name")).toBe(true);
  });
});

describe.each(ruled)("$field of a $kind, for a $role", (sample) => {
  const { role, kind, id, field, rule, body, foreign, form, foreignForm } = sample;
  const created = String(body["id"]);

  it("is refused on creation, and nothing is stored", async () => {
    const reply = await place.call(who[role], "POST", `/${keys[kind]}`, {
      body: { ...body, [field]: foreign[field] },
    });
    expectRefused(reply, field);
    expect(await stored(kind, created)).toBeUndefined();
    expect(await place.store.readAudit({ limit: 1 })).toEqual([]);
  });

  it("is refused in a replacement, and nothing changes", async () => {
    const before = await setByOperator(sample);
    const reply = await replace(who[role], sample, {
      ...body,
      [field]: field === "status" ? "active" : foreign[field],
    });
    expectRefused(reply, field);
    expect(await stored(kind, id)).toEqual(before);
  });

  it("survives a replacement by the object as it was read", async () => {
    await setByOperator(sample);
    const read = await place.call(who[role], "GET", `/${keys[kind]}/${id}`);
    const reply = await replace(who[role], sample, read.json);
    expect([reply.status, reply.json]).toEqual([200, read.json]);
  });

  it("is not set by a form of the console", async () => {
    const one = await visitorOf(role);
    const page = await one.read(`${keys[kind]}/new`);
    if (!maySet(role, kind, field)) expect(page.text).not.toContain(`name="${field}"`);
    const create = await one.send(`${keys[kind]}/new`, { ...form, [inForm(field)]: foreignForm[field] });
    const made = await stored(kind, created);
    if (maySet(role, kind, field)) expect([create.status, made]).toEqual([400, undefined]);
    else expect(made?.[field]).toBe(rule.rule === "operator" ? rule.initial : ownName(role));

    const before = await setByOperator(sample);
    const edit = await one.read(`${keys[kind]}/${id}`);
    const version = /name="version" value="([^"]+)"/.exec(edit.text)?.[1];
    const { id: _, ...fields } = form;
    await one.send(`${keys[kind]}/${id}`, {
      ...fields,
      ...changed(kind),
      version: version?.replaceAll("&quot;", '"'),
      [inForm(field)]: foreignForm[field],
    });
    const after = await stored(kind, id);
    expect(after?.[field]).toEqual(Object(before)[field]);
    if (!maySet(role, kind, field)) expect(after).toMatchObject(changed(kind));
  });
});

const leftOut = ruled.filter(({ role, kind, field }) => !maySet(role, kind, field));

describe.each(leftOut)("$field of a $kind, which a $role omits,", (sample) => {
  const { role, kind, field, rule, body } = sample;

  it("has its default on creation, and survives a replacement", async () => {
    const made = await place.call(who[role], "POST", `/${keys[kind]}`, { body });
    expect(made.json[field]).toBe(rule.rule === "operator" ? rule.initial : ownName(role));
    await setByOperator(sample);
    const reply = await replace(who[role], sample, { ...body, ...changed(kind) });
    expect([reply.status, reply.json]).toEqual([200, expect.objectContaining(changed(kind))]);
    expect(reply.json[field]).toEqual(sample.byOperator[field]);
  });
});

function ownName(role: OtherRole): string {
  return role === "publisher" ? "north" : "Roaster";
}

describe("pausing and resuming", () => {
  it("changes nothing but the status", async () => {
    const before = await stored("campaign", "roaster-coffee");
    for (const [action, status] of [
      ["pause", "paused"],
      ["resume", "active"],
    ]) {
      const body = { priceMicros: 0, weight: 100 };
      const withBody = await place.call("roaster", "POST", `/campaigns/roaster-coffee/${action}`, { body });
      expect(withBody.status).toBe(400);
      expect((await place.call("roaster", "POST", `/campaigns/roaster-coffee/${action}`)).status).toBe(200);
      expect(await stored("campaign", "roaster-coffee")).toEqual({ ...before, status });
    }
  });
});

describe("a key, for a publisher", () => {
  const rules = fieldRules.publisher.api_key ?? {};

  it("has these rules", () => {
    expect(rules).toEqual({
      publisherId: { rule: "own" },
      mode: { rule: "one_of", values: ["live", "test"] },
      label: { rule: "set" },
    });
  });

  it.each([
    ["publisherId", { publisherId: "south", mode: "live" }],
    ["mode", { mode: "manage" }],
  ])("is not created with a foreign %s, and nothing is stored", async (field, body) => {
    const before = await place.store.listApiKeys();
    expectRefused(await place.call("north", "POST", "/keys", { body }), field);
    const one = await signedIn(place.management, place.keys.north);
    const page = await one.read("keys");
    expect(page.text).not.toContain('<option value="manage">');
    await one.send("keys", { label: "", ...body });
    const added = (await place.store.listApiKeys()).slice(before.length);
    expect(added.map(({ publisherId, mode }) => [publisherId, mode])).toEqual(
      field === "publisherId" ? [["north", "live"]] : [],
    );
  });

  it("for managing is not rotated", async () => {
    const manage = (await place.store.listApiKeys("north")).find(({ mode }) => mode === "manage");
    const reply = await place.call("north", "POST", `/keys/${manage?.id}/rotate`, { body: {} });
    expect(reply.status).toBe(400);
    expect(await place.store.listApiKeys("north")).toHaveLength(3);
  });

  it("keeps its publisher and mode when it is rotated or revoked", async () => {
    const [live] = await place.store.listApiKeys("north");
    for (const body of [{ mode: "manage" }, { publisherId: "south" }]) {
      expect((await place.call("north", "POST", `/keys/${live?.id}/rotate`, { body })).status).toBe(400);
      expect((await place.call("north", "POST", `/keys/${live?.id}/revoke`, { body })).status).toBe(400);
    }
    const rotated = await place.call("north", "POST", `/keys/${live?.id}/rotate`, { body: {} });
    expect(rotated.json).toMatchObject({ publisherId: "north", mode: "live" });
  });
});
