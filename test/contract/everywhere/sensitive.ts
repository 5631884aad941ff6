import { expect } from "vitest";
import { adOf, botAnswerOf } from "../answers.ts";
import type { Subject } from "../target.ts";

const worry = "I do not want to be alive anymore";

/** §4.9: where no ad may stand. Each language is in test/core/topics/sensitive. */
export function defineSensitive({ client, describe, it, wire }: Subject): void {
  describe("§4.9 a sensitive subject", () => {
    wire("§4.9 in a question or a message leaves no ad of any kind", async () => {
      const { status, text } = await client.ads({ context: { type: "conversation", question: worry } });
      expect([status, text]).toEqual([200, '{"has_ad":false,"ad":null}']);
      const message = `<b>${worry}</b>`;
      expect(botAnswerOf(await client.bot({ message }))).toMatchObject({ message, has_ad: false });
    });
    it.each([
      ["the title of an article", { type: "article", title: worry, content: "" }],
      ["the content of an article", { type: "article", title: "A letter", content: worry }],
      ["the text of a feed", { type: "feed", text: worry }],
    ])("§4.9 in %s leaves no ad", async (_, context) => {
      expect(JSON.parse((await client.ads({ context })).text)).toEqual({ has_ad: false, ad: null });
    });
    it("§4.9 leaves test ads", async () => {
      const context = { type: "conversation", question: worry };
      expect(adOf(await client.ads({ context, test: true })).disclosure).toBeDefined();
    });
    it("§4.9 behind the first 2,048 characters is not read", async () => {
      const context = { type: "feed", text: `${"hello ".repeat(400)}${worry}` };
      expect(adOf(await client.ads({ context })).disclosure).toBeDefined();
    });
  });
}
