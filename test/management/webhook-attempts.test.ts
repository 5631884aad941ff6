import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Installation, install } from "./installation.ts";

interface Heard {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const heard: Heard[] = [];
let status = 200;
let close: () => Promise<void>;
let place: Installation;
let url = "";

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
    heard.push({ headers: Object.fromEntries(headers), body });
    response.writeHead(status, status === 302 ? { location: "https://elsewhere.example/" } : {});
    response.end("secret words of the receiver");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/hook?key=hidden`;
  close = () => new Promise((resolve) => server.close(() => resolve()));
  place = await install({ webhookAddresses: { allowPrivateAddresses: true } });
});

afterAll(() => close());

async function create(who: "operator" | "north"): Promise<{ readonly id: string; readonly secret: string }> {
  const made = await place.call(who, "POST", "/webhooks", { body: { url, events: ["api_key.created"] } });
  expect(made.status).toBe(201);
  return { id: String(made.json["id"]), secret: String(made.json["secret"]) };
}

it("a test event is signed, is posted once, and its answer comes back", async () => {
  const { id, secret } = await create("north");
  heard.length = 0;
  const sent = await place.call("north", "POST", `/webhooks/${id}/test`);
  expect([sent.status, sent.json]).toMatchObject([
    200,
    { type: "webhook.test", outcome: "accepted", status: 200, reason: null },
  ]);
  expect(heard).toHaveLength(1);
  const [one] = heard;
  expect(new Webhook(secret).verify(one?.body ?? "", one?.headers ?? {})).toEqual({
    type: "webhook.test",
    timestamp: expect.any(String),
    data: { webhook_id: id },
  });
  await place.management.maintain();
  expect(heard).toHaveLength(1);
  expect(await place.store.countWebhookMessages()).toBe(0);
});

it.each([
  [500, "failed", "it answered with status 500"],
  [302, "failed", expect.stringContaining("redirect")],
  [410, "gone", null],
])("an answer %i to a test is %s", async (answered, outcome, reason) => {
  const { id } = await create("operator");
  status = answered;
  const sent = await place.call("operator", "POST", `/webhooks/${id}/test`);
  status = 200;
  expect(sent.json).toMatchObject({ outcome, status: answered, reason });
});

it("real messages and tests are listed, newest first, bounded, without contents and secrets", async () => {
  const { id } = await create("north");
  await place.call("north", "POST", "/keys", { body: { mode: "live" } });
  await place.management.maintain();
  const list = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    Object((await place.call("north", "GET", `/webhooks/${id}/attempts`)).json["items"]);
  expect(await list()).toMatchObject([{ type: "api_key.created", outcome: "accepted", status: 200 }]);
  for (let n = 0; n < 52; n++) await place.call("north", "POST", `/webhooks/${id}/test`);
  const listed = await list();
  expect(listed).toHaveLength(50);
  expect(new Set(listed.map(({ type }) => type))).toEqual(new Set(["webhook.test"]));
  expect(JSON.stringify(listed)).not.toMatch(/whsec|hidden|secret words|127\.0\.0\.1/);
  expect(Object.keys(listed[0] ?? {}).sort()).toEqual(
    ["at", "messageId", "ms", "outcome", "reason", "status", "type"].sort(),
  );
});

it("another publisher's webhook answers as if it did not exist", async () => {
  const { id } = await create("north");
  heard.length = 0;
  expect((await place.call("south", "POST", `/webhooks/${id}/test`)).status).toBe(404);
  expect((await place.call("south", "GET", `/webhooks/${id}/attempts`)).status).toBe(404);
  expect((await place.call("roaster", "POST", `/webhooks/${id}/test`)).status).toBe(403);
  expect(heard).toEqual([]);
});
