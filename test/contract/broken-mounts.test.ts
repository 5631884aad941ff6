/** The suite itself is tested: each mount here breaks one thing on the way, and a case of the wire set refuses it. */
import { describe, expect, it } from "vitest";
import { contractCases } from "./suite.ts";
import type { Target, TargetRequest } from "./target.ts";
import { baseUrl, openWorld } from "./world.ts";

/** A mount in front of a sound handbill. */
type Mount = (path: string, init: TargetRequest, next: Target["request"]) => Promise<Response>;

interface BrokenMount {
  readonly fault: string;
  readonly mount: Mount;
  /** The end of the name of the case that refuses it. */
  readonly refusedBy: string;
}

function changesRequest(change: (init: TargetRequest) => TargetRequest): Mount {
  return (path, init, next) => next(path, change(init));
}

function changesText(change: (text: string) => string): Mount {
  return async (path, init, next) => {
    const answer = await next(path, init);
    const text = await answer.text();
    return new Response(text === "" ? null : change(text), answer);
  };
}

function changesHeaders(change: (headers: Headers) => void): Mount {
  return async (path, init, next) => {
    const answer = await next(path, init);
    change(answer.headers);
    return answer;
  };
}

function losesRequestHeader(name: string): Mount {
  return changesRequest(({ headers = {}, ...init }) => ({
    ...init,
    headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)),
  }));
}

function replaces(status: number, by: () => Response): Mount {
  return async (path, init, next) => {
    const answer = await next(path, init);
    return answer.status === status ? by() : answer;
  };
}

const lost = (
  refusedBy: Readonly<Record<string, string>>,
  of: "request" | "answer",
): readonly BrokenMount[] =>
  Object.entries(refusedBy).map(([name, end]) => ({
    fault: `loses the header ${name} of ${of === "request" ? "a request" : "an answer"}`,
    mount: of === "request" ? losesRequestHeader(name) : changesHeaders((headers) => headers.delete(name)),
    refusedBy: end,
  }));

