import { isPublicHost } from "./public-host.ts";

/** The normalised spelling, or what is wrong with the input. */
export type Normalised =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string };

const wildcard = /^(https?:\/\/)\*\./i;
const ipAddress = /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/**
 * An allowed site address as it is stored and compared: `new URL().origin`, or `https://*.example.com` for every
 * subdomain. The core carries no list of public suffixes, so a wildcard over one of two labels (`*.co.uk`) passes
 * here; `core/management`, which has the list, refuses it.
 */
export function normaliseOrigin(text: string): Normalised {
  if (text === "null")
    return refuse("The origin `null` is sent by sandboxed pages of anyone; name a site address.");
  const isWildcard = wildcard.test(text);
  const plain = text.replace(wildcard, "$1");
  const url = parseUrl(plain);
  if (url === undefined || plain.includes("*")) {
    return refuse(
      "Write a site address like https://shop.example, or https://*.example.com for its subdomains.",
    );
  }
  const insecure = transportProblem(url);
  if (insecure !== undefined) return refuse(insecure);
  if (url.username !== "" || url.password !== "") return refuse("Remove the user name and password.");
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || /[?#]$/.test(plain)) {
    return refuse(`Only scheme, host and port make a site address: write ${url.origin}.`);
  }
  if (!isWildcard) return { ok: true, value: url.origin };
  if (url.protocol !== "https:" || url.port !== "") {
    return refuse("A wildcard is for https on its usual port: write https://*.example.com.");
  }
  if (ipAddress.test(url.hostname) || url.hostname.split(".").filter((label) => label !== "").length < 2) {
    return refuse("A wildcard needs a domain of at least two labels after the star: https://*.example.com.");
  }
  return { ok: true, value: url.origin.replace("//", "//*.") };
}

/**
 * An absolute https URL without credentials, in the spelling of the URL standard. Allows http to hosts that are not public, for
 * stored creatives and for development.
 */
export function normaliseUrl(text: string): Normalised {
  const url = parseUrl(text);
  return url === undefined ? refuse(notAbsolute) : (urlProblem(url) ?? { ok: true, value: url.href });
}

/** The same for production: https to a public host. */
export function normalisePublicUrl(text: string): Normalised {
  const url = parseUrl(text);
  if (url === undefined) return refuse(notAbsolute);
  const leadsToHost = url.protocol === "https:" || url.protocol === "http:";
  if (leadsToHost && !isPublicHost(url.hostname)) return refuse(notPublic);
  return urlProblem(url) ?? { ok: true, value: url.href };
}

const notAbsolute = "Write an absolute URL like https://shop.example/sale, without spaces.";
const notPublic =
  "Use an https address of a public host. Local and private hosts are for development: HANDBILL_LOCAL_URLS=on (option allowLocalUrls) allows them.";

function urlProblem(url: URL): Normalised | undefined {
  const isLocalHttp = url.protocol === "http:" && !isPublicHost(url.hostname);
  if (url.protocol !== "https:" && !isLocalHttp) {
    return refuse(`Use https, not ${url.protocol.slice(0, 20)}.`);
  }
  if (url.username !== "" || url.password !== "") {
    return refuse("Remove the user name and password from the URL.");
  }
  return undefined;
}

function parseUrl(text: string): URL | undefined {
  // The URL parser drops tabs and newlines and trims spaces, and reads `\` as `/`: none of them is a typo to keep.
  if (/[\s\\\p{Cc}\p{Cs}]/u.test(text) || !/^[a-z][a-z\d+.-]*:/i.test(text)) return undefined;
  return URL.canParse(text) ? new URL(text) : undefined;
}

function transportProblem(url: URL): string | undefined {
  if (url.protocol === "https:") return undefined;
  if (url.protocol !== "http:") return `Use https, not ${url.protocol.slice(0, 20)}.`;
  const local = url.hostname === "localhost" || url.hostname === "127.0.0.1" || url.hostname === "[::1]";
  return local ? undefined : "Use https; plain http is for localhost, 127.0.0.1 and [::1] only.";
}

function refuse(message: string): Normalised {
  return { ok: false, message };
}
