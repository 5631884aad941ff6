import { expect, test } from "vitest";
import { createUpstashStore } from "../../adapters/upstash/mod.ts";
import { campaign } from "../conformance/fixtures.ts";

/** The smallest limit of Upstash, in bytes of a request. */
const limit = 1_000_000;

/** A store whose scripts all give one reply, and the sizes of its requests. */
function measured(reply: string) {
  const sizes: number[] = [];
  const evalsha = async (sha: string, keys: string[], args: string[]): Promise<string> => {
    const body = JSON.stringify(["EVALSHA", sha, keys.length, ...keys, ...args]);
    sizes.push(new TextEncoder().encode(body).length);
    return reply;
  };
  return { store: createUpstashStore({ redis: { evalsha, eval: evalsha } }), sizes };
}

test.each(["漢", "😀", '"'])("a statement full of %s fits into the requests of Upstash", async (letter) => {
  const { store, sizes } = measured("added");
  const document = letter.repeat(1_000_000 / letter.length);
  expect(await store.addStatement({ account: "publisher:p", number: 1, document })).toBe("added");
  expect(Math.max(...sizes)).toBeLessThan(limit);
});

test("a large change of the catalogue fits into the requests of Upstash", async () => {
  const { store, sizes } = measured("applied\t1");
  const campaigns = Array.from({ length: 2_000 }, (_, n) => campaign(`c${n}`, { name: "漢".repeat(200) }));
  const upserts = { publishers: [], platforms: [], campaigns, creatives: [], topics: [] };
  await store.applyCatalog({ expectedVersion: "0", upserts, removals: [] });
  expect(Math.max(...sizes)).toBeLessThan(limit);
  expect(sizes.length).toBeLessThan(10);
});

test("messages of webhooks go in several requests, whose new messages are counted together", async () => {
  const { store, sizes } = measured("added\t100");
  const payload = JSON.stringify({ data: "x".repeat(4_000) });
  const messages = Array.from({ length: 512 }, (_, n) => ({
    id: `m${n}`,
    webhookId: "w",
    type: "campaign.ended" as const,
    payload,
  }));
  expect(await store.addWebhookMessages(messages)).toBe(100 * sizes.length);
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThan(limit);
});