const brokenMounts: readonly BrokenMount[] = [
  ...lost(
    {
      origin: "§5 a browser on https://site.example",
      authorization: "§5 a server with a test key",
      "content-type": "§4.1 Application/JSON is accepted",
      "content-encoding": "§4.1 a content encoding (gzip) is answered 400",
      "user-agent": "§3.5 counts the impression as seen: charged once, even in the first second",
      "sec-purpose":
        '§4.2 links are never prefetched: {"sec-purpose":"prefetch"} is answered 503 and not counted',
    },
    "request",
  ),
  ...lost(
    {
      "access-control-allow-origin": "readable by pages",
      "access-control-max-age": "OPTIONS /api/v1/web/ads lets every page send JSON, without credentials",
      allow: "§4 PUT /api/v1/web/seen is answered 405 with Allow",
      "cache-control": "§4.5 is not cached, not indexed, and tells the landing page no referrer",
      location: "§4.5 redirects to the landing page of the catalogue",
      "request-id": "§4 every answer has a Request-Id of its own, which an error answer repeats",
      ratelimit: "is answered 429, with when to come back",
      "retry-after": "is answered 409, says when to come back, and charges nothing",
      "www-authenticate": "§4.4 no credentials is answered 401 before a field is looked at",
      "x-content-type-options": "and none allows credentials",
    },
    "answer",
  ),
  {
    fault: "loses the prefix of links",
    mount: changesText((text) => text.replaceAll(baseUrl, "https://ads.example")),
    refusedBy: "§2.7 button_url is the click link of impression_id",
  },
  {
    fault: "takes paths in capitals",
    mount: (path, init, next) => next(path.toLowerCase(), init),
    refusedBy: "/API/V1/web/ads is answered 404",
  },
  {
    fault: "hands a click's query on",
    mount: async (path, init, next) => {
      const target = /[?&]url=([^&]+)/.exec(path)?.[1];
      return target === undefined ? next(path, init) : Response.redirect(target);
    },
    refusedBy: "§4.5 never goes where the URL says",
  },
  {
    fault: "answers HEAD by GET",
    mount: changesRequest((init) => (init.method === "HEAD" ? { ...init, method: "GET" } : init)),
    refusedBy: "§4.5 HEAD has the same headers and is not counted",
  },
  {
    fault: "answers OPTIONS itself",
    mount: async (path, init, next) => (init.method === "OPTIONS" ? new Response("POST") : next(path, init)),
    refusedBy: "§4.4 OPTIONS on the bot endpoint is answered 405: it is for servers",
  },
  {
    fault: "loses a body in chunks",
    mount: changesRequest((init) => (init.chunked ? { ...init, body: "" } : init)),
    refusedBy: "§8 a body sent in chunks without a length > §8 of exactly 65,536 bytes is accepted",
  },
  {
    fault: "answers a large body itself",
    mount: replaces(413, () => new Response("Payload Too Large", { status: 413 })),
    refusedBy: "§7 the size before the caller: 413 and not 401",
  },
  {
    fault: "answers broken JSON itself",
    mount: async (path, init, next) => {
      try {
        if (typeof init.body === "string") JSON.parse(init.body);
      } catch (error) {
        return Response.json({ error: String(error) }, { status: 400 });
      }
      return next(path, init);
    },
    refusedBy: "§7 a trailing comma is answered 400",
  },
  {
    fault: "answers an unknown path itself",
    mount: replaces(404, () => new Response("Not Found", { status: 404 })),
    refusedBy: "§4.5 is answered 404 as a problem that is not cached",
  },
  {
    fault: "refuses a prototype in a body",
    mount: async (path, init, next) =>
      String(init.body).includes("__proto__") ? new Response(null, { status: 500 }) : next(path, init),
    refusedBy: "§7 a prototype in the body is a field like any other, and ignored",
  },
  {
    fault: "reads bytes that are not UTF-8 as replacement characters",
    mount: changesRequest((init) => ({
      ...init,
      body: init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : init.body,
    })),
    refusedBy: "§7 a lone continuation byte is answered 400",
  },
  {
    fault: "writes answers in ASCII",
    mount: changesText((text) => text.replaceAll(/\P{ASCII}/gu, "?")),
    refusedBy: "byte for byte: emoji and combining marks",
  },
  {
    fault: "follows redirects",
    mount: replaces(302, () => new Response("The landing page")),
    refusedBy: "§4.5 redirects to the landing page of the catalogue",
  },
  {
    fault: "sets a cookie",
    mount: changesHeaders((headers) => headers.set("set-cookie", "session=1")),
    refusedBy: "and none allows credentials",
  },
  {
    fault: "tells why there is no ad",
    mount: async (path, init, next) => {
      const answer = await next(path, init);
      const text = await answer.text();
      if (text.includes('"has_ad":false')) answer.headers.set("x-reason", "budget");
      return new Response(text === "" ? null : text, answer);
    },
    refusedBy: "§2.3 a no-ad response says no reason, neither in its body nor in a header",
  },
];

/** Runs one case of the wire set against a mount; the world is new, so that nothing of another case is in it. */
async function runCase(end: string, mount: Mount): Promise<void> {
  const { target } = await openWorld({ rateLimits: { adsPerKey: false } });
  const broken: Target = { ...target, request: (path, init = {}) => mount(path, init, target.request) };
  const [one, ...others] = contractCases(() => broken).filter(({ name, wire }) => wire && name.endsWith(end));
  if (one === undefined || others.length > 0) throw new Error(`Not one case of the wire ends in ${end}.`);
  await one.run();
}

describe("a mount that", () => {
  it.each(brokenMounts)("$fault is refused by $refusedBy", async ({ mount, refusedBy }) => {
    await expect(runCase(refusedBy, mount)).rejects.toThrow();
    await runCase(refusedBy, (path, init, next) => next(path, init));
  });
});
