import * as v from "valibot";
import { sensitiveSubjects } from "../catalog/sensitive-subjects.ts";
import { noAdReasons } from "../selection/eligibility.ts";
import type { SensitiveMatch } from "../serving/sensitive-text.ts";
import { withheldReasons } from "../serving/withheld.ts";
import { heldBackReasons, type TopicExplanation } from "../topics/matcher.ts";
import { currencyInAnswer } from "./route.ts";

/** `context` of an ad request (contract.md §2.2). */
export const requestContext: v.GenericSchema = v.optional(
  v.union([
    v.object({
      type: v.optional(v.literal("conversation")),
      question: v.optional(v.string()),
      answer: v.optional(v.string()),
    }),
    v.object({ type: v.literal("article"), title: v.string(), content: v.string() }),
    v.object({ type: v.literal("feed"), text: v.string() }),
    v.object({ type: v.literal("static") }),
  ]),
);

/** A sensitive subject of the text, with the pattern, its language and the words that decided (`SensitiveMatch`). */
export const sensitiveEvidence: v.GenericSchema<unknown, SensitiveMatch> = v.pipe(
  v.strictObject({
    subject: v.picklist([...sensitiveSubjects, "platform_phrases"]),
    pattern: v.optional(v.string()),
    language: v.optional(v.string()),
    words: v.array(v.string()),
  }),
  v.title("SensitiveEvidence"),
);

/** The evidence for a topic in a question (`TopicExplanation`). */
export const topicEvidence: v.GenericSchema<unknown, TopicExplanation> = v.pipe(
  v.strictObject({
    topicId: v.string(),
    matched: v.boolean(),
    confidence: v.number(),
    score: v.optional(v.number()),
    threshold: v.optional(v.number()),
    phrases: v.array(v.strictObject({ phrase: v.string(), decides: v.boolean() })),
    heldBack: v.array(v.strictObject({ reason: v.picklist(heldBackReasons), texts: v.array(v.string()) })),
    features: v.array(v.strictObject({ feature: v.string(), weight: v.number() })),
  }),
  v.title("TopicEvidence"),
);

const inTheRunning = v.pipe(
  v.strictObject({
    campaignId: v.string(),
    creativeIds: v.array(v.string()),
    topicId: v.optional(v.string()),
    relevance: v.number(),
    worth: v.pipe(
      v.strictObject({ least: v.number(), expected: v.number(), most: v.number() }),
      v.description("Micro-units per impression."),
    ),
  }),
  v.title("CampaignInTheRunning"),
);

const count = v.pipe(v.number(), v.safeInteger());

/** The explanation of an ad decision (`RequestExplanation`), and some creatives that get no ad until they are approved. */
export const requestExplanation: v.GenericSchema = v.pipe(
  v.strictObject({
    withheld: v.nullable(v.picklist(withheldReasons)),
    creativesInReview: v.array(v.string()),
    sensitive: v.array(sensitiveEvidence),
    topics: v.array(topicEvidence),
    inTheRunning: v.array(inTheRunning),
    passedOver: v.array(
      v.strictObject({
        reason: v.picklist(noAdReasons),
        campaigns: count,
        campaignIds: v.array(v.string()),
      }),
    ),
    currency: currencyInAnswer,
    notJudged: v.array(v.picklist(["unproven_holds", "frequency_cap"])),
  }),
  v.title("RequestExplanation"),
);
