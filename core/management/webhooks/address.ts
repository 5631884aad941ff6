import { maxUrlLength } from "../../catalog/limits.ts";
import { isPublicAddress } from "../../catalog/public-address.ts";
import { isPublicHost } from "../../catalog/public-host.ts";
import { parseIpAddress } from "../../ip-address.ts";

/** Where webhooks may lead. */
export interface AddressRules {
  /**
   * Also addresses that are not public, and plain http to them. Default false. It holds for every webhook: leave it off
   * where publishers that you do not know may enter addresses.
   */
  readonly allowPrivateAddresses?: boolean | undefined;
  /**
   * All IP addresses of a name. With it every name is looked up before every delivery, and must lead to public addresses
   * only. Where the platform's own `fetch` posts, it looks the name up once more, and the answer may have changed in between.
   */
  readonly resolveHost?: ((name: string) => Promise<readonly string[]>) | undefined;
}

export type AddressCheck =
  | { readonly ok: true; readonly url: URL }
  /** How to correct it; repeats nothing of the address. */
  | { readonly ok: false; readonly fault: string };

/** Checks a webhook's URL without a lookup: when it is entered, and before each delivery. */
export function checkWebhookUrl(text: string, rules: AddressRules = {}): AddressCheck {
  if (text.length > maxUrlLength) return refuse(`The URL may have at most ${maxUrlLength} characters.`);
  if (!URL.canParse(text)) return refuse("Give an absolute URL, such as https://example.com/webhooks.");
  const url = new URL(text);
  const isPrivate = !isPublicHost(url.hostname);
  const isPrivateHttp = url.protocol === "http:" && isPrivate && rules.allowPrivateAddresses === true;
  if (url.protocol !== "https:" && !isPrivateHttp) return refuse("The URL must begin with https://.");
  if (url.username !== "" || url.password !== "") {
    return refuse(
      "Leave the user name and password out of the URL; the signature shows who sends. A secret path works too.",
    );
  }
  return isPrivate && rules.allowPrivateAddresses !== true ? refuse(notPublic) : { ok: true, url };
}

/** The same, and where its name leads right now. Rejects when the name cannot be looked up. */
export async function checkWebhookAddress(text: string, rules: AddressRules): Promise<AddressCheck> {
  const check = checkWebhookUrl(text, rules);
  if (!check.ok || rules.resolveHost === undefined || rules.allowPrivateAddresses === true) return check;
  const { hostname } = check.url;
  if (parseIpAddress(hostname) !== undefined) return check;
  const addresses = await rules.resolveHost(hostname);
  if (addresses.length === 0) return refuse("The URL's host name leads nowhere; check its DNS records.");
  return addresses.every(isPublicAddress) ? check : refuse(notPublic);
}

const notPublic =
  "The URL must lead to a public internet address. If receivers in your own network are meant, set allowPrivateAddresses.";

function refuse(fault: string): AddressCheck {
  return { ok: false, fault };
}
