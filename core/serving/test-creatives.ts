import type { Creative, Scene, SceneButton } from "../catalog/entities.ts";
import type { MediaBlock, TextBlock } from "../contract/blocks.ts";
import type { CreativeFormat } from "../contract/formats.ts";

/** The built-in creative that a test ad of a format shows. */
export function testCreative(format: CreativeFormat, baseUrl: string): Creative {
  const landingUrl = `${baseUrl}/api/v1/pages/test-ad`;
  const head = {
    id: `test-${format}`,
    campaignId: "test",
    format,
    language: "en",
    disclosure: { text: "Ad · Test", url: `${baseUrl}/api/v1/pages/disclosure` },
  };
  if (format === "bot") {
    return {
      ...head,
      bot: { text: "This is a test ad in a message.", buttonText: "Open the test page", landingUrl },
    };
  }
  return { ...head, scenes: scenesOf(format, landingUrl, `${baseUrl}/api/v1/pages/test-ad.svg`) };
}

function scenesOf(
  format: Exclude<CreativeFormat, "bot">,
  landingUrl: string,
  imageUrl: string,
): readonly Scene[] {
  const link: SceneButton = { label: "Open the test page", style: "primary", landingUrl };
  const image: MediaBlock = {
    kind: "media",
    media_type: "image",
    url: imageUrl,
    alt: "Striped placeholder with the words Test ad",
    width: 640,
    height: 360,
  };
  switch (format) {
    case "text":
      return [
        scene("only", [title("Test ad"), body("A text ad: words, and a button if it has one."), [link]]),
      ];
    case "image":
      return [scene("only", [image, body("An image ad: a picture with a caption."), [link]])];
    case "response":
      return [
        scene("only", [body("A response ad continues the conversation in the manner of an answer."), [link]]),
      ];
    case "card":
      return [
        scene("only", [image, title("Test card"), body("A card: picture, title, text and buttons."), [link]]),
      ];
    case "consent":
      return [
        scene("ask", [
          title("May we show you a test offer?"),
          body("A consent ad asks before it shows more."),
          [
            { label: "Yes, show me", style: "primary", goto: "yes", answer: "yes" },
            { label: "No, thanks", style: "secondary", goto: "no", answer: "no" },
          ],
        ]),
        scene("yes", [title("Here is the test offer"), body("You agreed to see it."), [link]]),
        scene("no", [body("Understood. No offer is shown.")]),
      ];
    case "quiz":
      return [
        scene("question-1", [
          title("Test quiz, 1 of 2"),
          body("Which comes first?"),
          [
            { label: "The question", goto: "question-2", answer: "question" },
            { label: "The answer", goto: "question-2", answer: "answer" },
          ],
        ]),
        scene("question-2", [
          title("Test quiz, 2 of 2"),
          body("Was that easy?"),
          [
            { label: "Yes", goto: "result", answer: "yes" },
            { label: "No", goto: "result", answer: "no" },
          ],
        ]),
        scene("result", [title("That was the test quiz"), body("Thank you for playing."), [link]]),
      ];
    default:
      return format satisfies never;
  }
}

/** An array among the blocks is a row of buttons. */
function scene(id: string, blocks: readonly (TextBlock | MediaBlock | readonly SceneButton[])[]): Scene {
  return {
    id,
    blocks: blocks.map((block) => ("kind" in block ? block : { kind: "buttons", buttons: block })),
  };
}

function title(text: string): TextBlock {
  return { kind: "text", role: "title", text };
}

function body(text: string): TextBlock {
  return { kind: "text", role: "body", text };
}
