import { describe, expect, it } from "vitest";
import { consoleLog, describeError } from "../../../core/log.ts";
import { createMetrics } from "../../../core/metrics/registry.ts";
import { createApiKey } from "../../../core/signing/api-key.ts";
import { seededRandom } from "../seeded.ts";
import { type Installation, install, liveKey, post, secret } from "./installation.ts";

/** Marks that must appear nowhere: one each for identity, texts, key, secret and address. */
const visitor = "visitor-0123456789-mark";
const stable = "stable-user-mark";
const question = "a-very-private-question";
const message = "a-private-message-mark";
const requestId = "request-id-mark";
const address = "203.0.113.77";
const userId = 4_815_162_342;
const wrongKey = createApiKey("live", seededRandom(2)).key;
const marks = [
  visitor,
  stable,
  question,
  message,
  requestId,
  address,
  String(userId),
  liveKey.key,
  wrongKey,
  secret,
  "parameter-mark",
];

/** An error as drivers throw it: the statement and its parameters are fields of it. */
function driverError(): Error {
  const error = new Error("connection refused", { cause: `parameter-mark ${stable}` });
  return Object.assign(error, {
    query: "select parameter-mark",
    parameters: [stable, visitor],
    detail: `Key (${stable})`,
  });
}

async function fails(): Promise<never> {
  throw driverError();
}

/** Requests of every kind, good and bad, that carry all of the marks. */
function requests(): readonly Request[] {
  const web = { platform_id: "pf_one", stable_user_id: stable, request_id: requestId, context: { question } };
  const forwarded = { "x-forwarded-for": address };
  const token = {
    platform_id: "pf_one",
    stable_user_id: stable,
    delivery_id: question,
    view: question,
    action: question,
  };
  return [
    post("/api/v1/web/ads", web, forwarded),
    post("/api/v1/web/ads", { ...web, stable_user_id: undefined, visitor_id: visitor }, forwarded),
    post("/api/v1/web/ads", { ...web, visitor_id: visitor }),
    post("/api/v1/web/ads", { ...web, stable_user_id: `${stable}!` }),
    post("/api/v1/web/ads", { ...web, context: { type: question } }),
    post("/api/v1/web/ads", {
      ...web,
      language_code: question,
      placement: question,
      accept_formats: [question],
    }),
    post("/api/v1/web/ads", { ...web, placement: question }),
    post("/api/v1/web/ads", { ...web, platform_id: stable }),
    post("/api/v1/web/ads", web, { authorization: `Bearer ${wrongKey}` }),
    post("/api/v1/web/ads", web, { authorization: `Basic ${wrongKey}` }),
    post("/api/v1/web/ads", web, { origin: `https://${question}.example` }),
    post("/api/v1/web/ads", web, { "content-type": question }),
    post("/api/v1/web/seen", token),
    post("/api/v1/web/interact", token),
    post("/api/v1/ad", { platform_id: "pf_one", user_id: userId, message }),
    post("/api/v1/ad", { platform_id: "pf_one", user_id: `${userId}`, message }),
    post(`/api/v1/${question}`, web),
    new Request(`https://ads.example/api/v1/click/${question}?${stable}`),
  ];
}

async function ask({ handbill }: Installation): Promise<readonly string[]> {
  const errors: string[] = [];
  for (const request of requests()) {
    const answer = await handbill.fetch(request, { clientAddress: address });
    const body = await answer.text();
    if (answer.status >= 400) errors.push(JSON.stringify([...answer.headers]) + body);
  }
  await handbill.maintain().catch(() => undefined);
  await handbill.close();
  return errors;
}

describe("no identity, text, key or address", () => {
  it("is in an error answer, in the log, in the statistics or in a metric while all goes well", async () => {
    const metrics = createMetrics();
    const installation = await install({ accessLog: true, metrics });
    const errors = await ask(installation);
    expect(errors.length).toBeGreaterThan(10);
    expect(installation.store.counts().length).toBeGreaterThan(0);
    const counts = installation.store.counts();
    const kept = JSON.stringify([errors, installation.log, counts, await metrics.text()]);
    expect(marks.filter((mark) => kept.includes(mark))).toEqual([]);
  });

  it.each([
    [
      "cannot issue, record or count",
      { issue: fails, record: fails, addCounts: fails, findDeliveries: fails },
    ],
    ["cannot tell its catalogue", { catalogChanges: fails }],
  ])("is in them when the store %s and its error carries them along", async (_name, broken) => {
    const metrics = createMetrics();
    const installation = await install({ accessLog: true, metrics }, broken);
    const errors = await ask(installation);
    expect(installation.log.length).toBeGreaterThan(0);
    const kept = JSON.stringify([errors, installation.log, await metrics.text()]);
    expect(marks.filter((mark) => kept.includes(mark))).toEqual([]);
  });
});

describe("the log", () => {
  it("has the message of an error, and nothing of its other fields", () => {
    expect(describeError(driverError())).toBe("Error: connection refused");
    for (const thrown of [stable, { stable }, null, undefined, [stable]])
      expect(describeError(thrown)).toBe("unknown error");
  });

  it("names the request_id of the 503 that was answered, so that the operator finds the cause", async () => {
    const { handbill, log } = await install({}, { issue: fails });
    const answer = await handbill.fetch(
      post("/api/v1/web/ads", { platform_id: "pf_one", stable_user_id: stable }),
      { clientAddress: address },
    );
    expect(answer.status).toBe(503);
    expect(log).toHaveLength(1);
    expect(log[0]?.requestId).toBe(JSON.parse(await answer.text()).request_id);
  });

  it("is one line of JSON on the error stream", () => {
    const lines: unknown[] = [];
    const { error } = console;
    console.error = (...parts: unknown[]) => lines.push(...parts);
    try {
      consoleLog({ level: "warn", code: "counts-lost", message: "line\nbreak" });
    } finally {
      console.error = error;
    }
    expect(lines).toHaveLength(1);
    expect(String(lines[0])).not.toContain("\n");
    expect(JSON.parse(String(lines[0]))).toMatchObject({
      level: "warn",
      message: "line\nbreak",
      time: expect.any(String),
    });
  });
});
