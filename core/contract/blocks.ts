/**
 * Display blocks (contract.md §2.3). All of them must be rendered, in order. Every text is plain text,
 * never markup; every URL is absolute https (http only for development, on hosts that are not public).
 */
export type Block = TextBlock | MediaBlock | GalleryBlock | ButtonsBlock;

export interface TextBlock {
  readonly kind: "text";
  readonly text: string;
  readonly role?: TextRole | undefined;
}

export const textRoles = ["title", "body", "sponsor", "note"] as const;
export type TextRole = (typeof textRoles)[number];

export interface MediaBlock {
  readonly kind: "media";
  readonly media_type: "image" | "video";
  readonly url: string;
  readonly alt: string;
  /** Pixels; with `height` they reserve the place before the file has loaded. */
  readonly width: number;
  readonly height: number;
  /** Still picture of a video. */
  readonly poster?: string | undefined;
}

export interface GalleryItem {
  readonly url: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly title?: string | undefined;
}

export interface GalleryBlock {
  readonly kind: "gallery";
  /** 2 to 10. */
  readonly items: readonly GalleryItem[];
}

export interface ButtonsBlock {
  readonly kind: "buttons";
  readonly buttons: readonly Button[];
}

export const buttonStyles = ["primary", "secondary", "link"] as const;
export type ButtonStyle = (typeof buttonStyles)[number];

/** Has at least one of `action` and `url`. */
export interface Button {
  readonly label: string;
  readonly style?: ButtonStyle | undefined;
  /** Signed; sent back as it is to `POST /api/v1/web/interact`. */
  readonly action?: string | undefined;
  /** A tracked link, `{base_url}/api/v1/click/<id>`. Opened on click, never fetched ahead. */
  readonly url?: string | undefined;
}
