import { expect, test } from "vitest";
import { isPublicAddress } from "../../../../core/catalog/public-address.ts";
import { checkWebhookAddress, checkWebhookUrl } from "../../../../core/management/webhooks/address.ts";
import { privateHosts } from "../../../network/private-hosts.ts";

const notPublic =
  "The URL must lead to a public internet address. If receivers in your own network are meant, set allowPrivateAddresses.";

const publicHosts = [
  "example.com",
  "example.com.",
  "hooks.example.co.uk",
  "localhost.example.com",
  "10.example.com",
  "bücher.example",
  "9.255.255.255",
  "11.0.0.1",
  "100.63.255.255",
  "100.128.0.0",
  "168.63.129.17",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.1",
  "192.167.255.255",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "[2001:4860:4860::8888]",
  "[2001:200::1]",
  "[2606:4700::1111]",
  "[3ffe::1]",
  "[::ffff:8.8.8.8]",
  "[64:ff9b::8.8.8.8]",
];

test.each(privateHosts)("a webhook on %s is refused unless private addresses are allowed", (host) => {
  const url = `https://${host}/hook`;
  expect(checkWebhookUrl(url)).toEqual({ ok: false, fault: notPublic });
  expect(checkWebhookUrl(url, { allowPrivateAddresses: true })).toMatchObject({ ok: true });
});

test.each(publicHosts)("a webhook on %s is accepted", (host) => {
  expect(checkWebhookUrl(`https://${host}/hook`)).toMatchObject({ ok: true });
});

test.each([
  ["http://example.com/hook", "The URL must begin with https://."],
  ["http://127.0.0.1/hook", "The URL must begin with https://."],
  ["ftp://example.com/hook", "The URL must begin with https://."],
  ["file:///etc/passwd", "The URL must begin with https://."],
  ["data:text/plain,x", "The URL must begin with https://."],
  ["/hook", "Give an absolute URL, such as https://example.com/webhooks."],
  ["https://", "Give an absolute URL, such as https://example.com/webhooks."],
  ["https://256.1.1.1/", "Give an absolute URL, such as https://example.com/webhooks."],
  [`https://example.com/${"x".repeat(2_048)}`, "The URL may have at most 2048 characters."],
])("%.40s is refused, and the answer says what to do", (url, fault) => {
  expect(checkWebhookUrl(url)).toEqual({ ok: false, fault });
});

test.each([
  "https://user@example.com/",
  "https://user:password@example.com/",
  "https://:password@example.com/",
])("credentials in a URL are refused: %s", (url) => {
  const check = checkWebhookUrl(url);
  expect(check).toMatchObject({ ok: false, fault: expect.stringContaining("user name and password out") });
  expect(JSON.stringify(check)).not.toContain("example.com/");
});

test("plain http is for private addresses that are allowed, and for no others", () => {
  const rules = { allowPrivateAddresses: true };
  expect(checkWebhookUrl("http://127.0.0.1:8080/hook", rules)).toMatchObject({ ok: true });
  expect(checkWebhookUrl("http://example.com/hook", rules)).toMatchObject({ ok: false });
});

test.each([
  "127.0.0.1",
  "::1",
  "::ffff:10.0.0.1",
  "fe80::1%eth0",
  "example.com",
  "",
  "1.2.3.4/8",
  "1.2.3.4:80",
  "1.2.3.4.5",
  "2606:4700::1111::",
  "user@8.8.8.8",
])("what a resolver answers is not public: %s", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test("a name is refused when one of its addresses is not public", async () => {
  const check = (...addresses: string[]): Promise<unknown> =>
    checkWebhookAddress("https://hooks.example/", { resolveHost: async () => addresses });
  expect(await check("8.8.8.8", "2606:4700::1111")).toMatchObject({ ok: true });
  expect(await check("8.8.8.8", "10.0.0.1")).toEqual({ ok: false, fault: notPublic });
  expect(await check("fd00::1", "2606:4700::1111")).toEqual({ ok: false, fault: notPublic });
  expect(await check()).toMatchObject({ ok: false, fault: expect.stringContaining("check its DNS records") });
});

test("an address needs no look-up, and one that is refused gets none", async () => {
  const asked: string[] = [];
  const resolveHost = async (name: string): Promise<string[]> => {
    asked.push(name);
    return ["8.8.8.8"];
  };
  expect(await checkWebhookAddress("https://8.8.8.8/", { resolveHost })).toMatchObject({ ok: true });
  expect(await checkWebhookAddress("https://localhost/", { resolveHost })).toMatchObject({ ok: false });
  expect(asked).toEqual([]);
});
