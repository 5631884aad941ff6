import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { choice, order } from "../conformance/fixtures.ts";
import { type CallerName, creative, type Installation, install, type Reply } from "./installation.ts";
import { type OpenedStore, storeKinds } from "./stores.ts";

let place: Installation;
const any = { headers: { "if-match": "*" } };

beforeEach(async () => {
  place = await install({ managementLimits: { writesPerPrincipal: false } });
});

async function apply(catalog: object): Promise<void> {
  const { status, text } = await place.call("operator", "POST", "/catalog/apply", { body: { catalog } });
  expect(status, text).toBe(200);
}

function campaign(id: string): object {
  return { id, advertiser: "Roaster", name: `Campaign ${id}`, priceMicros: 1_000, totalBudgetMicros: 5_000 };
}

async function list(
  query: string,
  who: CallerName = "operator",
  of = "campaigns",
): Promise<readonly string[]> {
  const { status, text } = await place.call(who, "GET", `/${of}?${query}`);
  expect(status, text).toBe(200);
  const { items }: { readonly items: readonly { readonly id: string }[] } = JSON.parse(text);
  return items.map(({ id }) => id);
}

const archive = async (path: string, who: CallerName = "operator"): Promise<void> => {
  expect((await place.call(who, "DELETE", path, any)).status, path).toBe(204);
};
const restore = (path: string, who: CallerName = "operator"): Promise<Reply> =>
  place.call(who, "POST", `${path}/restore`);

describe("an archived object", () => {
  it("leaves its list, is listed as archived, and is restored paused with its settings", async () => {
    await apply({ campaigns: [campaign("tea")] });
    expect((await place.call("roaster", "DELETE", "/campaigns/tea", any)).status).toBe(204);
    expect(await list("", "roaster")).toEqual(["roaster-coffee"]);
    expect(await list("archived=true", "roaster")).toEqual(["tea"]);
    expect(await list("archived=true&q=nothing", "roaster")).toEqual([]);
    expect(await list("archived=true", "wheels")).toEqual([]);
    const restored = await place.call("roaster", "POST", "/campaigns/tea/restore");
    expect([restored.status, restored.json["status"], restored.json["totalBudgetMicros"]]).toEqual([
      200,
      "paused",
      5_000,
    ]);
    expect(restored.headers.get("etag")).toMatch(/^"/);
    expect(await list("archived=true", "roaster")).toEqual([]);
    const again = await place.call("roaster", "POST", "/campaigns/tea/restore");
    expect([again.status, again.json["code"]]).toEqual([409, "exists"]);
  });

  it("is restored by its owner and the operator only", async () => {
    await apply({ campaigns: [campaign("tea"), campaign("tea-2")] });
    for (const id of ["tea", "tea-2"]) await place.call("operator", "DELETE", `/campaigns/${id}`, any);
    const foreign = await place.call("wheels", "POST", "/campaigns/tea/restore");
    const unknown = await place.call("wheels", "POST", "/campaigns/never-was/restore");
    expect({ ...foreign.json, request_id: "" }).toEqual({ ...unknown.json, request_id: "" });
    expect(foreign.status).toBe(404);
    expect((await place.call("roaster", "POST", "/campaigns/tea/restore")).status).toBe(200);
    expect((await place.call("operator", "POST", "/campaigns/tea-2/restore")).status).toBe(200);
  });

  it("keeps its spend", async () => {
    const [issued] = await place.store.issue([
      order(createDeliveryId(Date.now(), systemRandom), [choice("wheels-bikes", 3_000)]),
    ]);
    expect(issued?.outcome).toBe("issued");
    await archive("/campaigns/wheels-bikes");
    expect((await restore("/campaigns/wheels-bikes")).status).toBe(200);
    const spend = await place.call("operator", "GET", "/campaigns/wheels-bikes/spend");
    expect(spend.json["heldMicros"]).toBe(3_000);
  });

  it("that is a publisher comes back with its keys revoked", async () => {
    const { south } = place.keys;
    await place.call("operator", "DELETE", "/platforms/pf_south", any);
    expect((await place.call("operator", "DELETE", "/publishers/south", any)).status).toBe(204);
    expect((await place.call("operator", "POST", "/publishers/south/restore")).status).toBe(200);
    expect((await place.call("operator", "POST", "/platforms/pf_south/restore")).status).toBe(200);
    expect((await place.call("south", "GET", "/platforms")).status, south.slice(0, 10)).toBe(401);
    expect((await place.store.listApiKeys("south")).every(({ revoked }) => revoked)).toBe(true);
  });

  it("of an author waits for the operator again", async () => {
    await place.call("roaster", "DELETE", "/creatives/cr-roaster", any);
    const restored = await place.call("roaster", "POST", "/creatives/cr-roaster/restore");
    expect(restored.json["review"]).toEqual({ status: "pending" });
    await place.call("operator", "DELETE", "/creatives/cr-wheels", any);
    const byOperator = await place.call("operator", "POST", "/creatives/cr-wheels/restore");
    expect([byOperator.status, byOperator.json["review"]]).toEqual([200, undefined]);
  });

  it("cannot come back without the objects that it names", async () => {
    await place.call("operator", "DELETE", "/creatives/cr-roaster", any);
    await place.call("operator", "DELETE", "/campaigns/roaster-coffee", any);
    const refused = await place.call("operator", "POST", "/creatives/cr-roaster/restore");
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("campaignId")]);
    expect(await list("archived=true", "roaster", "creatives")).toEqual(["cr-roaster"]);
    expect((await place.call("roaster", "POST", "/campaigns/roaster-coffee/restore")).status).toBe(200);
    expect((await place.call("roaster", "POST", "/creatives/cr-roaster/restore")).status).toBe(200);
  });
});

