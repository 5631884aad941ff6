import * as v from "valibot";
import { expect } from "vitest";
import type { Ad, BotAdResponse, SlotAnswer } from "../../core/contract/ad.ts";

/** An answer whose body was read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The value of the JSON body. */
  readonly json: () => unknown;
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
}

const instant = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));
const token = (length: number) => v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]*$/), v.length(length));
const absoluteUrl = v.pipe(v.string(), v.url(), v.regex(/^https:\/\//));
const size = { width: v.pipe(v.number(), v.integer()), height: v.pipe(v.number(), v.integer()) };

const button = v.pipe(
  v.strictObject({
    label: v.pipe(v.string(), v.minLength(1)),
    style: v.optional(v.picklist(["primary", "secondary", "link"])),
    action: v.optional(token(28)),
    url: v.optional(absoluteUrl),
  }),
  v.check((value) => value.action !== undefined || value.url !== undefined, "action or url"),
);

const block = v.variant("kind", [
  v.strictObject({
    kind: v.literal("text"),
    text: v.string(),
    role: v.optional(v.picklist(["title", "body", "sponsor", "note"])),
  }),
  v.strictObject({
    kind: v.literal("media"),
    media_type: v.picklist(["image", "video"]),
    url: absoluteUrl,
    alt: v.string(),
    ...size,
    poster: v.optional(absoluteUrl),
  }),
  v.strictObject({
    kind: v.literal("gallery"),
    items: v.pipe(
      v.array(v.strictObject({ url: absoluteUrl, alt: v.string(), ...size, title: v.optional(v.string()) })),
      v.minLength(2),
      v.maxLength(10),
    ),
  }),
  v.strictObject({ kind: v.literal("buttons"), buttons: v.pipe(v.array(button), v.minLength(1)) }),
]);

const adShape: v.GenericSchema<unknown, Ad> = v.strictObject({
  delivery_id: token(22),
  expires_at: instant,
  format: v.picklist(["text", "image", "response", "card", "consent", "quiz"]),
  disclosure: v.pipe(v.string(), v.minLength(1)),
  test: v.boolean(),
  blocks: v.pipe(v.array(block), v.minLength(1)),
  view: v.optional(token(24)),
  about: v.optional(
    v.strictObject({
      advertiser: v.pipe(v.string(), v.minLength(1)),
      payer: v.optional(v.pipe(v.string(), v.minLength(1))),
      reason: v.picklist(["topic", "placement", "language", "everywhere"]),
    }),
  ),
});

const adResponse = v.variant("has_ad", [
  v.strictObject({ has_ad: v.literal(true), ad: adShape }),
  v.strictObject({ has_ad: v.literal(false), ad: v.null() }),
]);
const interactResponse = v.strictObject({ ok: v.literal(true), ad: adShape });
const seenResponse = v.strictObject({ ok: v.literal(true) });
const botResponse: v.GenericSchema<unknown, BotAdResponse> = v.variant("has_ad", [
  v.strictObject({
    message: v.string(),
    has_ad: v.literal(true),
    impression_id: token(44),
    ad: v.strictObject({
      text: v.string(),
      formatted_text: v.string(),
      button_text: v.string(),
      button_url: absoluteUrl,
    }),
  }),
  v.strictObject({ message: v.string(), has_ad: v.literal(false), impression_id: v.null(), ad: v.null() }),
]);

/** The 200 of an ad request, exactly in the shape of §2.3; `undefined` when there is no ad. */
export function adOrNone(answer: Answer): Ad | undefined {
  expectJson(answer);
  return v.parse(adResponse, answer.json()).ad ?? undefined;
}

export function adOf(answer: Answer): Ad {
  const ad = adOrNone(answer);
  if (ad === undefined) throw new Error("There is no ad in the answer.");
  return ad;
}

const batchResponse: v.GenericSchema<unknown, { readonly ads: readonly SlotAnswer[] }> = v.strictObject({
  ads: v.array(
    v.union([
      adResponse,
      v.strictObject({ has_ad: v.literal(false), ad: v.null(), reason: v.literal("rate_limited") }),
    ]),
  ),
});

/** The 200 of a batch, exactly in the shape of §4.10. */
export function answersOf(answer: Answer): readonly SlotAnswer[] {
  expectJson(answer);
  return v.parse(batchResponse, answer.json()).ads;
}

/** The ads of a batch in which every slot has one. */
export function adsOf(answer: Answer): readonly Ad[] {
  return answersOf(answer).map(({ ad }) => {
    if (ad === null) throw new Error("A slot has no ad.");
    return ad;
  });
}

/** The 200 of an interaction, exactly in the shape of §2.4. */
export function nextAdOf(answer: Answer): Ad {
  expectJson(answer);
  return v.parse(interactResponse, answer.json()).ad;
}

/** The 200 of a view confirmation, exactly in the shape of §2.5. */
export function expectSeen(answer: Answer): void {
  expectJson(answer);
  v.parse(seenResponse, answer.json());
}

/** The 200 of a bot request, exactly in the shape of §2.7. */
export function botAnswerOf(answer: Answer): BotAdResponse {
  expectJson(answer);
  return v.parse(botResponse, answer.json());
}

function expectJson(answer: Answer): void {
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
}

const problemShape = v.strictObject({
  type: v.string(),
  title: v.pipe(v.string(), v.minLength(1)),
  status: v.number(),
  detail: v.pipe(v.string(), v.minLength(1)),
  code: v.string(),
  request_id: v.pipe(v.string(), v.minLength(8)),
  errors: v.optional(
    v.array(v.strictObject({ path: v.string(), message: v.pipe(v.string(), v.minLength(1)) })),
  ),
});

export interface ProblemAnswer {
  readonly code: string;
  readonly detail: string;
  readonly request_id: string;
  /** Paths of the fields that are wrong. */
  readonly paths: readonly string[];
}

/** An error of §7 as RFC 9457 problem details. */
export function expectProblem(answer: Answer, status: number, code?: string): ProblemAnswer {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const problem = v.parse(problemShape, answer.json());
  expect(problem.status).toBe(status);
  if (code !== undefined) expect(problem.code).toBe(code);
  return { ...problem, paths: (problem.errors ?? []).map(({ path }) => path) };
}

/** A 400 that names the field. */
export function expectFieldError(answer: Answer, path: string): void {
  expect(expectProblem(answer, 400, "invalid_request").paths).toContain(path);
}
