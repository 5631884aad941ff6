import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chooseCoding } from "../../core/pipeline/accept-encoding.ts";
import { root } from "../packaging/commands.ts";
import { type Child, startChild } from "../runtimes/child.ts";

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

const paths = ["/handbill.js", "/console/style.css", "/console/script.js", "/console/card.js"];
const file = "test/console/serve-files.ts";
const runtimes = [
  ["node", "its own server", [file]],
  ["bun", "its own server", [file]],
  ["bun", "node:http", [file, "node"]],
  ["deno", "its own server", ["run", "-A", "--no-lock", file]],
  ["deno", "node:http", ["run", "-A", "--no-lock", file, "node"]],
] as const;

/** As it comes over the wire: `fetch` would decode it. */
function get(url: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe.each(runtimes)("on %s through %s", (program, _server, args) => {
  let server: Child;
  beforeAll(async () => {
    const command = join(root, "node_modules", ".bin", program);
    server = await startChild(command, args, { cwd: root, env: {} });
  });
  afterAll(() => server.stop());

  test.each(paths)("%s is sent in the accepted coding, each with its own ETag", async (path) => {
    const url = `${server.url}${path}`;
    const plain = await get(url);
    const gzip = await get(url, { "accept-encoding": "gzip" });
    const br = await get(url, { "accept-encoding": "gzip, deflate, br" });
    expect([plain, gzip, br].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([plain, gzip, br].map(({ headers }) => headers["content-encoding"])).toEqual([
      undefined,
      "gzip",
      "br",
    ]);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gzip.body.length).toBeLessThan(plain.body.length / 2);
    for (const { headers, body } of [plain, gzip, br]) {
      expect(headers.vary).toBe("accept-encoding");
      expect(headers["content-length"]).toBe(String(body.length));
      expect(headers["content-type"]).toBe(plain.headers["content-type"]);
      expect(headers["cache-control"]).toBe(plain.headers["cache-control"]);
    }
    const names = [plain, gzip, br].map(({ headers }) => headers.etag ?? "");
    expect(new Set(names).size).toBe(3);

    const again = await get(url, { "accept-encoding": "gzip", "if-none-match": names[1] ?? "" });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, names[1]]);
    expect(again.headers.vary).toBe("accept-encoding");
    const other = await get(url, { "accept-encoding": "gzip", "if-none-match": names[0] ?? "" });
    expect([other.status, other.body]).toEqual([200, gzip.body]);

    const head = await get(url, { "accept-encoding": "gzip" }, "HEAD");
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect([head.headers["content-encoding"], head.headers.etag]).toEqual(["gzip", names[1]]);
  });

  test("many concurrent requests, including the first, get the same bytes", async () => {
    const url = `${server.url}/handbill.js`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => get(url, { "accept-encoding": "gzip" })),
    );
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
  });

  test.each(["/livez", "/openapi.json", "/console/"])("%s is sent uncompressed", async (path) => {
    const { headers } = await get(`${server.url}${path}`, { "accept-encoding": "gzip, br" });
    expect(headers["content-encoding"]).toBeUndefined();
  });
});

// RFC 9110 §12.5.3
describe("by the codings that a client accepts", () => {
  test.each([
    [undefined, undefined],
    ["", undefined],
    ["identity", undefined],
    ["gzip", "gzip"],
    ["GZip", "gzip"],
    ["x-gzip", "gzip"],
    ["br", "br"],
    ["gzip, br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["deflate, zstd", undefined],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["gzip ; q=0.8 , br ; q=0.2", "gzip"],
    ["gzip;q=0", undefined],
    ["gzip;q=0.000, br;q=0", undefined],
    ["gzip;q=0.001", "gzip"],
    ["*", "br"],
    ["*;q=0", undefined],
    ["*;q=0.5, br;q=0", "gzip"],
    ["br;q=0, *", "gzip"],
    ["gzip, identity", "gzip"],
    ["gzip;q=0.5, identity", undefined],
    ["gzip;q=0.5, identity;q=0.4", "gzip"],
    ["gzip;q=0.2, *;q=0.5, br;q=0", undefined],
    ["identity;q=0", undefined],
    ["gzip;q=2", undefined],
    ["gzip;q=", undefined],
    ["gzip;q=yes, br", "br"],
    ["gzip;level=9", undefined],
    [",,gzip,,", "gzip"],
  ])("%o the answer is in %s", (header, coding) => {
    expect(chooseCoding(header, ["br", "gzip"])).toBe(coding);
  });
});
