import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HttpRequest } from "../../../core/contract/http.ts";
import { clientAddress, networkOf } from "../../../core/ratelimit/client-network.ts";
import { anyText, holds } from "../property.ts";
import { request } from "./requests.ts";

function clientNetwork(from: HttpRequest, trustProxy: number): string | undefined {
  const address = clientAddress(from, trustProxy);
  return address === undefined ? undefined : networkOf(address);
}

describe("the network of an address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.0/24"],
    ["203.0.113.255", "203.0.113.0/24"],
    ["0.0.0.0", "0.0.0.0/24"],
    ["::ffff:203.0.113.7", "203.0.113.0/24"],
    ["::FFFF:203.0.113.7", "203.0.113.0/24"],
    ["2001:db8:1234:5678::1", "2001:db8:1234::/48"],
    ["2001:0db8:1234:0000:0000:0000:0000:0001", "2001:db8:1234::/48"],
    ["2001:DB8:1234::", "2001:db8:1234::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["2001:db8:0:0:1::", "2001:db8:0::/48"],
    ["::1", "0:0:0::/48"],
    ["::", "0:0:0::/48"],
    ["fe80::1:2:3:4", "fe80:0:0::/48"],
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it("is the same for every spelling of an IPv6 address", () => {
    const groups = fc.array(
      fc.integer({ min: 0, max: 0xffff }).chain((value) => fc.constantFrom(value, 0)),
      { minLength: 8, maxLength: 8 },
    );
    holds(
      fc.property(groups, (values) => {
        const padded = values.map((value) => value.toString(16).padStart(4, "0")).join(":");
        const short = new URL(`http://[${padded}]`).hostname.slice(1, -1);
        if (short.startsWith("::ffff:")) return;
        expect(networkOf(short)).toBe(networkOf(padded));
        expect(networkOf(padded.toUpperCase())).toBe(networkOf(padded));
        expect(networkOf(padded)).toBe(
          `${values
            .slice(0, 3)
            .map((value) => value.toString(16))
            .join(":")}::/48`,
        );
      }),
    );
  });

  it("is the IPv4 network of an address that is mapped to IPv6 in hexadecimal", () => {
    expect(networkOf("::ffff:cb00:7107")).toBe("203.0.113.0/24");
    expect(networkOf("0:0:0:0:0:ffff:203.0.113.7")).toBe("203.0.113.0/24");
  });

  it("is the same whatever port a proxy has put behind the address, or not known", () => {
    for (const address of ["203.0.113.7:50000", "203.0.113.7:50001"]) {
      expect([undefined, "203.0.113.0/24"]).toContain(networkOf(address));
    }
    for (const address of ["[2001:db8:1::1]:50000", "[2001:db8:1::1]"]) {
      expect([undefined, "2001:db8:1::/48"]).toContain(networkOf(address));
    }
  });

  it.each([
    "",
    "unknown",
    "localhost",
    "203.0.113",
    "203.0.113.7.1",
    "203.0.113.x",
    " ",
    "_hidden",
    "fe80::1%eth0",
    "g::1",
    "-",
  ])("is not known of “%s”", (text) => {
    expect(networkOf(text)).toBeUndefined();
  });

  it.each([
    "999.0.0.1",
    "256.1.1.1",
    ":::",
    "1::2::3",
    "1:2",
    "12345::1",
    "1:2:3:4:5:6:7:8:9",
    "1.2:3",
    ".:.",
  ])("is not known of “%s”, which only has the letters of an address", (text) => {
    expect(networkOf(text)).toBeUndefined();
  });

  it("is a network or nothing, whatever the text is", () => {
    holds(
      fc.property(
        fc.oneof(anyText, fc.string({ unit: fc.constantFrom(..."0123abf:."), maxLength: 20 })),
        (text) => {
          expect(networkOf(text) ?? "::/48").toMatch(/^[0-9a-f:.]+\/(?:24|48)$/);
        },
      ),
    );
  });
});

describe("the network of a client", () => {
  const forwarded = (chain: string): HttpRequest =>
    request({ headers: { "x-forwarded-for": chain }, from: "198.51.100.1" });
  const chain = "192.0.2.1, 203.0.113.7,  198.18.0.9";

  it("is the peer's without trusted proxies, whatever the header says", () => {
    expect(clientNetwork(forwarded(chain), 0)).toBe("198.51.100.0/24");
    expect(clientNetwork(request(), 0)).toBeUndefined();
  });

  it("is the address that the outermost trusted proxy saw", () => {
    expect(clientNetwork(forwarded(chain), 1)).toBe("198.18.0.0/24");
    expect(clientNetwork(forwarded(chain), 2)).toBe("203.0.113.0/24");
    expect(clientNetwork(forwarded(chain), 3)).toBe("192.0.2.0/24");
  });

  it("cannot be chosen by the client, which can only write in front", () => {
    holds(
      fc.property(fc.array(fc.oneof(anyText, fc.ipV4())), (invented) => {
        expect(clientNetwork(forwarded([...invented, "203.0.113.7"].join(",")), 1)).toBe("203.0.113.0/24");
      }),
    );
  });

  it("is not known when the header is missing, shorter than the chain of proxies, or junk", () => {
    expect(clientNetwork(request({ from: "198.51.100.1" }), 1)).toBeUndefined();
    expect(clientNetwork(forwarded(chain), 4)).toBeUndefined();
    for (const junk of ["", ",", "unknown", "192.0.2.1, unknown"])
      expect(clientNetwork(forwarded(junk), 1)).toBeUndefined();
  });
});
