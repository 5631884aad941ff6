/** Where a page puts a card. Everything that hides it has the attribute `data-hides`, so that a test can take it away. */
export interface Placement {
  /** Styles that hide the card, or in a legitimate placement those of the page. */
  readonly css?: string;
  /** The place of the card, with an element `slot` or a `frame`. Default: a slot of 200 px. */
  readonly html?: string;
  /** What lies around it. */
  readonly around?: string;
  /** The origin of a frame with the card. */
  readonly frame?: FrameOrigin;
}

export type FrameOrigin = "same" | "other";

export type Placements = Readonly<Record<string, Placement>>;

const slot = '<div id="slot"></div>';
const frame = '<iframe id="frame" src="{{frame}}" width="600" height="300"></iframe>';
const cover = (style: string, content = ""): string =>
  `<div data-hides style="position: absolute; inset: 0; ${style}">${content}</div>`;
const script = (code: string): string => `<script>${code}</script>`;
const shadow = (inside: string, light = "", mode = "open"): string =>
  `<x-part style="display: block; position: relative"><template shadowrootmode="${mode}">${inside}</template>${light}</x-part>`;

/** A page whose card has 200 px of height, from the upper edge of the window. */
export function pageOf({ css = "", html, around = "", frame: origin }: Placement, frameUrl = ""): string {
  return `<!doctype html><html lang="en"><title>Page</title><style>
body { margin: 0 } main { position: relative } #slot, #other { --handbill-min-height: 200px }</style>
<style data-hides>${css}</style><main>${html ?? (origin ? frame : slot)}</main>${around}
<script type="module" src="/lab.js"></script>`.replaceAll("{{frame}}", frameUrl);
}

const styles = (all: Readonly<Record<string, string>>, selector = "#slot"): Placements =>
  Object.fromEntries(Object.entries(all).map(([name, css]) => [name, { css: `${selector} { ${css} }` }]));

const times = (count: number, html: string): string => html.repeat(count);
/** Opaque but for nine holes in the middle of the ninths of a card of 720 × 200 px. */
const coverWithHoles = (): string => {
  const holes = [120, 360, 600].flatMap((x) => [33, 100, 167].map((y) => `M${x - 4} ${y - 4}h8v8h-8z`));
  return cover(
    `height: 260px; background: #fff; clip-path: path(evenodd, 'M0 0H900V260H0Z${holes.join("")}')`,
  );
};

const hiddenByStyle = styles({
  "with opacity 0": "opacity: 0",
  "with opacity .05": "opacity: .05",
  "with opacity .1": "opacity: .1",
  "with visibility: hidden": "visibility: hidden",
  "with display: none": "display: none",
  "with content-visibility: hidden": "content-visibility: hidden",
  "with clip-path: inset(50%)": "clip-path: inset(50%)",
  "with clip-path: circle(5px)": "clip-path: circle(5px)",
  "with clip-path: polygon() of a corner": "clip-path: polygon(0 0, 40% 0, 0 60%)",
  "with clip: rect()": "position: absolute; clip: rect(0 1px 1px 0)",
  "with filter: opacity()": "filter: opacity(.05)",
  "with filter: blur()": "filter: blur(20px)",
  "with filter: brightness(0)": "filter: brightness(0)",
  "with filter: contrast(0)": "filter: contrast(0)",
  "with filter: opacity() three times": "filter: opacity(.7) opacity(.7) opacity(.7)",
  "with a filter after a harmless one": "filter: hue-rotate(20deg) drop-shadow(0 0 2px #000) opacity(5%)",
  "with transform: scale(.01)": "transform: scale(.01)",
  "with transform: scale(.3)": "transform: scale(.3); transform-origin: 0 0",
  "with transform: scaleY(.02)": "transform: scaleY(.02)",
  "with transform: scaleX(.1)": "transform: scaleX(.1)",
  "with transform: rotateY(89deg)": "transform: rotateY(89deg)",
  "with scale: .05": "scale: .05",
  "with zoom: .05": "zoom: .05",
  "with zoom: .3": "zoom: .3",
  "of 1 × 1 px that clips": "width: 1px; height: 1px; overflow: hidden",
  "of 1 px of width": "width: 1px",
  "of 1 px of height that clips": "height: 1px; overflow: hidden",
  "left of the page": "position: absolute; left: -9999px",
  "above the page": "position: absolute; top: -9999px",
  "moved away": "transform: translateX(-200vw)",
});

