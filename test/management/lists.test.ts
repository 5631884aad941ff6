import { beforeEach, describe, expect, it } from "vitest";
import { type CallerName, creative, type Installation, install } from "./installation.ts";

let place: Installation;

beforeEach(async () => {
  place = await install({ managementLimits: { writesPerPrincipal: false } });
});

async function apply(catalog: object): Promise<void> {
  const { status, text } = await place.call("operator", "POST", "/catalog/apply", { body: { catalog } });
  expect(status, text).toBe(200);
}

function campaign(id: string, fields: object = {}): object {
  return {
    id,
    advertiser: "Roaster",
    name: `Campaign ${id}`,
    priceMicros: 1_000,
    totalBudgetMicros: 5_000,
    ...fields,
  };
}

interface Listed {
  readonly items: readonly { readonly id: string }[];
  readonly next: string | null;
  readonly previous: string | null;
  readonly total: number;
}

async function list(query: string, who: CallerName = "operator", of = "campaigns"): Promise<Listed> {
  const { status, text } = await place.call(who, "GET", `/${of}?${query}`);
  expect(status, text).toBe(200);
  return JSON.parse(text);
}

const idsOf = ({ items }: Listed): readonly string[] => items.map(({ id }) => id);

describe("a list", () => {
  it("of 2,000 campaigns is searched, filtered, sorted and counted", async () => {
    const campaigns = Array.from({ length: 2_000 }, (_, n) =>
      campaign(`c${String(n).padStart(4, "0")}`, {
        status: n % 4 === 0 ? "paused" : "active",
        name: n === 77 ? "Étude in Tea" : `Campaign ${n}`,
        priceMicros: 1_000 + (n % 7),
      }),
    );
    await apply({ campaigns });
    expect((await list("")).total).toBe(2_002);
    expect((await list("status=paused&limit=1")).total).toBe(500);
    expect(idsOf(await list("q=%C3%A9tude"))).toEqual(["c0077"]);
    expect(idsOf(await list("q=c1999"))).toEqual(["c1999"]);
    expect(idsOf(await list("q=WHEELS"))).toEqual(["wheels-bikes"]);
    const dear = await list("sort=priceMicros&direction=descending&limit=3");
    expect(idsOf(dear)).toEqual(["roaster-coffee", "wheels-bikes", "c1994"].slice(0, 3));
    expect((await list("q=nothing-has-this")).items).toEqual([]);
  });

  it.each([
    "sort=id",
    "sort=name",
    "sort=status",
    "sort=priceMicros&direction=descending",
    "direction=descending",
  ])("has pages in both directions with %s, and every object once", async (order) => {
    const campaigns = Array.from({ length: 23 }, (_, n) =>
      campaign(`c${n}`, {
        name: `Same ${n % 3}`,
        priceMicros: 1 + (n % 5),
        status: n % 2 ? "active" : "paused",
      }),
    );
    await apply({ campaigns });
    const whole = idsOf(await list(`${order}&limit=500`));
    expect(new Set(whole).size).toBe(25);
    const forward: Listed[] = [];
    for (let cursor = ""; ; ) {
      const page = await list(`${order}&limit=4${cursor}`);
      forward.push(page);
      if (page.next === null) break;
      cursor = `&after=${encodeURIComponent(page.next)}`;
    }
    expect(forward.flatMap(idsOf)).toEqual(whole);
    expect(forward[0]?.previous).toBeNull();
    const backward: Listed[] = [];
    for (let last = forward.at(-1); last?.previous; last = backward.at(-1)) {
      backward.push(await list(`${order}&limit=4&before=${encodeURIComponent(last.previous)}`));
    }
    const pages = [...backward.reverse(), forward.at(-1)].flatMap((page) => (page ? idsOf(page) : []));
    expect(pages).toEqual(whole);
  });

  it.each(["id", "name", "priceMicros"])(
    "by %s skips and repeats no unchanged object while others come, go and change",
    async (sort) => {
      const kept = Array.from({ length: 20 }, (_, n) =>
        campaign(`k${String(n).padStart(2, "0")}`, { name: `Kept ${n % 4}`, priceMicros: 100 + (n % 3) }),
      );
      const passing = (round: number) =>
        Array.from({ length: 5 }, (_, n) =>
          campaign(`k${n * 4}-${round}`, { name: `Kept ${n % 4}`, priceMicros: 100 + (n % 3) }),
        );
      await apply({ campaigns: [...kept, ...passing(0)] });
      let round = 0;
      const walk = async (
        direction: "after" | "before",
        start: string | null,
      ): Promise<readonly string[]> => {
        const at = start === null ? "" : `&${direction}=${encodeURIComponent(start)}`;
        const page = await list(`sort=${sort}&limit=3&q=kept${at}`);
        // The passing ones of this page leave, and others come everywhere.
        for (const id of idsOf(page).filter((one) => one.includes("-"))) {
          await place.call("operator", "DELETE", `/campaigns/${id}`, { headers: { "if-match": "*" } });
        }
        round += 1;
        if (round < 8) await apply({ campaigns: passing(round) });
        const further = direction === "after" ? page.next : page.previous;
        return [...idsOf(page), ...(further === null ? [] : await walk(direction, further))];
      };
      const isKept = (id: string): boolean => !id.includes("-");
      const keptIds = kept.map((one) => Object(one).id);
      expect((await walk("after", null)).filter(isKept).sort()).toEqual(keptIds);
      const whole = await list(`sort=${sort}&limit=500&q=kept`);
      const half = await list(`sort=${sort}&limit=${whole.total - 1}&q=kept`);
      const backward = await walk("before", half.next);
      const before = idsOf(half).slice(0, -1).filter(isKept);
      expect(backward.filter(isKept).sort()).toEqual([...before].sort());
    },
  );

  it("refuses cursors of another order, both cursors at once, and unknown values", async () => {
    for (const query of [
      "sort=name&after=c1",
      "after=a&before=b",
      "sort=nothing",
      "direction=up",
      "status=gone",
      "archived=yes",
      `q=${"x".repeat(201)}`,
    ]) {
      expect((await place.call("operator", "GET", `/campaigns?${query}`)).status, query).toBe(400);
    }
  });

  it("finds creatives by their texts and their review, and platforms by their sites", async () => {
    await apply({ creatives: [creative("cr-new", "roaster-coffee")] });
    const tea = { ...creative("cr-tea", "roaster-coffee") };
    expect((await place.call("roaster", "POST", "/creatives", { body: tea })).status).toBe(201);
    expect(idsOf(await list("q=words+of+cr-new", "operator", "creatives"))).toEqual(["cr-new"]);
    expect(idsOf(await list("status=pending", "operator", "creatives"))).toEqual(["cr-tea"]);
    expect((await list("status=approved", "operator", "creatives")).total).toBe(3);
    expect(idsOf(await list("q=north.example", "operator", "platforms"))).toEqual(["pf_north"]);
    expect(idsOf(await list("q=north", "south", "platforms"))).toEqual([]);
  });
});

