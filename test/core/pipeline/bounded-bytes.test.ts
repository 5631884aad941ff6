import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, it } from "vitest";
import { BoundedBytes } from "../../../core/pipeline/bounded-bytes.ts";
import { readRequest } from "../../../core/pipeline/web-standard.ts";

it("joins any chunks in their order, up to the limit and not one byte further", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 9_000 }), { maxLength: 12 }), (chunks) => {
      const whole = Buffer.concat(chunks);
      const joined = new BoundedBytes(whole.length);
      for (const chunk of chunks) expect(joined.add(chunk)).toBe(true);
      expect(whole.equals(joined.bytes())).toBe(true);
      expect(joined.add(Uint8Array.of(1))).toBe(false);
      expect(whole.equals(joined.bytes())).toBe(true);
    }),
    { seed: 7 },
  );
});

it("keeps no buffer of a chunk: a body of 16,000 one-byte chunks costs at most twice its limit", async () => {
  const maxBytes = 65_536;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      // As Deno 2.9 hands them over: a view of one byte on a buffer of its own.
      if (sent > 16_000) controller.close();
      else controller.enqueue(new Uint8Array(65_536).subarray(0, 1));
    },
  });
  const init = { method: "POST", body, duplex: "half" as const };
  const bytes = await readRequest(new Request("https://ads.example/", init), undefined).readBody(maxBytes);
  expect(bytes).toHaveLength(16_000);
  expect(bytes === "too_large" ? 0 : bytes.buffer.byteLength).toBeLessThanOrEqual(2 * maxBytes);
});
