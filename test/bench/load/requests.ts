import { Buffer } from "node:buffer";
import { apiKey, origin, platformId } from "../installation.ts";

const visitors = 4_096;

/** One of 4,096 visitors, every second of them through the publisher's server. */
export interface BenchVisitor {
  readonly visitorId: string;
  readonly fromBrowser: boolean;
}

export function benchVisitor(index: number): BenchVisitor {
  const number = index % visitors;
  return { visitorId: `visitor-${String(number).padStart(12, "0")}`, fromBrowser: number % 2 === 0 };
}

/** One ad request of each visitor (contract.md §2.1) with a question of about 300 characters. */
export function adRequests(): readonly Buffer[] {
  return Array.from({ length: visitors }, (_, index) =>
    post("/api/v1/web/ads", benchVisitor(index), {
      request_id: `request-${index}`,
      placement: "chat",
      language_code: index % 3 === 0 ? "en-GB" : "en",
      context: { type: "conversation", question: question(index) },
    }),
  );
}

export function seenRequest(who: BenchVisitor, deliveryId: string, view: string): Buffer {
  return post("/api/v1/web/seen", who, { delivery_id: deliveryId, view });
}

const openings = [
  "I have been thinking about this for a few weeks now and cannot make up my mind, so perhaps you can help me.",
  "My sister told me that you know a lot about this, and I would like a second opinion before I spend any money.",
  "Sorry for the long message; I want to give you all the details so that the answer really fits my situation.",
];
const subjects = [
  "We are two adults and a child and look for a hotel near the old harbour for four nights in early autumn",
  "My running shoes fall apart after three hundred kilometres and the soles are worn on the outside of the heel",
  "I try to bake bread with very little yeast overnight, and the crumb is dense while the crust is nearly burnt",
  "The neighbours complain about the piano, although I play for less than an hour and never after eight o'clock",
  "My savings account pays next to nothing, and the branch in our village closes at the end of the coming year",
];
const endings = [
  "What would you do in my place, and why?",
  "Which options do I have, and what does each of them cost roughly?",
  "Can you list the most important points I should look at first?",
];

function question(index: number): string {
  const of = (list: readonly string[], step: number): string =>
    list[Math.floor(index / step) % list.length] ?? "";
  return `${of(openings, 1)} ${of(subjects, 3)}, as of ${index + 1} days ago. ${of(endings, 15)}`;
}

const sharedHead =
  "host: ads.example\r\nconnection: keep-alive\r\naccept: */*\r\ncontent-type: application/json\r\n";
const browserHead = `origin: ${origin}\r\nreferer: ${origin}/\r\naccept-language: en-GB,en;q=0.9\r\naccept-encoding: gzip, deflate, br\r\nsec-fetch-site: cross-site\r\nsec-fetch-mode: cors\r\nuser-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r\n`;
const serverHead = `authorization: Bearer ${apiKey.key}\r\nuser-agent: undici\r\n`;

function post(path: string, { visitorId, fromBrowser }: BenchVisitor, fields: object): Buffer {
  const body = JSON.stringify({ platform_id: platformId, visitor_id: visitorId, ...fields });
  const own = fromBrowser ? browserHead : serverHead;
  const length = Buffer.byteLength(body);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${sharedHead}${own}content-length: ${length}\r\n\r\n${body}`);
}