describe("a bulk change of campaigns", () => {
  const bulk = (who: CallerName, status: string, ...campaigns: readonly object[]) =>
    place.call(who, "POST", "/campaign-status", { body: { status, campaigns } });

  it("answers for each campaign, changes each once, and notes each in the audit trail", async () => {
    await apply({ campaigns: Array.from({ length: 198 }, (_, n) => campaign(`c${n}`)) });
    const { items } = await list("limit=500");
    const all = items.map(({ id }) => ({ id }));
    expect(all).toHaveLength(200);
    const paused = await bulk("operator", "paused", ...all);
    expect(paused.json["items"]).toEqual(
      all.map(({ id }) => ({ id, outcome: "changed", etag: expect.stringMatching(/^"/) })),
    );
    expect((await list("status=paused&limit=1")).total).toBe(200);
    const audit = await place.store.readAudit({ limit: 500, kind: "campaign" });
    expect(audit.filter(({ action }) => action === "update")).toHaveLength(200);
    const again = await bulk("operator", "paused", ...all);
    expect(again.json["items"]).toEqual(
      all.map(({ id }) => expect.objectContaining({ id, outcome: "unchanged" })),
    );
    expect(await place.store.readAudit({ limit: 500, kind: "campaign" })).toHaveLength(audit.length);
    expect((await bulk("operator", "active", ...all, { id: "one-more" })).status).toBe(400);
    expect((await bulk("operator", "active", { id: "c1" }, { id: "c1" })).status).toBe(400);
    expect((await bulk("operator", "active")).status).toBe(400);
  });

  it("refuses foreign campaigns and other versions one by one", async () => {
    const read = await place.call("roaster", "GET", "/campaigns/roaster-coffee");
    const etag = read.headers.get("etag") ?? "";
    await apply({ campaigns: [campaign("tea")] });
    const done = await bulk(
      "roaster",
      "paused",
      { id: "roaster-coffee", etag },
      { id: "wheels-bikes" },
      { id: "nothing" },
      { id: "tea", etag: '"another"' },
    );
    expect(done.json["items"]).toMatchObject([
      { id: "roaster-coffee", outcome: "changed" },
      { id: "wheels-bikes", outcome: "refused", code: "not_found" },
      { id: "nothing", outcome: "refused", code: "not_found" },
      { id: "tea", outcome: "refused", code: "changed_meanwhile" },
    ]);
    const { etag: now } = Object(done.json["items"])[0];
    expect(now).toBe((await place.call("roaster", "GET", "/campaigns/roaster-coffee")).headers.get("etag"));
    expect(idsOf(await list("status=paused"))).toEqual(["roaster-coffee"]);
  });

  it("resumes no campaign of an advertiser below the least price", async () => {
    place = await install({ leastPriceMicros: 3_500 });
    const done = await bulk("wheels", "active", { id: "wheels-bikes" });
    expect(done.json["items"]).toMatchObject([{ outcome: "refused", code: "invalid_request" }]);
    expect((await bulk("wheels", "paused", { id: "wheels-bikes" })).json["items"]).toMatchObject([
      { outcome: "changed" },
    ]);
  });

  it("of 16 callers at once loses no change", async () => {
    await apply({ campaigns: Array.from({ length: 32 }, (_, n) => campaign(`c${n}`)) });
    const pairs = Array.from({ length: 16 }, (_, n) => [{ id: `c${2 * n}` }, { id: `c${2 * n + 1}` }]);
    const done = await Promise.all(pairs.map((pair) => bulk("operator", "paused", ...pair)));
    expect(done.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect((await list("status=paused&limit=1")).total).toBe(32);
  });
});

describe("a duplicate of a campaign", () => {
  const copy = (who: CallerName, id: string, body?: object) =>
    place.call(who, "POST", `/campaigns/${id}/duplicate`, body === undefined ? {} : { body });

  it("is a paused copy with its creatives, under ids that are free", async () => {
    const made = await copy("operator", "roaster-coffee");
    expect([made.status, made.json]).toMatchObject([
      201,
      {
        id: "roaster-coffee-copy",
        name: "Coffee (copy)",
        status: "paused",
        advertiser: "Roaster",
        topics: ["coffee"],
        totalBudgetMicros: 1_000_000,
      },
    ]);
    expect(idsOf(await list("campaign=roaster-coffee-copy", "operator", "creatives"))).toEqual([
      "cr-roaster-copy",
    ]);
    expect((await copy("operator", "roaster-coffee")).json["id"]).toBe("roaster-coffee-copy-2");
    const any = { headers: { "if-match": "*" } };
    await place.call("operator", "DELETE", "/creatives/cr-roaster-copy-2", any);
    await place.call("operator", "DELETE", "/campaigns/roaster-coffee-copy-2", any);
    expect((await copy("operator", "roaster-coffee")).json["id"]).toBe("roaster-coffee-copy-3");
    expect(
      (await place.call("operator", "GET", "/campaigns/roaster-coffee-copy/spend")).json["usedMicros"],
    ).toBe(0);
  });

  it("of a long name with characters of two code units has a whole name", async () => {
    const any = { "if-match": "*" };
    const { json } = await place.call("operator", "GET", "/campaigns/roaster-coffee");
    const body = { ...json, name: `${"x".repeat(150)}${"😀".repeat(50)}` };
    const saved = await place.call("operator", "PUT", "/campaigns/roaster-coffee", { body, headers: any });
    expect(saved.status).toBe(200);
    const made = await copy("operator", "roaster-coffee");
    expect([made.status, made.json["name"]]).toEqual([201, `${"x".repeat(150)}${"😀".repeat(43)} (copy)`]);
  });

  it("takes a wanted id and name, and refuses an id in use", async () => {
    const made = await copy("operator", "roaster-coffee", { id: "tea", name: "Tea" });
    expect([made.json["id"], made.json["name"]]).toEqual(["tea", "Tea"]);
    expect((await copy("operator", "roaster-coffee", { id: "wheels-bikes" })).json["code"]).toBe("exists");
    for (const [path, value] of [
      ["id", "no good id"],
      ["name", ""],
    ] as const) {
      const { status, json } = await copy("operator", "roaster-coffee", { [path]: value });
      expect([status, json["errors"]]).toMatchObject([400, [{ path }]]);
    }
    expect((await copy("operator", "roaster-coffee", { status: "active" })).status).toBe(400);
  });

  it("of an advertiser is its own, and its creatives wait for the operator", async () => {
    expect((await copy("wheels", "roaster-coffee")).status).toBe(404);
    expect((await copy("roaster", "roaster-coffee")).status).toBe(201);
    const { json } = await place.call("operator", "GET", "/creatives/cr-roaster-copy");
    expect(json["review"]).toEqual({ status: "pending" });
  });

  it("made 8 times at once has 8 ids", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => copy("operator", "wheels-bikes")));
    expect(made.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(made.map(({ json }) => json["id"])).size).toBe(8);
  });
});