describe("an archived campaign", () => {
  const creatives = (query: string, who: CallerName = "operator") =>
    list(`campaign=tea&${query}`, who, "creatives");

  beforeEach(async () => {
    await apply({
      campaigns: [campaign("tea"), campaign("milk")],
      creatives: [
        ...["cr-1", "cr-2", "cr-3"].map((id) => creative(id, "tea")),
        ...["cr-milk-1", "cr-milk-2"].map((id) => creative(id, "milk")),
      ],
    });
  });

  it("takes its creatives along, and comes back with those that it took", async () => {
    await archive("/creatives/cr-2");
    await archive("/campaigns/tea");
    expect(await creatives("")).toEqual([]);
    expect(await creatives("archived=true")).toEqual(["cr-1", "cr-2", "cr-3"]);
    const restored = await restore("/campaigns/tea");
    expect([restored.status, restored.json["status"]]).toEqual([200, "paused"]);
    expect(await creatives("")).toEqual(["cr-1", "cr-3"]);
    expect(await creatives("archived=true")).toEqual(["cr-2"]);
    expect(await list("campaign=milk", "operator", "creatives")).toEqual(["cr-milk-1", "cr-milk-2"]);
  });

  it("leaves no creative behind that another caller creates meanwhile", async () => {
    const [removed, ...created] = await Promise.all([
      place.call("operator", "DELETE", "/campaigns/tea", any),
      ...Array.from({ length: 8 }, (_, n) =>
        place.call("operator", "POST", "/creatives", { body: creative(`new-${n}`, "tea") }),
      ),
    ]);
    expect(removed?.status).toBe(204);
    expect(await creatives("")).toEqual([]);
    const stored = created.filter(({ status }) => status === 201).length;
    expect(await creatives("archived=true")).toHaveLength(3 + stored);
    const all = await Promise.all(Array.from({ length: 8 }, () => restore("/campaigns/tea")));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await creatives("")).toHaveLength(3 + stored);
  });

  it("names each creative in the audit trail, once", async () => {
    await archive("/campaigns/tea");
    await archive("/campaigns/milk");
    expect((await restore("/campaigns/tea")).status).toBe(200);
    const { items } = (await place.call("operator", "GET", "/audit?limit=11")).json;
    const entries: readonly Record<string, unknown>[] = Object(items);
    const archived = entries.filter(({ action }) => action === "remove");
    expect(archived.map(({ kind, entityId }) => [kind, entityId])).toEqual([
      ["campaign", "milk"],
      ["creative", "cr-milk-2"],
      ["creative", "cr-milk-1"],
      ["campaign", "tea"],
      ["creative", "cr-3"],
      ["creative", "cr-2"],
      ["creative", "cr-1"],
    ]);
    expect(archived.map(({ changes }) => changes)).toEqual([
      [],
      ...Array(2).fill([{ path: "archivedWith", to: "milk" }]),
      [],
      ...Array(3).fill([{ path: "archivedWith", to: "tea" }]),
    ]);
    const created = entries.filter(({ action }) => action === "create");
    expect(created.map(({ entityId }) => entityId).sort()).toEqual(["cr-1", "cr-2", "cr-3", "tea"]);
  });

  it("that is archived twice comes back with what went with it the second time", async () => {
    await archive("/campaigns/tea");
    await restore("/campaigns/tea");
    await archive("/creatives/cr-1");
    await archive("/campaigns/tea");
    await restore("/campaigns/tea");
    expect(await creatives("")).toEqual(["cr-2", "cr-3"]);
  });

  it("whose id is used again comes back without what went with the campaign before", async () => {
    await archive("/campaigns/tea");
    await apply({ campaigns: [{ ...campaign("tea"), advertiser: "Wheels" }] });
    await archive("/campaigns/tea");
    expect((await restore("/campaigns/tea")).json["advertiser"]).toBe("Wheels");
    expect(await creatives("")).toEqual([]);
  });

  it("leaves out a creative whose id another campaign has used since", async () => {
    await archive("/campaigns/tea");
    await apply({ creatives: [creative("cr-1", "milk"), creative("cr-2", "milk")] });
    await archive("/creatives/cr-2");
    expect((await restore("/campaigns/tea")).status).toBe(200);
    expect(await creatives("")).toEqual(["cr-3"]);
    expect(await list("campaign=milk", "operator", "creatives")).toEqual(["cr-1", "cr-milk-1", "cr-milk-2"]);
  });

  it("with more creatives than a page of the audit trail comes back whole", async () => {
    const many = Array.from({ length: 1_030 }, (_, n) =>
      creative(`many-${String(n).padStart(4, "0")}`, "tea"),
    );
    await apply({ creatives: many });
    await archive("/campaigns/tea");
    expect((await restore("/campaigns/tea")).status).toBe(200);
    const { json } = await place.call("operator", "GET", "/creatives?campaign=tea&limit=1");
    expect(json["total"]).toBe(1_033);
  });

  it("of an advertiser comes back with creatives that wait for the operator", async () => {
    await archive("/campaigns/tea", "roaster");
    expect((await restore("/campaigns/tea", "wheels")).status).toBe(404);
    expect((await restore("/campaigns/tea", "roaster")).status).toBe(200);
    expect(await creatives("status=pending", "roaster")).toEqual(["cr-1", "cr-2", "cr-3"]);
  });

  it("keeps its creatives where the version is another one", async () => {
    const refused = await place.call("operator", "DELETE", "/campaigns/tea", {
      headers: { "if-match": '"old"' },
    });
    expect(refused.json["code"]).toBe("changed_meanwhile");
    expect(await creatives("")).toEqual(["cr-1", "cr-2", "cr-3"]);
  });
});