const hiddenAround: Placements = {
  "behind its ancestor": { css: "main { background: #fff } #slot { position: relative; z-index: -1 }" },
  "faded by two ancestors": { css: "body, main { opacity: .6 }" },
  "faded by the filters of three ancestors": { css: "html, body, main { filter: opacity(.7) }" },
  "dimmed by two ancestors": { css: "body, main { filter: brightness(.6) }" },
  "faded by an ancestor, under a tint": {
    css: "main { opacity: .7 }",
    around: cover("background: rgb(0 0 0 / .4)"),
  },
  "in an ancestor with a blend mode that white wins": { css: "main { mix-blend-mode: lighten }" },
  "in a zoomed frame of the same origin": { frame: "same", css: "#frame { zoom: .1 }" },
  "in a filter of the page's own": {
    css: "main { filter: url(#flood) }",
    around: '<svg width="0" height="0"><filter id="flood"><feFlood flood-color="#fff"/></filter></svg>',
  },
  "out of its scroll container": {
    html: `<div style="height: 220px; overflow: auto"><div data-hides style="height: 400px"></div>${slot}</div>`,
  },
  "in shut details": { html: `<details><summary>More</summary>${slot}</details>` },
  "under a cover": { around: cover("background: #fff") },
  "under a fixed overlay": { around: cover("position: fixed; background: #eee") },
  "under a cover of 60 %": { around: cover("height: 120px; background: #fff") },
  "under a gradient": { around: cover("background: linear-gradient(#fff, #eee)") },
  "under a cover with nine holes": { around: coverWithHoles() },
  "under ten tints": { around: times(10, cover("background: rgb(255 255 255 / .45)")) },
  "under ten covers that let light through": {
    around: times(10, cover("background: #fff; opacity: .45")),
  },
  "under a tint of one half": { around: cover("background: rgb(0 0 0 / .5)") },
  "under backdrop-filter: brightness(0)": { around: cover("backdrop-filter: brightness(0)") },
  "under backdrop-filter: invert(.5)": { around: cover("backdrop-filter: invert(.5)") },
  "under a canvas": {
    around: `${cover("", '<canvas width="900" height="400"></canvas>')}${script("const brush = document.querySelector('canvas').getContext('2d'); brush.fillStyle = '#fff'; brush.fillRect(0, 0, 900, 400)")}`,
  },
  "under a drawing": {
    around: cover("", '<svg width="900" height="400"><rect width="900" height="400" fill="#fff"/></svg>'),
  },
  "under an object": {
    around: cover("", '<object data="/picture/800x400.svg" width="900" height="400"></object>'),
  },
  "under a progress bar": {
    around: cover("", '<progress style="width: 900px; height: 400px"></progress>'),
  },
  "under frosted glass": { around: cover("backdrop-filter: blur(20px)") },
  "under a picture": {
    around: cover("", '<img src="/picture/800x400.svg" style="width: 100%; height: 400px">'),
  },
  "under a video": { around: cover("", '<video style="width: 100%; height: 400px"></video>') },
  "under a frame": { around: cover("", '<iframe style="width: 100%; height: 400px"></iframe>') },
  "under the transparent child of a cover": {
    around: cover("background: #fff", '<p style="height: 300px"></p>'),
  },
  "under a pseudo-element of an ancestor": {
    css: "main::after { content: ''; position: absolute; inset: 0; background: #fff }",
  },
  "under a modal dialog": {
    around: `<dialog data-hides>Hello</dialog>${script("document.querySelector('dialog').showModal()")}`,
  },
  "under a dialog that is not modal": {
    around:
      '<dialog open data-hides style="position: fixed; inset: 0; width: 100%; height: 100%">Hello</dialog>',
  },
  "under a popover": {
    around: `<div popover data-hides style="width: 100%; height: 100%">Hello</div>${script("document.querySelector('[popover]').showPopover()")}`,
  },
  "under another ad": {
    html: `${slot}<div id="other" data-hides style="position: absolute; inset: 0"></div>`,
  },
  "under an element with a closed shadow": {
    around: `<x-cover data-hides><template shadowrootmode="closed">${cover("background: #fff")}</template></x-cover>`,
  },
  "under an element with an open shadow": {
    around: `<div data-hides><template shadowrootmode="open">${cover("background: #fff")}</template></div>`,
  },
  "in a shadow tree, under a cover in it": { html: shadow(slot + cover("background: #fff; height: 220px")) },
  "in a shadow tree, under a cover around it": { html: shadow(slot), around: cover("background: #fff") },
  "under a picture whose first layer is none": {
    around: cover("background: none, linear-gradient(#fff, #fff)"),
  },
  "under a cover below a colour without an opacity": {
    around: cover("background: #fff") + cover("background: color(srgb 0 0 0 / none)") + cover(""),
  },
  "under a picture with areas": {
    around: cover(
      "",
      '<img src="/picture/800x400.svg" usemap="#m" style="width: 100%; height: 400px"><map name="m"><area shape="default" href="#"></map>',
    ),
  },
  "in a shadow tree, under a tint in it and one around it": {
    html: shadow(slot + cover("background: rgb(0 0 0 / .4); height: 220px")),
    around: cover("background: rgb(0 0 0 / .4)"),
  },
  "in a slot under a cover": {
    html: shadow(`<slot></slot>${cover("background: #fff; height: 220px")}`, slot),
  },
};

