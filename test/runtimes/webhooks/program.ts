/** The result of management's default `fetch` on this runtime, as one line of JSON. */
import { createServer } from "node:http";
import process from "node:process";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { createManagement } from "../../../core/management/management.ts";

const token = "operator-token-of-the-tests-0123456789";
/** Names, and where they lead by the time of the look-up. */
const leadsTo = new Map<string, readonly string[]>([
  ["rebound.example", ["127.0.0.1"]],
  ["half.example", ["8.8.8.8", "::ffff:127.0.0.1"]],
  ["receiver.lan", ["127.0.0.1"]],
]);
type Found = readonly { readonly address: string; readonly family: number }[];
type Done = (error: Error | null, addresses: Found) => void;

let connections = 0;
const heard: string[] = [];
const receiver = createServer((request, response) => {
  heard.push(`${request.method} ${request.headers.host?.replace(/:\d+$/, "")} ${request.url}`);
  request.resume();
  response.end("ok");
});
receiver.on("connection", () => {
  connections += 1;
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const address = receiver.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

// No name resolves to this machine everywhere.
Object.assign(process.getBuiltinModule("node:dns"), {
  lookup: (name: string, _options: object, done: Done) => {
    const found = leadsTo.get(name) ?? [];
    done(
      null,
      found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  },
});

async function tell(url: string, allowPrivateAddresses: boolean): Promise<object> {
  const log: string[] = [];
  connections = 0;
  heard.length = 0;
  const management = createManagement({
    store: createMemoryStore(),
    baseUrl: "https://ads.example",
    secrets: ["a signing secret of at least 32 letters"],
    operatorTokens: [token],
    currency: "EUR",
    webhookAddresses: { allowPrivateAddresses },
    log: ({ message }) => log.push(message),
  });
  const post = async (path: string, body: object): Promise<number> => {
    const request = new Request(`https://ads.example/api/v1/manage${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await management.fetch(request)).status;
  };
  const made = [
    await post("/publishers", { id: "north", name: "North" }),
    await post("/webhooks", { url, events: ["api_key.created"] }),
    await post("/keys", { publisherId: "north", mode: "live", label: "new" }),
  ];
  await management.maintain();
  const codes = log.flatMap((message) => /\(([A-Z_]+)\)/.exec(message)?.[1] ?? []);
  return { made, connections, heard: [...heard], codes, lines: log.length };
}

const runtime = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
const answer = {
  runtime,
  rebound: await tell(`https://rebound.example:${port}/hook`, false),
  half: await tell(`https://half.example:${port}/hook`, false),
  allowed: await tell(`http://receiver.lan:${port}/hook`, true),
  literal: await tell(`http://127.0.0.1:${port}/hook`, true),
};
console.log(JSON.stringify(answer));
receiver.close();