describe.each(storeKinds)("on $name", ({ open }) => {
  let opened: OpenedStore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it("a campaign and its creatives come back from the archive", async () => {
    place = await install({ store: opened.store });
    await apply({ creatives: ["cr-b", "cr-a"].map((id) => creative(id, "wheels-bikes")) });
    await archive("/creatives/cr-b");
    await archive("/campaigns/wheels-bikes");
    await archive("/campaigns/roaster-coffee");
    expect(await list("archived=true")).toEqual(["roaster-coffee", "wheels-bikes"]);
    expect((await restore("/campaigns/wheels-bikes")).status).toBe(200);
    expect(await list("", "operator", "creatives")).toEqual(["cr-a", "cr-wheels"]);
    expect(await list("archived=true", "operator", "creatives")).toEqual(["cr-b", "cr-roaster"]);
  });
});

it("every archived object is listed, however many changes came since", async () => {
  await apply({
    campaigns: Array.from({ length: 6_000 }, (_, n) => campaign(`c${n}`)),
  });
  await archive("/campaigns/wheels-bikes");
  await archive("/campaigns/c7");
  expect(await list("archived=true")).toEqual(["c7", "wheels-bikes"]);
  await apply({
    campaigns: Array.from({ length: 6_000 }, (_, n) => campaign(`d${n}`)),
  });
  await archive("/campaigns/d8");
  expect((await restore("/campaigns/c7")).status).toBe(200);
  expect(await list("archived=true")).toEqual(["d8", "wheels-bikes"]);
  expect(await list("archived=true", "wheels")).toEqual(["wheels-bikes"]);
});
