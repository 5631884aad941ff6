import { createServer, type RequestListener, type Server } from "node:http";
import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { serverOf } from "../../runtimes/cli/data-options.ts";
import { connectServer } from "../../runtimes/cli/server/connect.ts";
import { freePort } from "./run-cli.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("a listening server has a port");
  return `http://127.0.0.1:${address.port}`;
}

/** The refusal of a call at an address. */
async function refusalAt(url: string, options: Parameters<typeof connectServer>[1] = {}): Promise<string> {
  const server = connectServer({ url, token: "t" }, options);
  const refusal: unknown = await server
    .call(v.unknown(), "GET", "/keys", { query: { limit: 1 } })
    .catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: "ServerRefused", exitCode: 1 });
  return refusal instanceof Error ? refusal.message : "";
}

test.each(["operator-token-“pasted”", "two\nlines", "two words"])(
  "the token %j is refused where it is read",
  (token) => {
    expect(() => serverOf({ server: "http://127.0.0.1:1", token })).toThrow(
      "HANDBILL_TOKEN (--token) has characters that no token has, such as a curly quote or a line break: copy it again.",
    );
  },
);

test("a redirect is not followed, and the address that it leads to is named", async () => {
  const to = (location: string) => startServer((_, answer) => answer.writeHead(308, { location }).end());
  const moved = await to("https://ads.example/api/v1/manage/keys?limit=1");
  expect(await refusalAt(moved)).toBe(
    `${moved} redirects to https://ads.example: set HANDBILL_SERVER (--server) to that address.`,
  );
  const login = await to("/login");
  expect(await refusalAt(login)).toContain(`redirects to ${login}/login: `);
});

test("a server that is not there, that is too slow, and that breaks off are told apart", async () => {
  const away = `http://127.0.0.1:${await freePort()}`;
  expect(await refusalAt(away)).toBe(
    `No server answers at ${away} (ECONNREFUSED). Start it, or correct HANDBILL_SERVER (--server).`,
  );
  const slow = await startServer(() => {});
  expect(await refusalAt(slow, { timeoutMs: 50 })).toBe(
    `${slow} did not answer in 0.05 s: look at its log before you repeat the command.`,
  );
  const breaking = await startServer((_, answer) => {
    answer.writeHead(200, { "content-length": 99 });
    answer.write("{", () => answer.destroy());
  });
  expect(await refusalAt(breaking)).toMatch(/^No server answers at /);
  // Its answer is not the API's, and whether it describes one stays unknown.
  const halting = await startServer((request, answer) => {
    if (request.method !== "HEAD") answer.writeHead(404).end("Nothing.");
  });
  expect(await refusalAt(halting, { timeoutMs: 50 })).toContain("has no management API");
});
