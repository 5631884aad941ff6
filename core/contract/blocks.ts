/**
 * The display blocks of an ad (contract.md §2.3). Render all of them, in order. Every text is plain text, never markup.
 * Every URL is absolute https (http only in development, on private hosts).
 */
export type Block = TextBlock | MediaBlock | GalleryBlock | ButtonsBlock;

/** A paragraph. */
export interface TextBlock {
  readonly kind: "text";
  /** Plain text, not empty. */
  readonly text: string;
  /** How to style the text. Default: `body`. */
  readonly role?: TextRole | undefined;
}

/** The roles of a text block. */
export const textRoles = ["title", "body", "sponsor", "note"] as const;
/** The role of a text block: headline, body text, sponsor name or small print. */
export type TextRole = (typeof textRoles)[number];

/** A picture or a video. */
export interface MediaBlock {
  readonly kind: "media";
  /** The kind of the file at `url`. */
  readonly media_type: "image" | "video";
  /** The address of the file. */
  readonly url: string;
  /** The text alternative for screen readers. */
  readonly alt: string;
  /** The width in pixels. With `height` it reserves the space before the file loads. */
  readonly width: number;
  /** The height in pixels. */
  readonly height: number;
  /** The address of a video's preview picture. */
  readonly poster?: string | undefined;
}

/** A picture of a gallery. */
export interface GalleryItem {
  /** The address of the picture. */
  readonly url: string;
  /** The text alternative for screen readers. */
  readonly alt: string;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** The caption. */
  readonly title?: string | undefined;
}

/** Several pictures side by side. */
export interface GalleryBlock {
  readonly kind: "gallery";
  /** The pictures, 2 to 10. */
  readonly items: readonly GalleryItem[];
}

/** A row of buttons. */
export interface ButtonsBlock {
  readonly kind: "buttons";
  /** The buttons, in order; at least one. */
  readonly buttons: readonly Button[];
}

/** The looks of a button. */
export const buttonStyles = ["primary", "secondary", "link"] as const;
/** The look of a button. Default: `primary`. */
export type ButtonStyle = (typeof buttonStyles)[number];

/** A button. It has `action`, `url` or both. */
export interface Button {
  /** Plain text. */
  readonly label: string;
  /** The look; default `primary`. */
  readonly style?: ButtonStyle | undefined;
  /** The signed action; send it back unchanged to `POST /api/v1/web/interact`. */
  readonly action?: string | undefined;
  /** A tracked link, `{base_url}/api/v1/click/<id>`. Open it on a click; never prefetch it. */
  readonly url?: string | undefined;
}
