import { expect, it } from "vitest";
import { forwardRequest } from "../../adapters/sqlite/durable-object/mod.ts";

const ended = { fetch: () => Promise.reject(new Error("The object was ended.")) };
const to = (path: string, init?: RequestInit): Promise<Response> =>
  forwardRequest(ended, new Request(`https://ads.example${path}`, init));

it("the answer of an object is passed on", async () => {
  const answer = Response.json({ ok: true });
  const stub = { fetch: async () => answer };
  expect(await forwardRequest(stub, new Request("https://ads.example/livez"))).toBe(answer);
});

it("pages may read the 503 for an object that has ended (contract.md §7)", async () => {
  const answer = await to("/below/api/v1/web/ads", { method: "POST", body: "{}" });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("request-id")).toBe((await answer.json()).request_id);
});

it("no page reads the 503 of other paths, and a HEAD has no body", async () => {
  const answer = await to("/api/v1/manage/campaigns?next=/api/v1/web/", { method: "HEAD" });
  expect([answer.status, await answer.text()]).toEqual([503, ""]);
  expect(answer.headers.has("access-control-allow-origin")).toBe(false);
});
