import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { createHandbill } from "../../core/handbill.ts";
import type { LogEntry } from "../../core/log.ts";
import { createInstallation, type InstallationOptions } from "../../core/management/installation.ts";
import { createManagement } from "../../core/management/management.ts";
import { holdsLater } from "./property.ts";

const good = { baseUrl: "https://ads.example", secrets: ["s".repeat(43)] };

const names = [
  ...["env", "baseUrl", "secrets", "identitySecret", "disclosureUrl", "trustProxy", "rateLimits"],
  ...["trafficRules", "storeTimeoutMs", "sensitiveSubjects", "health", "classify", "consent", "readConsent"],
  ...[
    "limiter",
    "metrics",
    "tracing",
    "operatorTokens",
    "allowLocalUrls",
    "leastPriceMicros",
    "installation",
    "currency",
    "review",
  ],
  ...["managementLimits", "webhookAddresses", "webhookFetch", "console"],
];

/** What a program without types, or a JSON file, may pass. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -1, Number.NaN, 1e9, "", "x", "https://", [], {}, [null], [1], () => null),
  fc.anything({ maxDepth: 2 }),
  fc.record({ adsPerKey: fc.anything(), markVisitorVelocity: fc.anything(), en: fc.anything() }),
);
const options = fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 4 });

const store = createMemoryStore();

/** Options of any type, as a program without types passes them. */
function untyped(given: object): InstallationOptions {
  return Object.assign({ store }, good, given);
}

function request(): Request {
  return new Request("https://ads.example/api/v1/web/ads", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ platform_id: "pf_none", visitor_id: "visitor-0123456789" }),
  });
}

test("createHandbill and createManagement never throw on wrong options: requests are answered", async () => {
  await holdsLater(
    fc.asyncProperty(options, async (given) => {
      const failed: LogEntry[] = [];
      const log = (entry: LogEntry): void => {
        if (entry.message === "A request could not be answered.") failed.push(entry);
      };
      const handbill = createHandbill({ ...untyped(given), log });
      expect((await handbill.fetch(request())).status).toBeGreaterThanOrEqual(400);
      expect(handbill.handles("/api/v1/web/ads")).toBe(true);
      await handbill.maintain();
      await handbill.close(10);
      const management = createManagement({ ...untyped(given), log });
      const read = new Request("https://ads.example/api/v1/manage/campaigns");
      expect((await management.fetch(read)).status).toBeGreaterThanOrEqual(400);
      // A wrong option is a fault that the log names, never an error inside a request.
      expect(failed).toEqual([]);
    }),
    300,
  );
});

test.each(["store", "log", "limiter"])(
  "a wrong %s throws nothing either: requests get an error",
  async (name) => {
    for (const value of [undefined, null, 5, {}]) {
      const handbill = createHandbill({ log: () => undefined, ...untyped({ [name]: value }) });
      expect((await handbill.fetch(request())).status).toBeGreaterThanOrEqual(400);
    }
  },
);

const throwing = (): never => {
  throw new Error("This fails.");
};

const quiet = (given: object): InstallationOptions => untyped({ log: () => undefined, ...given });

test.each<readonly [name: string, options: InstallationOptions, fault: RegExp]>([
  ["no options", Object.create(null).nothing, /HANDBILL_BASE_URL/],
  ["null for options", JSON.parse("null"), /HANDBILL_BASE_URL/],
  ["a random source that is none", quiet({ random: 1 }), /the option random/],
  ["a random source that throws", quiet({ random: throwing }), /the option random/],
  ["a random source with too few bytes", quiet({ random: () => new Uint8Array(1) }), /the option random/],
  ["false for a random source", quiet({ random: false }), /the option random/],
  ["a clock that is none", quiet({ clock: 1 }), /the option clock/],
  ["zero for a clock", quiet({ clock: 0 }), /the option clock/],
  ["a clock that throws", quiet({ clock: throwing }), /the option clock/],
  ["a clock that returns no number", quiet({ clock: () => Number.NaN }), /the option clock/],
  ["an environment that throws", quiet({ env: throwing, baseUrl: undefined }), /cannot be read.*This fails/],
])("with %s everything answers 503, names it, and closes", async (_name, options, fault) => {
  const read = new Request("https://ads.example/api/v1/manage/campaigns");
  const handbill = createHandbill(options);
  expect((await handbill.fetch(request())).status).toBe(503);
  expect(handbill.faults().join("\n")).toMatch(fault);
  expect(handbill.handles("/api/v1/web/ads")).toBe(true);
  await handbill.close();
  const management = createManagement(options);
  expect((await management.fetch(read)).status).toBe(503);
  expect(management.faults().join("\n")).toMatch(fault);
  const installation = createInstallation(options);
  expect((await installation.fetch(request())).status).toBe(503);
  expect((await installation.fetch(read)).status).toBe(503);
  expect(installation.handbill.faults().join("\n")).toMatch(fault);
  await installation.handbill.close();
});

test.each([
  [{ secrets: "a text that is not a list but is quite long" }, "HANDBILL_SECRET"],
  [{ secrets: [1] }, "HANDBILL_SECRET"],
  [{ baseUrl: 5 }, "HANDBILL_BASE_URL"],
  [{ rateLimits: { adsPerKey: null } }, "HANDBILL_LIMIT_ADS_PER_KEY"],
  [{ sensitiveSubjects: 5 }, "sensitiveSubjects"],
  [{ metrics: {} }, "the option metrics"],
  [{ tracing: null }, "the option tracing"],
])("with %j requests get 503, and the log names the setting", async (given, name) => {
  const logged: LogEntry[] = [];
  const handbill = createHandbill({ ...untyped(given), log: (entry) => void logged.push(entry) });
  expect((await handbill.fetch(request())).status).toBe(503);
  expect(logged.map(({ message }) => message).join("\n")).toContain(name);
  await handbill.close(10);
});

test("with a console that is none the management side answers 503, and the log names the option", async () => {
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry): void => void logged.push(entry);
  const management = createManagement({ ...untyped({ console: true }), log });
  const read = new Request("https://ads.example/api/v1/manage/campaigns");
  expect((await management.fetch(read)).status).toBe(503);
  expect(logged.map(({ message }) => message).join("\n")).toContain("the option console");
});