/** High enough that the card's place in the frame, squashed, is still in it. */
const squashedFrames = styles(
  {
    "with transform: scaleY(.1)": "height: 2000px; transform: scaleY(.1); transform-origin: 0 0",
    "with transform: rotateX(85deg)": "height: 2000px; transform: rotateX(85deg); transform-origin: 0 0",
    "enlarged and faded": "zoom: 2; opacity: .3",
    "with a scale that a border makes up for":
      "width: 600px; border: 600px solid #0000; transform: scale(.34); transform-origin: 0 0",
  },
  "#frame",
);

/** The card is in the right part of the frame's box. */
const coveredBeside = (css: string): Placement => ({
  css: `#frame { width: 300px; ${css} }`,
  around: cover("left: 400px; background: #fff"),
});

const hiddenFrames: Readonly<Record<string, Omit<Placement, "frame">>> = {
  ...styles(
    {
      "with visibility: hidden": "visibility: hidden",
      "with opacity 0": "opacity: 0",
      "with opacity .1": "opacity: .1",
      "with transform: scale(.01)": "transform: scale(.01)",
      "with transform: scale(.3)": "transform: scale(.3)",
      "with filter: blur()": "filter: blur(20px)",
      "with clip-path": "clip-path: inset(50%)",
      "of 1 × 1 px": "width: 1px; height: 1px",
      "left of the page": "position: absolute; left: -9999px",
    },
    "#frame",
  ),
  ...squashedFrames,
  "under a cover beside its padding": coveredBeside("padding-left: 400px"),
  "under a cover beside its border": coveredBeside("border-left: 400px solid #0000"),
  "in a faded ancestor": { css: "main { opacity: .1 }" },
  "under a drawing": {
    around: cover("", '<svg width="900" height="400"><rect width="900" height="400" fill="#fff"/></svg>'),
  },
  "under a cover": { around: cover("background: #fff") },
  "under another frame": { around: cover("", '<iframe style="width: 700px; height: 400px"></iframe>') },
  "under a modal dialog": {
    around: `<dialog data-hides style="width: 90%; height: 90%">Hello</dialog>${script("document.querySelector('dialog').showModal()")}`,
  },
};

const inFrames = (all: Readonly<Record<string, Omit<Placement, "frame">>>): Placements =>
  Object.fromEntries(
    (["same", "other"] as const).flatMap((origin) =>
      Object.entries(all).map(([name, placement]) => [
        `in a frame of the ${origin} origin ${name}`,
        { ...placement, frame: origin },
      ]),
    ),
  );

