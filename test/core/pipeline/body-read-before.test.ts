import { expect, test } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { createHandbill } from "../../../core/mod.ts";

test("a body that the host read before is a 400 that says so", async () => {
  const handbill = createHandbill({
    store: createMemoryStore(),
    baseUrl: "https://hb.example",
    secrets: ["a signing secret of this test alone"],
    log: () => {},
  });
  const request = new Request("https://hb.example/api/v1/web/ads", {
    method: "POST",
    headers: { "content-type": "application/json", origin: "https://shop.example" },
    body: "{}",
  });
  await request.text();
  const answer = await handbill.fetch(request);
  expect([answer.status, (await answer.json()).detail]).toEqual([
    400,
    "The host read the body before Handbill: pass a request whose body is unread.",
  ]);
  await handbill.close();
});
