import type { Block, Button, ButtonsBlock, GalleryBlock, MediaBlock } from "../../core/contract/blocks.ts";

export interface Renderer {
  /** Makes an element with a `part` for styling, and text that stays text whatever it contains. */
  readonly make: <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    part: string,
    text?: string,
    properties?: Partial<HTMLElementTagNameMap[Tag]>,
  ) => HTMLElementTagNameMap[Tag];
  /**
   * Renders one block of an ad (contract.md §2.3). Throws if its kind is unknown or a link is not absolute http(s): all
   * blocks must be rendered, or none.
   */
  readonly render: (block: Block) => HTMLElement;
}

export function createRenderer(page: Document, onPress: (button: Button) => void): Renderer {
  const make: Renderer["make"] = (tag, part, text = "", properties = {}) => {
    const made = Object.assign(page.createElement(tag), properties);
    made.setAttribute("part", part);
    made.textContent = text;
    if (text) made.dir = "auto";
    return made;
  };
  const picture = ({ url, alt, width, height }: Picture): HTMLElement =>
    make("img", "media", "", {
      alt,
      width,
      height,
      loading: "lazy",
      decoding: "async",
      referrerPolicy: "no-referrer",
      src: httpUrl(url),
    });
  const video = ({ url, alt, width, height, poster }: MediaBlock): HTMLElement =>
    make("video", "media", "", {
      ariaLabel: alt,
      width,
      height,
      controls: true,
      playsInline: true,
      preload: "none",
      poster: poster ? httpUrl(poster) : "",
      src: httpUrl(url),
    });
  const gallery = ({ items }: GalleryBlock): HTMLElement => {
    const grid = make("div", "gallery");
    for (const item of items) {
      const figure = make("figure", "figure");
      figure.append(picture(item));
      if (item.title) figure.append(make("figcaption", "caption", item.title));
      grid.append(figure);
    }
    return grid;
  };
  const buttonRow = ({ buttons }: ButtonsBlock): HTMLElement => {
    const row = make("div", "buttons");
    for (const button of buttons) {
      const part = `button ${button.style ?? "primary"}`;
      const control = button.url
        ? make("a", part, button.label, {
            href: httpUrl(button.url),
            target: "_blank",
            rel: "sponsored noreferrer",
          })
        : make("button", part, button.label, { type: "button" });
      // Ignores the second click of a double click, which would hit a button of the next scene.
      control.onclick = ({ detail }) => detail > 1 || onPress(button);
      row.append(control);
    }
    return row;
  };
  const render = (block: Block): HTMLElement => {
    if (block.kind === "text") return make("p", `text ${block.role ?? "body"}`, block.text);
    if (block.kind === "gallery") return gallery(block);
    if (block.kind === "buttons") return buttonRow(block);
    if (block.kind === "media" && block.media_type === "image") return picture(block);
    if (block.kind === "media" && block.media_type === "video") return video(block);
    throw new Error("Unknown block.");
  };
  return { make, render };
}

interface Picture {
  readonly url: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

function httpUrl(url: string): string {
  if (/^https?:\/\/./i.test(url)) return url;
  throw new Error("Give absolute http(s) links.");
}
