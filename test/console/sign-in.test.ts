import { describe, expect, it } from "vitest";
import { createConsole } from "../../runtimes/console/console.ts";
import { consoleLink } from "../../runtimes/console/link.ts";
import { baseUrl, type Installation, install, operatorToken, secret } from "../management/installation.ts";
import { signedIn, visitor } from "./visitor.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const start = Date.UTC(2026, 0, 1);

interface Timed extends Installation {
  readonly time: { now: number };
  readonly link: (secrets?: readonly string[]) => string;
}

async function installed(options: Parameters<typeof install>[0] = {}): Promise<Timed> {
  const time = { now: start };
  const clock = (): number => time.now;
  const place = await install({ console: createConsole(), clock, ...options });
  return {
    ...place,
    time,
    link: (secrets = [secret]) =>
      new URL(consoleLink({ baseUrl, secrets, clock })).searchParams.get("link") ?? "",
  };
}

describe("a one-time link", () => {
  it("is not used up by a preview, and opens the console once", async () => {
    const { management, link } = await installed();
    const one = link();
    for (let look = 0; look < 3; look++) {
      const page = await visitor(management).read(`enter?link=${one}`);
      expect([page.status, page.headers.get("set-cookie")]).toEqual([200, null]);
      expect(page.text).toContain("Open the console</button>");
    }
    const first = visitor(management);
    const entered = await first.send("enter", { link: one });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "./"]);
    expect((await first.read("")).text).toContain("<h1>Overview</h1>");

    const second = visitor(management);
    expect((await second.send("enter", { link: one })).status).toBe(410);
    expect((await second.read("")).status).toBe(401);
  });

  it("admits exactly one of 16 concurrent uses", async () => {
    const { management, link } = await installed();
    const one = link();
    const all = await Promise.all(
      Array.from({ length: 16 }, () => visitor(management).send("enter", { link: one })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([303, ...Array(15).fill(410)]);
  });

  it("works for 15 minutes", async () => {
    const { management, link, time } = await installed();
    const [early, late] = [link(), link()];
    time.now = start + 15 * minuteMs - 1;
    expect((await visitor(management).send("enter", { link: early })).status).toBe(303);
    time.now = start + 15 * minuteMs;
    expect((await visitor(management).read(`enter?link=${late}`)).status).toBe(410);
    expect((await visitor(management).send("enter", { link: late })).status).toBe(410);
  });

  it("that was used is remembered until it expires", async () => {
    const { management, link, time } = await installed();
    const one = link();
    expect((await visitor(management).send("enter", { link: one })).status).toBe(303);
    for (let minute = 1; minute < 15; minute++) {
      time.now = start + minute * minuteMs;
      expect((await visitor(management).send("enter", { link: one })).status).toBe(410);
    }
  });

  it("of another secret, changed or truncated is refused; one of a previous secret works", async () => {
    const { management, link } = await installed({ secrets: [`${secret}-new`, secret] });
    const good = link();
    const changed = `${good.slice(0, 8)}${good[8] === "A" ? "B" : "A"}${good.slice(9)}`;
    for (const bad of [link([`${secret}-other`]), changed, good.slice(0, -1), "", ".", "x".repeat(5_000)]) {
      expect((await visitor(management).send("enter", { link: bad })).status).toBe(410);
    }
    expect((await visitor(management).send("enter", { link: good })).status).toBe(303);
  });

  it("is refused while its use cannot be checked", async () => {
    const limiter = { take: () => Promise.reject(new Error("no limiter")) };
    const { management, link } = await installed({ limiter });
    const answer = await visitor(management).send("enter", { link: link() });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([503, null]);
  });

  it("for an advertiser opens the advertiser's side", async () => {
    const { management, time } = await installed();
    const link = consoleLink({ baseUrl, secrets: [secret], clock: () => time.now, advertiser: "Roaster" });
    const one = visitor(management);
    await one.send("enter", { link: new URL(link).searchParams.get("link") ?? "" });
    const campaigns = await one.read("campaigns");
    expect(campaigns.text).toContain("roaster-coffee");
    expect(campaigns.text).not.toContain("wheels-bikes");
    expect((await one.read("audit")).status).toBe(403);
  });
});

describe("the sign-in form", () => {
  it.each(["operator token", "management key"])("takes an %s", async (what) => {
    const { management, keys } = await installed();
    const one = visitor(management);
    const credential = what === "operator token" ? operatorToken : keys.north;
    const answer = await one.send("sign-in", { credential });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "./"]);
    expect((await one.read("")).status).toBe(200);
  });

  it("refuses everything else, names the remedy and stores nothing", async () => {
    const { management, keys } = await installed();
    for (const credential of ["", "wrong", keys.live, keys.test, `${operatorToken}x`, `${keys.north} x`]) {
      const answer = await visitor(management).send("sign-in", { credential });
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([401, null]);
      expect(answer.text).toContain('role="alert"');
      if (credential.length > 10) expect(answer.text).not.toContain(credential);
    }
  });

  it("leads back to the requested page, and to no other site", async () => {
    const { management } = await installed();
    const one = visitor(management);
    const asked = await one.read("campaigns/roaster-coffee");
    expect(asked.status).toBe(401);
    expect(asked.text).toContain('name="next" value="campaigns/roaster-coffee"');
    for (const [next, to] of [
      ["campaigns/roaster-coffee", "campaigns/roaster-coffee"],
      ["//evil.example", "./"],
      ["https://evil.example", "./"],
      ["javascript:alert(1)", "./"],
      ["../../x", "./"],
      ["campaigns/v1.2/x%20y", "campaigns/v1.2/x%20y"],
      ["x/../../../evil", "./"],
      ["x/..", "./"],
      ["x/./y", "./"],
      ["x/%2e%2e/%2E%2E/evil", "./"],
      ["x/.%2e/%2e./evil", "./"],
      ["x/%252e%252e/%252e%252e/evil", "./"],
      ["x/..%2f..%2fevil", "./"],
      ["x/%2e%2e%5c..%5cevil", "./"],
      ["x/%255c..", "./"],
      ["x/..\\..\\evil", "./"],
      ["x\\..\\evil", "./"],
      ["\\\\evil.example", "./"],
      ["/evil", "./"],
      ["x//evil.example", "./"],
      ["x/%00", "./"],
      ["x/%zz", "./"],
      ["x/\t../\n../evil", "./"],
      [".", "./"],
      ["..", "./"],
      ["x?next=/../..", "./"],
    ] as const) {
      const answer = await visitor(management).send("sign-in", { credential: operatorToken, next });
      expect([next, answer.headers.get("location")]).toEqual([next, to]);
    }
  });
});

