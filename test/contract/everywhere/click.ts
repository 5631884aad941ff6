import { expect } from "vitest";
import { botAnswerOf, expectProblem, nextAdOf } from "../answers.ts";
import { chargedBy } from "../books.ts";
import { landing, lastLanding, priceMicros } from "../catalog.ts";
import { actionsOf, at, type HeaderFields, linksOf } from "../client.ts";
import type { Subject, TargetRequest } from "../target.ts";

const hourMs = 3_600_000;

export const robots: readonly string[] = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "TelegramBot (like TwitterBot)",
  "WhatsApp/2.23.20.0",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "Twitterbot/1.0",
  "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
  "curl/8.5.0",
  "python-requests/2.32.0",
];

export const prefetches: readonly HeaderFields[] = [
  { "sec-purpose": "prefetch" },
  { "sec-purpose": "prefetch;prerender" },
  { "sec-purpose": "prefetch;anonymous-client-ip" },
  { purpose: "prefetch" },
  { purpose: "Prefetch" },
  { "x-moz": "prefetch" },
];

export const noUserAgents: readonly string[] = ["", "   ", "-"];

/** Most of them stand behind the name of the application that they fetch for. */
export const httpLibraries: readonly string[] = [
  "CFNetwork/1240.0.4",
  "MyApp/1 CFNetwork/3860.300.31 Darwin/25.2.0",
  "Instagram/219.0.0.12.117 CFNetwork/1240.0.4 Darwin/20.6.0",
  "%E5%BE%AE%E4%BF%A1/8.0 cfnetwork/1240.0.4 Darwin/20.6.0",
  "Dart/3.5 (dart:io)",
  "Dart/3.10.0-1.2.beta (dart:io)",
  "MyApp/1.0.0 DART/3.5 (dart:io)",
  "Alamofire/5.9",
  "MyApp/1.0 (com.acme.app; build:1; iOS 17.0.0) Alamofire/5.9.1",
  "Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UD1A.230803.041)",
  "com.acme.app/1 (Linux; U; Android 14; en_US; Pixel 8; Build/UD1A; Cronet/126.0.6478.40)",
  "Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.1",
  "Mozilla/5.0 (Windows NT 10.0; Microsoft Windows 10.0.19045; en-US) PowerShell/7.4.0",
  "AppleCoreMedia/1.0.0.21F90 (iPhone; U; CPU OS 17_5_1 like Mac OS X; en_us)",
];

/** Named by isbot already. */
export const knownLibraries: readonly string[] = [
  "okhttp/4.12.0",
  "okhttp/5.0.0-alpha.14",
  "MyApp/1.0 (Android 14; Pixel 8) okhttp/4.12.0",
  "Java/17.0.9",
  "Java/1.8.0_402",
  "Apache-HttpClient/4.5.14 (Java/17.0.9)",
  "Go-http-client/2.0",
  "node",
  "undici",
  "Deno/2.9.5",
  "Bun/1.4.5",
  "axios/1.7.7",
  "Ktor client",
  "Mozilla/5.0",
];

