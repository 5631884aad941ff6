import type { HttpRequest } from "./http.ts";

/**
 * The network a request comes from: the IPv4 /24 or IPv6 /48 of the client's address, `undefined` where the
 * address is not really known. With trusted proxies it is the address that the outermost of them saw.
 */
export function clientNetwork(request: HttpRequest, trustProxy: number): string | undefined {
  const address = trustProxy > 0 ? forwardedFor(request, trustProxy) : request.clientAddress;
  return address === undefined ? undefined : networkOf(address);
}

function forwardedFor(request: HttpRequest, trustProxy: number): string | undefined {
  return request.header("x-forwarded-for")?.split(",").at(-trustProxy)?.trim();
}

export function networkOf(address: string): string | undefined {
  const plain = address.replace(/^::ffff:(?=[0-9]+\.)/i, "");
  const ipv4 = /^([0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3})\.[0-9]{1,3}$/.exec(plain);
  if (ipv4 !== null) return `${ipv4[1]}.0/24`;
  if (!/^[0-9a-f:.]{2,45}$/i.test(plain) || !plain.includes(":")) return undefined;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const start = head === "" ? [] : head.split(":");
  const end = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  const groups = [...start, ...Array<string>(zeros).fill("0"), ...end];
  return `${groups
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/48`;
}
