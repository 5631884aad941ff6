import { describe, expect, it } from "vitest";
import { createHandbill } from "../../../core/handbill.ts";
import type { LogEntry } from "../../../core/log.ts";
import { storeWith } from "../selection/stub-store.ts";
import { install, post, secret } from "./installation.ts";

const ask = (): Request => post("/api/v1/web/ads", { platform_id: "pf_one", stable_user_id: "u" });

describe("an ad server before its first request", () => {
  it("has read no variable, called no store and written no line", async () => {
    const asked: string[] = [];
    const { handbill, log } = await install(
      {
        baseUrl: undefined,
        env: (name) => {
          asked.push(name);
          return name === "HANDBILL_BASE_URL" ? "https://ads.example" : undefined;
        },
      },
      {
        catalogChanges: () => {
          asked.push("store");
          return Promise.reject(new Error("not there"));
        },
      },
    );
    expect([asked, log]).toEqual([[], []]);
    await handbill.fetch(ask());
    expect(asked).toContain("HANDBILL_BASE_URL");
    expect(asked).toContain("store");
  });

  it("closes without having touched the store", async () => {
    const handbill = createHandbill({
      store: storeWith({}),
      log: () => expect.fail("there was nothing to say"),
    });
    await handbill.close();
  });
});

describe("the configuration of a server", () => {
  it("is read at the first request that needs it, then kept", async () => {
    let reads = 0;
    const { handbill } = await install({
      health: true,
      secrets: undefined,
      env: (name) => {
        if (name === "HANDBILL_SECRET") reads += 1;
        return name === "HANDBILL_SECRET" ? secret : undefined;
      },
    });
    expect((await handbill.fetch(new Request("https://ads.example/livez"))).status).toBe(200);
    expect(reads).toBe(0);
    for (let round = 0; round < 3; round++) expect((await handbill.fetch(ask())).status).toBe(200);
    expect(reads).toBe(1);
  });

  it("is read again until it is valid, and each new set of faults is logged once", async () => {
    const variables = new Map<string, string>();
    const { handbill, log } = await install({
      baseUrl: undefined,
      secrets: undefined,
      env: (name) => variables.get(name),
    });
    const statuses: number[] = [];
    const messages = (): readonly string[] => log.map(({ message }) => message);
    for (let round = 0; round < 3; round++) statuses.push((await handbill.fetch(ask())).status);
    expect(messages()).toHaveLength(2);
    variables.set("HANDBILL_BASE_URL", "https://ads.example");
    for (let round = 0; round < 2; round++) statuses.push((await handbill.fetch(ask())).status);
    expect(messages()).toHaveLength(3);
    variables.set("HANDBILL_SECRET", secret);
    statuses.push((await handbill.fetch(ask())).status);
    expect(statuses).toEqual([503, 503, 503, 503, 503, 200]);
    expect(messages().at(2)).toMatch(/HANDBILL_SECRET/);
  });

  it("that is wrong is shown to the operator only: 503 names no variable", async () => {
    const { handbill, log } = await install({ secrets: ["hunter2"] });
    const answer = await handbill.fetch(ask());
    const body = await answer.text();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
    expect(JSON.parse(body)).toMatchObject({ code: "not_configured" });
    expect(body).not.toMatch(/HANDBILL|hunter2/);
    expect(JSON.stringify(log satisfies readonly LogEntry[])).not.toContain("hunter2");
  });
});