/** A browser marks them itself (Fetch Metadata). */
export const noNavigations: readonly HeaderFields[] = [
  { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" },
  { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" },
  { "sec-fetch-dest": "empty", "sec-fetch-mode": "no-cors", "sec-fetch-user": "?1" },
  { "sec-fetch-dest": "script", "sec-fetch-mode": "no-cors" },
  { "sec-fetch-dest": "style" },
  { "sec-fetch-dest": "IMAGE" },
  { "sec-fetch-dest": "" },
  { "sec-fetch-dest": "document, image" },
  { "sec-fetch-dest": "document", "sec-fetch-mode": "no-cors" },
  { "sec-fetch-dest": "document", "sec-fetch-mode": "cors", "sec-fetch-user": "?1" },
  { "sec-fetch-mode": "cors" },
  { "sec-fetch-mode": "same-origin" },
  { "sec-fetch-mode": "websocket" },
  { "sec-fetch-mode": "navigate, cors" },
  { "sec-fetch-mode": "" },
  { "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate" },
  { "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate", "sec-fetch-user": "?0" },
  { "sec-fetch-dest": "iframe", "sec-fetch-mode": "no-cors", "sec-fetch-user": "?1" },
  { "sec-fetch-dest": "iframe", "sec-fetch-user": "?1" },
  { "sec-fetch-dest": "frame", "sec-fetch-mode": "navigate" },
  { "sec-fetch-dest": "object", "sec-fetch-mode": "navigate", "sec-fetch-user": "?1" },
];

/** Also what some of these headers are absent from: plain http, older browsers, in-app browsers. */
export const navigations: readonly HeaderFields[] = [
  { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-user": "?1" },
  { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site" },
  { "sec-fetch-dest": " document ", "sec-fetch-mode": " navigate " },
  { "sec-fetch-dest": "document" },
  { "sec-fetch-mode": "navigate" },
  { "sec-fetch-user": "?1" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate", "sec-fetch-user": "?1" },
  { "sec-fetch-dest": "frame", "sec-fetch-mode": "navigate", "sec-fetch-user": "?1" },
];

/** Older ones, those of other applications, and those without a screen. */
export const peoplesBrowsers: readonly string[] = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 390.0.0.28.85 (iPhone14,5; iOS 18_5; en_US; en; scale=3.00; 1170x2532; 123456789)",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0.30.104;FBBV/611111111;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]",
  "Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.122 Mobile Safari/537.36 Telegram-Android/11.4.2 (Samsung SM-S918B; Android 14; SDK 34; HIGH)",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.39.95 Chrome/126.0.6478.183 Electron/31.3.1 Safari/537.36",
  "Mozilla/5.0 (Linux; U; Android 4.4.2; de-de; GT-I9505 Build/KOT49H) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Standart/1.0",
  "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UD1A.230803.041)",
  "Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18",
  "Lynx/2.8.9rel.1 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/1.1.1",
];

/** §4.5: click links. */
export function defineClick({ client, target, describe, it, wire }: Subject): void {
  const link = async (): Promise<string> =>
    at(linksOf((await client.issue({ accept_formats: ["text"] })).ad), 0);

  describe("§4.5 a click", () => {
    wire("§4.5 redirects to the landing page of the catalogue", async () => {
      const answer = await client.click(await link());
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe(landing);
      expect(answer.text).toBe("");
    });
    wire("§4.5 is not cached, not indexed, and tells the landing page no referrer", async () => {
      const { headers } = await client.click(await link());
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-robots-tag")).toBe("noindex");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    });
    wire("§3.5 counts the impression as seen: charged once, even in the first second", async () => {
      const url = await link();
      const first = await chargedBy(target(), () => client.click(url));
      expect(first).toEqual({ charges: 1, spentMicros: priceMicros });
      const second = await chargedBy(target(), () => client.click(url));
      expect(second.charges).toBe(0);
    });
    it("§3.5 after a confirmed view is not charged again", async () => {
      const issued = await client.issue();
      await target().advance(1_000);
      await client.seen(issued);
      const charged = await chargedBy(target(), () => client.click(at(linksOf(issued.ad), 0)));
      expect(charged.charges).toBe(0);
    });
    wire("§3.5 sixty-four at once are charged once", async () => {
      const url = await link();
      const charged = await chargedBy(target(), async () => {
        const answers = await Promise.all(Array.from({ length: 64 }, () => client.click(url)));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
      });
      expect(charged).toEqual({ charges: 1, spentMicros: priceMicros });
    });
    wire("§3.3 past the hour still redirects, and charges nothing", async () => {
      const url = await link();
      await target().advance(hourMs + 1);
      const charged = await chargedBy(target(), async () => {
        expect((await client.click(url)).headers.get("location")).toBe(landing);
      });
      expect(charged.charges).toBe(0);
    });
    wire("§4.5 of a later scene leads where that scene's button leads", async () => {
      const issued = await client.issue({ accept_formats: ["quiz"] });
      const second = nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
      const last = nextAdOf(await client.press(issued, at(actionsOf(second), 0)));
      expect((await client.click(at(linksOf(last), 0))).headers.get("location")).toBe(lastLanding);
    });
    wire("§4.5 never goes where the URL says", async () => {
      const url = await link();
      for (const query of [
        "?url=https://evil.example",
        "?to=//evil.example",
        "?location=https://evil.example",
      ]) {
        expect((await client.click(`${url}${query}`)).headers.get("location")).toBe(landing);
      }
    });
    wire.each(navigations)(
      "§4.5 that a browser marks as its navigation, or not at all, %j, is counted",
      async (headers) => {
        const url = await link();
        expect((await chargedBy(target(), () => client.click(url, { headers }))).charges).toBe(1);
      },
    );
    it.each(peoplesBrowsers)("§4.5 from %s is counted", async (agent) => {
      const url = await link();
      const headers = { "user-agent": agent };
      expect((await chargedBy(target(), () => client.click(url, { headers }))).charges).toBe(1);
    });
    wire("§4.5 needs no credentials, and what is sent does not matter", async () => {
      const headers = { origin: "https://evil.example", authorization: "Bearer x", cookie: "a=b" };
      expect((await client.click(await link(), { headers })).status).toBe(302);
    });
  });

  describe("§4.5 requests that are no clicks", () => {
    /** Not counted, and a person's click afterwards still is. */
    const expectUncounted = async (init: TargetRequest, status: number): Promise<void> => {
      for (const url of [await link(), botAnswerOf(await client.bot()).ad?.button_url ?? ""]) {
        const uncounted = await chargedBy(target(), async () => {
          const answer = await client.click(url, init);
          if (status === 302) expect([answer.status, answer.text]).toEqual([302, ""]);
          else expectProblem(answer, status);
          expect(answer.headers.get("cache-control")).toBe("no-store");
          expect(answer.headers.has("location")).toBe(status === 302);
        });
        expect(uncounted.charges).toBe(0);
        expect((await chargedBy(target(), () => client.click(url))).charges).toBe(1);
      }
    };
    wire("§4.5 HEAD has the same headers and is not counted", async () => {
      const url = await link();
      const head = await client.click(url, { method: "HEAD" });
      const get = await client.click(url);
      for (const name of [
        "location",
        "cache-control",
        "referrer-policy",
        "x-robots-tag",
        "x-content-type-options",
      ]) {
        expect(head.headers.get(name)).toBe(get.headers.get(name));
      }
      await expectUncounted({ method: "HEAD" }, 302);
    });
    wire.each(prefetches)(
      "§4.2 links are never prefetched: %j is answered 503 and not counted",
      async (headers) => {
        await expectUncounted({ headers }, 503);
      },
    );
    wire("§7 a prefetch of a test ad's link is answered 503 with Retry-After, too", async () => {
      const { ad } = await client.issue({ test: true, test_format: "text" });
      const answer = await client.click(at(linksOf(ad), 0), { headers: { "sec-purpose": "prefetch" } });
      expectProblem(answer, 503, "unavailable");
      expect(answer.headers.get("retry-after")).toBe("1");
    });
    wire.each([...noUserAgents, ...robots.slice(0, 1)])(
      "§4.5 from %j is redirected and not counted",
      async (agent) => {
        await expectUncounted({ headers: { "user-agent": agent } }, 302);
      },
    );
    it.each([...robots.slice(1), ...httpLibraries, ...knownLibraries])(
      "§4.5 from %j is redirected and not counted",
      async (agent) => {
        await expectUncounted({ headers: { "user-agent": agent } }, 302);
      },
    );
    wire("§4.5 without User-Agent is redirected and not counted", async () => {
      const url = await link();
      const charged = await chargedBy(target(), async () => {
        const answer = await client.request(url.slice(target().linkBase.length));
        expect([answer.status, answer.headers.get("location")]).toEqual([302, landing]);
      });
      expect(charged.charges).toBe(0);
      expect((await chargedBy(target(), () => client.click(url))).charges).toBe(1);
    });
    wire.each(noNavigations)(
      "§4.5 that a browser marks as no navigation, %j, is redirected and not counted",
      async (headers) => {
        await expectUncounted({ headers }, 302);
      },
    );
  });

  describe("§4.5 a link that is not one of ours", () => {
    wire.each([
      "A",
      "A".repeat(43),
      "A".repeat(44),
      "A".repeat(45),
      "__proto__",
      "constructor",
      "a.b",
      "-",
      "~",
    ])("§4.5 %s is answered 404", async (id) => {
      const answer = await client.request(`/api/v1/click/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.has("location")).toBe(false);
    });
    wire("§4.5 is answered 404 as a problem that is not cached", async () => {
      expectProblem(await client.request(`/api/v1/click/${"A".repeat(44)}`), 404, "not_found");
    });
    wire("§4.5 HEAD of one is answered 404 without a body", async () => {
      const answer = await client.request(`/api/v1/click/${"A".repeat(44)}`, { method: "HEAD" });
      expect([answer.status, answer.text]).toEqual([404, ""]);
    });
  });
}
