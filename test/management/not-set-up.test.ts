import { expect, it } from "vitest";
import type { LogEntry } from "../../core/log.ts";
import { install } from "./installation.ts";

it("a management side that answers 503 for its settings logs once what to do", async () => {
  const entries: LogEntry[] = [];
  const place = await install({ operatorTokens: ["too-short"], log: (entry) => entries.push(entry) });
  expect((await place.call("operator", "GET", "/campaigns")).status).toBe(503);
  expect((await place.call("operator", "GET", "/topics")).status).toBe(503);
  expect(entries).toEqual([
    {
      level: "error",
      code: "configuration-invalid",
      message: expect.stringMatching(/^Every token in HANDBILL_OPERATOR_TOKEN needs/),
    },
  ]);
});
