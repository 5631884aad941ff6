import { expect } from "vitest";
import { adOf, expectProblem } from "../answers.ts";
import { browser, identity, paths, server } from "../client.ts";
import type { Subject } from "../target.ts";

const limit = 64 * 1024;
const encoder = new TextEncoder();

/** §4.1, §7, §8: the body before its fields are looked at. */
export function defineBodies({ client, describe, wire }: Subject): void {
  const send = (body: string | Uint8Array<ArrayBuffer>, path: string = paths.ads) =>
    client.post(path, body, browser);

  describe("§8 64 KiB", () => {
    describe.each([
      ["with its length", false],
      ["in chunks without a length", true],
    ])("§8 a body sent %s", (_name, chunked) => {
      wire("§8 of exactly 65,536 bytes is accepted", async () => {
        adOf(await client.post(paths.ads, paddedTo(limit), browser, { chunked }));
      });
      wire("§7 of 65,537 bytes is answered 413", async () => {
        expectProblem(
          await client.post(paths.ads, paddedTo(limit + 1), browser, { chunked }),
          413,
          "body_too_large",
        );
      });
      wire("§7 of 65,537 bytes is answered 413 on every endpoint", async () => {
        for (const path of Object.values(paths)) {
          expectProblem(
            await client.post(path, paddedTo(limit + 1), server, { chunked }),
            413,
            "body_too_large",
          );
        }
      });
      wire("§7 of a megabyte is answered 413", async () => {
        expectProblem(
          await client.post(paths.ads, paddedTo(1_048_576), browser, { chunked }),
          413,
          "body_too_large",
        );
      });
    });
    wire("§8 bytes count, not characters: 32,769 letters of two bytes are too large", async () => {
      expectProblem(await send("é".repeat(limit / 2 + 1)), 413, "body_too_large");
    });
    wire("§8 bytes count as they are sent: white space too", async () => {
      expectProblem(await send(JSON.stringify(identity()) + " ".repeat(limit)), 413, "body_too_large");
    });
  });

  describe("§7 a body that is not one JSON object", () => {
    const valid = JSON.stringify(identity());
    wire.each([
      ["nothing", ""],
      ["white space", " \n"],
      ["null", "null"],
      ["a number", "12"],
      ["a string", '"text"'],
      ["true", "true"],
      ["an empty array", "[]"],
      ["an array of a request", `[${valid}]`],
      ["two objects", `${valid}${valid}`],
      ["a trailing comma", `${valid.slice(0, -1)},}`],
      ["a comment", `${valid} // a comment`],
      ["single quotes", valid.replaceAll('"', "'")],
      ["names without quotes", "{platform_id: 1}"],
      ["NaN", '{"platform_id": NaN}'],
      ["a raw line break in a string", '{"platform_id": "a\nb"}'],
      ["a raw control character in a string", '{"platform_id": "a\u0001b"}'],
      ["a broken escape", '{"platform_id": "\\u12"}'],
      ["a form", "platform_id=pf_main&visitor_id=visitor-0123456789"],
      ["30,000 open arrays", "[".repeat(30_000)],
      ["30,000 nested arrays", "[".repeat(30_000) + "]".repeat(30_000)],
      ["10,000 open objects", '{"a":'.repeat(10_000)],
    ])("§7 %s is answered 400", async (_name, body) => {
      for (const path of [paths.ads, paths.interact, paths.seen, paths.report]) {
        expectProblem(await send(body, path), 400, "invalid_request");
      }
      expectProblem(await client.post(paths.bot, body, server), 400, "invalid_request");
    });
    wire("§7 a request that is cut off anywhere is answered 400", async () => {
      for (let end = 0; end < valid.length; end++) expectProblem(await send(valid.slice(0, end)), 400);
    });
  });

  describe("§7 a body that is not UTF-8", () => {
    const inQuestion = (...bytes: readonly number[]): Uint8Array<ArrayBuffer> => {
      const [start, end] = JSON.stringify({ ...identity(), context: { question: "|" } }).split("|");
      return Uint8Array.from([...encoder.encode(start), ...bytes, ...encoder.encode(end)]);
    };
    wire.each([
      ["a lone continuation byte", inQuestion(0x80)],
      ["a lead byte alone", inQuestion(0xc3)],
      ["an overlong slash", inQuestion(0xc0, 0xaf)],
      ["an encoded surrogate", inQuestion(0xed, 0xa0, 0x80)],
      ["a code point past U+10FFFF", inQuestion(0xf4, 0x90, 0x80, 0x80)],
      ["0xFF", inQuestion(0xff)],
      ["Latin-1", inQuestion(0xe9)],
      [
        "UTF-16",
        Uint8Array.from([...JSON.stringify(identity())].flatMap((letter) => [letter.charCodeAt(0), 0])),
      ],
    ])("§7 %s is answered 400", async (_name, body) => {
      expectProblem(await send(body), 400, "invalid_request");
    });
    wire("§4.1 letters of two, three and four bytes are accepted", async () => {
      adOf(await send(inQuestion(...encoder.encode("é字😀"))));
    });
    wire("§4.1 a byte order mark is passed over", async () => {
      adOf(await send(`\uFEFF${JSON.stringify(identity())}`));
    });
  });

  wire("§4.1 of a field that is sent twice the last counts, as JSON has it", async () => {
    const fields = JSON.stringify(identity());
    adOf(await send(`{"platform_id":"pf_nowhere",${fields.slice(1)}`));
    expectProblem(await send(`${fields.slice(0, -1)},"platform_id":"pf_nowhere"}`), 403);
  });
  wire("§7 an unknown field of 30,000 levels is ignored or refused, and harms nobody", async () => {
    const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
    const answer = await send(`{"deep":${deep},${JSON.stringify(identity()).slice(1)}`);
    if (answer.status !== 200) expectProblem(answer, 400);
    expect((await client.request("/livez")).status).toBe(200);
  });
}

/** A valid ad request of this many bytes. */
function paddedTo(bytes: number): string {
  const fields = { ...identity(), padding: "" };
  return JSON.stringify({ ...fields, padding: "x".repeat(bytes - JSON.stringify(fields).length) });
}
