import { describe, expect, test } from "vitest";
import { browserWorld, visit } from "./harness/world.ts";

const world = browserWorld();

describe.concurrent("setAd", () => {
  test("shows another ad, whose own second begins, and then none", async () => {
    const { page, endsWith } = await visit(world());
    const { texts, id } = await page.evaluate(async () => {
      const texts: (string | undefined)[] = [];
      const note = () => texts.push(lab.shadow().querySelector("[part~=text]")?.textContent);
      const next = await lab.ad("response");
      const { card } = await lab.show("text");
      note();
      card.setAd(next);
      note();
      await lab.hear("viewed", next.delivery_id);
      card.setAd(null);
      note();
      return { texts, id: next.delivery_id };
    });
    expect(texts).toEqual(["Beans roasted this morning", expect.stringContaining("By the way"), undefined]);
    await endsWith([id]);
  });

  test.each<[string, string, object]>([
    ["a block of an unknown kind", "Unknown block.", { blocks: [{ kind: "hologram", text: "Hi" }] }],
    [
      "a medium of an unknown type",
      "Unknown block.",
      {
        blocks: [
          { kind: "media", media_type: "smell", url: "https://a.example/", alt: "", width: 1, height: 1 },
        ],
      },
    ],
    [
      "a javascript: link",
      "absolute http",
      { blocks: [{ kind: "buttons", buttons: [{ label: "Go", url: "javascript:alert(1)" }] }] },
    ],
    [
      "a relative link",
      "absolute http",
      { blocks: [{ kind: "buttons", buttons: [{ label: "Go", url: "/x" }] }] },
    ],
    [
      "a data: picture",
      "absolute http",
      {
        blocks: [
          { kind: "media", media_type: "image", url: "data:image/png,", alt: "", width: 1, height: 1 },
        ],
      },
    ],
    ["an empty disclosure", "disclosure", { disclosure: " " }],
    ["no disclosure", "disclosure", { disclosure: undefined }],
  ])("with %s shows no card and dispatches an error event", async (_, message, change) => {
    const { page, endsWith } = await visit(world());
    const { left, names, error, fence } = await page.evaluate(async (change) => {
      const { ad, card } = await lab.show("text");
      // The valid block stands before the invalid one: not even the valid one is left.
      const blocks = [
        ...ad.blocks,
        ...("blocks" in change && Array.isArray(change.blocks) ? change.blocks : []),
      ];
      card.setAd(Object.assign({}, ad, change, { blocks, delivery_id: "A".repeat(22) }));
      const left = lab.shadow().childElementCount;
      const { error } = await lab.hear("error");
      return { left, error, names: lab.heard.map(({ name }) => name), fence: await lab.fence() };
    }, change);
    expect(left).toBe(0);
    expect(names).toEqual(["rendered", "error"]);
    expect(error).toContain(message);
    await endsWith([fence]);
  });

  test("shows markup in any text as the text that it is", async () => {
    const markup = `<img src=x onerror="window.pwned=1"><b>bold</b>&amp;<script>window.pwned=1</script>`;
    const { page, endsWith } = await visit(world());
    const { text, elements, pwned } = await page.evaluate(async (markup) => {
      const picture = { url: "https://127.0.0.1/none.png", alt: markup, width: 10, height: 10 };
      lab.sdk.mountAd(lab.slot(), {
        ad: {
          delivery_id: "A".repeat(22),
          expires_at: "2100-01-01T00:00:00Z",
          format: "card",
          test: true,
          disclosure: markup,
          blocks: [
            { kind: "text", text: markup },
            { kind: "gallery", items: [{ ...picture, title: markup }, picture] },
            { kind: "media", media_type: "image", ...picture },
            {
              kind: "buttons",
              buttons: [
                { label: markup, action: "a" },
                { label: markup, url: "https://a.example/" },
              ],
            },
          ],
        },
      });
      await lab.frames();
      const root = lab.shadow();
      return {
        text: root.textContent?.split(markup).length,
        elements: [root.querySelectorAll("b, script").length, root.querySelectorAll("img").length],
        pwned: "pwned" in window,
      };
    }, markup);
    expect({ text, elements, pwned }).toEqual({ text: 6, elements: [0, 3], pwned: false });
    await endsWith([]);
  });
});

test("a video loads when the visitor plays it; its preview picture loads before", async () => {
  const { page, endsWith } = await visit(world());
  const film = { url: `${world().site.origin}/film.mp4`, poster: `${world().site.origin}/picture/64x36.svg` };
  const poster = page.waitForResponse(film.poster);
  const attributes = await page.evaluate(async (film) => {
    const { ad, card } = await lab.show("image", "slot", { trackViews: false });
    const block = {
      kind: "media",
      media_type: "video",
      alt: "A film",
      width: 64,
      height: 36,
      ...film,
    } as const;
    card.setAd({ ...ad, blocks: [block] });
    const video = lab.shadow().querySelector("video");
    return [video?.ariaLabel, video?.controls, video?.autoplay, video?.preload];
  }, film);
  await poster;
  expect(attributes).toEqual(["A film", true, false, "none"]);
  expect(world().site.visits).not.toContain("/film.mp4");
  await endsWith([]);
});