describe("a session", () => {
  it("is a cookie that only this host gets, over https, and no script reads", async () => {
    const { management } = await installed();
    const answer = await visitor(management).send("sign-in", { credential: operatorToken });
    const [pair = "", ...attributes] = (answer.headers.get("set-cookie") ?? "").split("; ");
    expect(pair).toMatch(/^__Host-handbill-console=/);
    expect(attributes.sort()).toEqual(["HttpOnly", "Max-Age=43200", "Path=/", "SameSite=Strict", "Secure"]);
  });

  it("over http on a local machine has no Secure", async () => {
    const { management } = await installed({ baseUrl: "http://localhost:8787" });
    const local = visitor(management, { at: "http://localhost:8787" });
    const answer = await local.send("sign-in", { credential: operatorToken });
    expect(answer.headers.get("set-cookie")).toMatch(
      /^handbill-console=[^;]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    expect((await local.read("")).status).toBe(200);
  });

  it("ends after 12 hours", async () => {
    const { management, time } = await installed();
    const one = await signedIn(management, operatorToken);
    time.now = start + 12 * hourMs - 1;
    expect((await one.read("")).status).toBe(200);
    time.now = start + 12 * hourMs;
    expect((await one.read("")).status).toBe(401);
  });

  it("of a publisher ends when its key is revoked", async () => {
    const { management, keys, store, time } = await installed();
    const one = await signedIn(management, keys.north);
    const other = await signedIn(management, keys.south);
    time.now += 1;
    await store.revokeApiKey(keys.north.slice("hb_manage_".length, "hb_manage_".length + 8), 0);
    expect((await one.read("")).status).toBe(401);
    expect((await other.read("")).status).toBe(200);
    expect((await visitor(management).send("sign-in", { credential: keys.north })).status).toBe(401);
  });

  it("of a publisher ends when the publisher is removed", async () => {
    const { management, keys, store } = await installed();
    const one = await signedIn(management, keys.south);
    const { version } = await store.readCatalog();
    const nothing = { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] };
    await store.applyCatalog({
      expectedVersion: version,
      upserts: nothing,
      removals: [
        { kind: "platform", id: "pf_south" },
        { kind: "publisher", id: "south" },
      ],
    });
    expect((await one.read("")).status).toBe(401);
    expect((await visitor(management).send("sign-in", { credential: keys.south })).status).toBe(401);
  });

  it("of an operator's token ends when the token is no longer valid", async () => {
    const operatorTokens = [operatorToken];
    const { management } = await installed({ operatorTokens });
    const one = await signedIn(management, operatorToken);
    operatorTokens[0] = "another-token-of-the-tests-0123456789";
    expect((await one.read("")).status).toBe(401);
  });

  it("that was changed, or signed by another secret, is refused", async () => {
    const { management } = await installed();
    const one = await signedIn(management, operatorToken);
    const cookie = one.cookie() ?? "";
    const foreign = await installed({ secrets: [`${secret}-other`] });
    const other = await signedIn(foreign.management, operatorToken);
    for (const bad of [
      `${cookie.slice(0, -1)}${cookie.endsWith("A") ? "B" : "A"}`,
      cookie.slice(0, -4),
      other.cookie(),
      "__Host-handbill-console=",
    ]) {
      one.setCookie(bad);
      expect((await one.read("")).status).toBe(401);
    }
    one.setCookie(cookie);
    expect((await one.read("")).status).toBe(200);
  });

  it("ends in this browser by signing out", async () => {
    const { management } = await installed();
    const one = await signedIn(management, operatorToken);
    const answer = await one.send("sign-out", {});
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "sign-in"]);
    expect(one.cookie()).toBeUndefined();
    expect((await one.read("")).status).toBe(401);
  });

  it("is not needed if the host identifies the user", async () => {
    const { management } = await installed();
    const one = visitor(management, { headers: { "x-host-user": "roaster" } });
    const page = await one.read("campaigns");
    expect(page.text).toContain("roaster-coffee");
    expect(page.text).not.toContain("Sign out");
    await one.read("campaigns/roaster-coffee");
    const paused = await one.send("campaigns/roaster-coffee/pause", {});
    expect(paused.status).toBe(303);
  });
});

it("the console is found on a host of its own name", async () => {
  const at = "https://console/ads";
  const { management } = await install({ console: createConsole(), baseUrl: at });
  const operator = visitor(management, { at });
  expect((await operator.send("sign-in", { credential: operatorToken })).status).toBe(303);
  expect((await operator.read("")).text).toContain("<h1>Overview</h1>");
});
