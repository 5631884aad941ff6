import { expect, test } from "vitest";
import type { LogEntry } from "../../core/log.ts";
import { createManagement } from "../../core/management/management.ts";
import { baseUrl, install, operatorToken, secret } from "./installation.ts";

test("failed sign-ins without the client's address: the log warns once that no network has a limit, and how to pass it", async () => {
  const { store } = await install();
  const fail = async (clientAddress: string | undefined): Promise<readonly LogEntry[]> => {
    const log: LogEntry[] = [];
    const management = createManagement({
      store,
      baseUrl,
      secrets: [secret],
      operatorTokens: [operatorToken],
      log: (entry) => log.push(entry),
    });
    for (const _ of [1, 2, 3]) {
      const headers = { authorization: "Bearer hb_manage_guessed" };
      const request = new Request(`${baseUrl}/api/v1/manage/publishers`, { headers });
      expect((await management.fetch(request, { clientAddress })).status).toBe(401);
    }
    return log;
  };
  expect(await fail(undefined)).toEqual([
    {
      level: "warn",
      code: "client-address-unknown",
      message: expect.stringMatching(/clientAddress.*HANDBILL_TRUST_PROXY/),
    },
  ]);
  expect(await fail("203.0.113.7")).toEqual([]);
});
