import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Management } from "../../core/management/management.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { consoleLink } from "../../runtimes/console/link.ts";
import { baseUrl, type Installation, install, operatorToken, secret } from "../management/installation.ts";
import { type OpenedStore, storeKinds } from "../management/stores.ts";
import { signedIn, visitor } from "./visitor.ts";

describe.each(storeKinds)("sessions of the console on $name", ({ open }) => {
  let opened: OpenedStore;
  let one: Installation;
  let other: Installation;

  beforeAll(async () => {
    opened = await open();
    one = await install({ console: createConsole(), store: opened.store });
    // Another instance of the same installation; nothing but the store is shared.
    other = await install({ console: createConsole(), store: opened.store });
  });

  afterAll(() => opened.close());

  const noted = async (limit: number) =>
    (await opened.store.readAudit({ kind: "session", limit })).map(({ actor, action, publisherId }) => ({
      actor,
      action,
      publisherId,
    }));

  it("a signed-out session is refused on every instance", async () => {
    const owner = await signedIn(one.management, operatorToken);
    const stolen = owner.cookie();
    const thief = visitor(other.management);
    thief.setCookie(stolen);
    expect((await thief.read("campaigns")).status).toBe(200);
    expect((await owner.send("sign-out", {})).status).toBe(303);
    for (const { management } of [one, other]) {
      const late = visitor(management);
      late.setCookie(stolen);
      for (const path of ["", "campaigns", "audit"]) expect((await late.read(path)).status).toBe(401);
      expect((await late.send("campaigns/roaster-coffee/pause", {})).status).toBe(401);
    }
    // Another session of the same person is another one.
    const again = await signedIn(other.management, operatorToken);
    expect((await again.read("campaigns")).status).toBe(200);
  });

  it("stays ended when the secrets change", async () => {
    const owner = await signedIn(one.management, operatorToken);
    const stolen = owner.cookie();
    await owner.send("sign-out", {});
    const newSecret = `new-${secret}`;
    const rotated = await install({
      console: createConsole(),
      store: opened.store,
      secrets: [newSecret, secret],
    });
    const thief = visitor(rotated.management);
    thief.setCookie(stolen);
    expect((await thief.read("campaigns")).status).toBe(401);
  });

  it("a link admits exactly one of 32 concurrent uses on two instances, and none later", async () => {
    const link = new URL(consoleLink({ baseUrl, secrets: [secret] })).searchParams.get("link") ?? "";
    const send = (management: Management) => visitor(management).send("enter", { link });
    const all = await Promise.all(
      Array.from({ length: 32 }, (_, n) => send((n % 2 === 0 ? one : other).management)),
    );
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(all.filter((answer) => answer.headers.get("set-cookie") !== null)).toHaveLength(1);
    expect([(await send(one.management)).status, (await send(other.management)).status]).toEqual([410, 410]);
    const third = await install({ console: createConsole(), store: opened.store });
    expect((await send(third.management)).status).toBe(410);
  });

  it("are in the audit trail: sign-ins, sign-outs and failures, without a secret or an address", async () => {
    const owner = await signedIn(one.management, one.keys.north);
    await owner.send("sign-out", {});
    const wrong = "a-wrong-token-that-nobody-may-read-0123456789";
    expect((await visitor(one.management).send("sign-in", { credential: wrong })).status).toBe(401);
    expect(await noted(3)).toEqual([
      { actor: "unknown", action: "sign_in_failed", publisherId: "" },
      { actor: "publisher:north", action: "sign_out", publisherId: "north" },
      { actor: "publisher:north", action: "sign_in", publisherId: "north" },
    ]);
    const trail = JSON.stringify(await opened.store.readAudit({ kind: "session", limit: 500 }));
    for (const kept of [wrong, one.keys.north, operatorToken]) expect(trail).not.toContain(kept);
    const own = await one.call("north", "GET", "/audit?kind=session");
    expect([own.status, own.json["items"]]).toMatchObject([
      200,
      [{ action: "sign_out" }, { action: "sign_in" }],
    ]);
    const operator = await signedIn(one.management, operatorToken);
    expect((await operator.read("audit?kind=session")).text).toContain("sign in failed");
  });
});

describe("failed sign-ins", () => {
  const start = Date.UTC(2026, 0, 1);

  /** A sign-in form as a browser at this address sends it. */
  async function signIn(
    management: Management,
    credential: string,
    clientAddress?: string,
  ): Promise<Response> {
    const request = new Request(`${baseUrl}/console/sign-in`, {
      method: "POST",
      headers: {
        origin: baseUrl,
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ credential }).toString(),
    });
    return management.fetch(request, { clientAddress });
  }

  it("get 429 after ten a minute from one network; valid ones never do", async () => {
    const time = { now: start };
    const { management } = await install({ console: createConsole(), clock: () => time.now });
    const from = "2001:db8:1::1";
    for (let n = 0; n < 10; n += 1) expect((await signIn(management, "wrong", from)).status).toBe(401);
    const late = await signIn(management, "wrong", "2001:db8:1:2::3");
    expect([late.status, Number(late.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await signIn(management, operatorToken, from)).status).toBe(303);
    expect((await signIn(management, "wrong", "2001:db8:2::1")).status).toBe(401);
    expect((await signIn(management, operatorToken, "2001:db8:2::1")).status).toBe(303);
    time.now += 64_000;
    expect((await signIn(management, "wrong", from)).status).toBe(401);
  });

  it("are recorded at most sixty times a minute, from any number of networks", async () => {
    const time = { now: start };
    const { management, store } = await install({ console: createConsole(), clock: () => time.now });
    for (let n = 0; n < 80; n += 1) await signIn(management, "wrong", `10.0.${n}.1`);
    const noted = async () => (await store.readAudit({ kind: "session", limit: 500 })).length;
    expect(await noted()).toBe(60);
    time.now += 64_000;
    await signIn(management, "wrong", "10.0.0.1");
    expect(await noted()).toBe(61);
  });

  it("a view of the page alone reads nothing from the store", async () => {
    const { management, store } = await install({ console: createConsole() });
    let asked = 0;
    const { catalogChanges } = store;
    store.catalogChanges = (since) => {
      asked += 1;
      return catalogChanges(since);
    };
    const stranger = visitor(management);
    for (const path of ["sign-in", "", "campaigns"]) await stranger.read(path);
    stranger.setCookie("__Host-handbill-console=forged.cookie");
    expect((await stranger.read("campaigns")).status).toBe(401);
    expect(asked).toBe(0);
  });
});