/** The page styles the box of the card itself. */
const hiddenByPart = styles(
  {
    "whose part has visibility: hidden": "visibility: hidden",
    "whose part has opacity 0": "opacity: 0",
    "whose part has filter: blur()": "filter: blur(40px)",
    "whose part has filter: opacity() three times": "filter: opacity(.7) opacity(.7) opacity(.7)",
    "whose part has display: none": "display: none",
    "whose part is left of the page": "position: relative; left: -9999px",
    "whose part has transform: scale(.3)": "transform: scale(.3)",
    "whose part has clip-path: inset(50%)": "clip-path: inset(50%)",
  },
  "handbill-ad::part(card)",
);

/** A person cannot see half of these cards. */
export const hidden: Placements = {
  ...hiddenByStyle,
  ...hiddenByPart,
  ...hiddenAround,
  ...inFrames(hiddenFrames),
};

const bar = (style: string): string =>
  `<header style="position: fixed; inset: 0 0 auto; background: #fff; ${style}">Page</header>`;

/** A person can see at least half of these cards. */
export const visible: Placements = {
  "on a plain page": {},
  ...styles({
    "with scale .95": "transform: scale(.95)",
    "with opacity .95": "opacity: .95",
    "with a shadow": "box-shadow: 0 4px 20px #0006",
    "with filter: drop-shadow()": "filter: drop-shadow(0 4px 20px #0006)",
    "with filter: grayscale()": "filter: grayscale(1)",
    "with filter: brightness(.9)": "filter: brightness(.9) contrast(1.1)",
    "with filter: blur(0)": "filter: blur(0); transition: filter 1s",
    "with round corners": "border-radius: 40px; overflow: hidden",
    "with round corners by clip-path": "clip-path: inset(0 round 40px)",
    "at a part of a pixel": "position: relative; top: 10.37px; left: 3.61px",
    "with zoom: .8": "zoom: .8",
    "with zoom: 1.5": "zoom: 1.5",
    "that is sticky": "position: sticky; top: 0",
    "moved and turned": "transform: translate(20px, 20px) rotate(2deg)",
    "on a layer of its own": "will-change: transform; transform: translateZ(0)",
    "with contain: strict": "contain: strict; height: 200px",
    "with content-visibility: auto": "content-visibility: auto",
    "of 300 px of width": "width: 300px",
    "higher than the screen": "--handbill-min-height: 900px",
  }),
  "whose part has a border, a shadow and a filter": {
    css: "handbill-ad::part(card) { border: 4px solid; box-shadow: 0 4px 20px; filter: drop-shadow(0 0 2px) brightness(.9) }",
  },
  "whose part the page cannot hide": {
    css: `handbill-ad::part(card) { content-visibility: hidden; text-indent: -9999px }
handbill-ad::part(card)::before { content: ""; position: absolute; inset: 0; background: #fff }`,
  },
  "on a dark page by invert(1)": { css: "html { filter: invert(1) hue-rotate(180deg) }" },
  "on a page with several slight filters": {
    css: "html { filter: brightness(.9) } body { filter: contrast(.9) saturate(1.5) } main { filter: opacity(.9) }",
  },
  "on a page with borders and shadows": {
    css: "main { border: 20px solid; box-shadow: inset 0 0 30px, 0 4px 20px; padding: 20px; background: #eee }",
  },
  "on a zoomed page": { css: "html { zoom: 1.25 }" },
  "in scaled and faded ancestors": { css: "body, main { transform: scale(.95); opacity: .95 }" },
  "in perspective": { css: "main { perspective: 800px } #slot { transform: rotateY(10deg) }" },
  "in a right-to-left page": { css: "html { direction: rtl }" },
  "in vertical writing": { css: "html { writing-mode: vertical-rl }" },
  "in a flex container": { css: "main { display: flex }" },
  "in a grid": { css: "main { display: grid; grid-template-columns: 1fr 1fr }" },
  "in columns": { css: "main { columns: 2 } #slot { break-inside: avoid }" },
  "in a table": { html: `<table><tr><td>A</td><td style="width: 500px">${slot}</td></tr></table>` },
  "in a scroll container": {
    html: `<div style="height: 220px; overflow: auto">${slot}<p style="height: 900px"></p></div>`,
  },
  "in a fading scroll container": {
    html: `<div style="height: 400px; overflow: auto; mask-image: linear-gradient(#000 90%, transparent)">${slot}</div>`,
  },
  "in open details": { html: `<details open><summary>More</summary>${slot}</details>` },
  "in a modal dialog": {
    html: `<dialog style="width: 600px; height: 400px">${slot}</dialog>${script("document.querySelector('dialog').showModal()")}`,
  },
  "in a popover": {
    html: `<div popover style="width: 600px; height: 400px">${slot}</div>${script("document.querySelector('[popover]').showPopover()")}`,
  },
  "under a header over 18 %": { around: bar("height: 36px") },
  "under a translucent header over 18 %": {
    around: bar("height: 36px; background: #fff8; backdrop-filter: blur(8px)"),
  },
  "beside a sticky header": {
    html: `<header style="position: sticky; top: 0; height: 60px; background: #fff">Page</header>${slot}`,
  },
  "under a drawing over a corner": {
    around: '<svg style="position: absolute; inset: 0 auto auto 0" width="60" height="60"></svg>',
  },
  "under a banner over 32 %": { around: bar("height: 64px") },
  "under a cover of 45 %": { around: cover("height: 90px; background: #fff") },
  "under a transparent overlay": { around: cover("") },
  "under an overlay with opacity 0": { around: cover("background: #fff; opacity: 0") },
  "under a light tint": { around: cover("background: rgb(0 0 0 / .1)") },
  "under a tint of 40 %": { around: cover("background: rgb(0 0 0 / .4)") },
  "under a tint of 40 % in another notation": { around: cover("background: oklch(.5 .1 200 / .4)") },
  "under three light tints": { around: times(3, cover("background: rgb(0 0 0 / .1)")) },
  "under a cover that lets light through": { around: cover("background: #fff; opacity: .4") },
  "under a transparent overlay with a border and a shadow": {
    around: cover("border: 2px solid; box-shadow: 0 4px 20px"),
  },
  "in a shadow tree under a tint": { html: shadow(slot), around: cover("background: rgb(0 0 0 / .3)") },
  "in a frame of the same origin under a tint": {
    frame: "same",
    around: cover("background: rgb(0 0 0 / .3)"),
  },
  "under a picture that lets presses through": {
    around: cover("pointer-events: none", '<img src="/picture/800x400.svg" style="opacity: .05">'),
  },
  "under a transparent pseudo-element of an ancestor": {
    css: "main::after { content: ''; position: absolute; inset: 0 }",
  },
  "in a shadow tree": { html: shadow(slot) },
  "in a slot": { html: shadow("<section style='background: #eee'><slot></slot></section>", slot) },
  "in a closed slot": {
    html: shadow("<section style='background: #eee'><slot></slot></section>", slot, "closed"),
  },
  "in a frame of the same origin": { frame: "same" },
  "in a frame of another origin": { frame: "other" },
  "in a frame of the same origin, scaled and faded": {
    frame: "same",
    css: "#frame { scale: .95; opacity: .95 }",
  },
  "in a frame of the same origin under a header": { frame: "same", around: bar("height: 40px") },
  "in a frame with a border and a shadow": {
    frame: "other",
    css: "#frame { border: 9px solid; box-shadow: 0 4px 20px }",
  },
  "in a frame of the same origin with a border and a shadow": {
    frame: "same",
    css: "#frame { border: 9px solid; box-shadow: 0 4px 20px }",
  },
  "in a frame of the same origin with a padding, beside a cover": {
    frame: "same",
    css: "#frame { width: 300px; padding-left: 400px }",
    around:
      '<div style="position: absolute; inset: 0 auto auto 0; width: 400px; height: 400px; background: #fff"></div>',
  },
  "in a zoomed frame": { frame: "same", css: "#frame { zoom: 1.2 }" },
  "in a frame in a shadow tree": { frame: "same", html: shadow(frame) },
};
