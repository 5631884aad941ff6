import { describe, expect, test } from "vitest";
import { browserWorld, type Visit, visit } from "./harness/world.ts";

const world = browserWorld();
const requests = ({ server }: Visit, name: string) =>
  server.log.filter((line) => line.startsWith(`POST /api/v1/web/${name} 200`)).length;

describe.concurrent("a single-page app", () => {
  test("that mounts the same ad again and again has its view confirmed once", async () => {
    const visited = await visit(world());
    const { id, cards } = await visited.page.evaluate(async () => {
      const ad = await lab.ad("text");
      for (let turn = 0; turn < 3; turn += 1) {
        const card = lab.sdk.mountAd(lab.slot(), { ad });
        await lab.frames();
        if (turn === 2) await lab.hear("viewed");
        card.destroy();
      }
      const cards = lab.slot().childElementCount;
      lab.sdk.mountAd(lab.slot(), { ad });
      await lab.sdk.trackView(ad);
      return { id: ad.delivery_id, cards };
    });
    expect(cards).toBe(0);
    await visited.endsWith([id]);
    expect(requests(visited, "seen")).toBe(1);
  });
});
