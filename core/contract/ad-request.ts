import * as v from "valibot";
import type { Context } from "./ad-fields.ts";
import { type ConsentFields, consentEntries } from "./consent-fields.ts";
import { context } from "./context.ts";
import { type AdFormat, adFormats } from "./formats.ts";
import { type IdentityFields, identityEntries } from "./identity.ts";
import { languageCode } from "./language.ts";
import { maxPlacementCharacters, maxPlatformIdCharacters, maxRequestIdCharacters } from "./limits.ts";
import { plainObject } from "./plain-object.ts";
import { text } from "./text.ts";

/** The placement that every platform has (contract.md §2.1). */
export const defaultPlacement = "chat";

/** Body of `POST /api/v1/web/ads` (contract.md §2.1). */
export interface AdRequest extends IdentityFields, ConsentFields {
  readonly platform_id: string;
  readonly request_id?: string | undefined;
  readonly placement: string;
  /** In its usual spelling, such as `pt-BR`. */
  readonly language_code: string;
  /** The accepted formats. Absent: all. */
  readonly accept_formats?: readonly AdFormat[] | undefined;
  readonly context: Context;
  readonly test: boolean;
  /** As sent. Only test ads use it, see {@link testFormatOf}. */
  readonly test_format?: unknown;
}

/** Body of `POST /api/v1/web/ads/batch` (contract.md §4.10): one request for several slots of a page. */
export interface AdBatchRequest extends Omit<AdRequest, keyof AdSlot | "test_format"> {
  /** In the order of the answers. */
  readonly slots: readonly AdSlot[];
}

/** A place on a page that an ad is requested for. */
export type AdSlot = Pick<AdRequest, "placement" | "accept_formats">;

/** The most slots of a batch (contract.md §4.10). */
export const maxSlots = 20;

const format = v.picklist(adFormats, `Use only ${adFormats.join(", ")}.`);

const slotEntries = {
  placement: v.optional(text(1, maxPlacementCharacters), defaultPlacement),
  accept_formats: v.optional(
    v.pipe(
      v.array(format, "Send an array."),
      v.minLength(1, "Name at least one format, or leave the field out."),
    ),
  ),
};

const sharedEntries = {
  platform_id: text(1, maxPlatformIdCharacters),
  ...identityEntries,
  ...consentEntries,
  request_id: v.optional(text(1, maxRequestIdCharacters)),
  language_code: v.optional(languageCode, "en"),
  context: v.optional(context, { type: "conversation" }),
  test: v.optional(v.boolean("Send true or false."), false),
};

export const adBatchRequest: v.GenericSchema<unknown, AdBatchRequest> = v.object({
  ...sharedEntries,
  slots: v.pipe(
    v.array(v.pipe(plainObject, v.object(slotEntries)), `Send 1 to ${maxSlots} slots.`),
    v.minLength(1, `Send 1 to ${maxSlots} slots.`),
    v.maxLength(maxSlots, `Send 1 to ${maxSlots} slots.`),
  ),
});

export const adRequest: v.GenericSchema<unknown, AdRequest> = v.pipe(
  v.object({
    ...sharedEntries,
    ...slotEntries,
    test_format: v.optional(v.unknown()),
  }),
  v.forward(
    v.check(
      (request) =>
        !request.test || request.test_format === undefined || isAccepted(request, request.test_format),
      "Send one of the formats in accept_formats.",
    ),
    ["test_format"],
  ),
);

/** The format of a test ad: the requested one, or else the first accepted one. */
export function testFormatOf({
  accept_formats = adFormats,
  test_format,
}: Pick<AdRequest, "accept_formats" | "test_format">): AdFormat {
  const requested = accept_formats.find((accepted) => accepted === test_format);
  return requested ?? accept_formats[0] ?? adFormats[0];
}

const allFormats: ReadonlySet<AdFormat> = new Set(adFormats);

/** The formats that an answer may have. */
export function acceptedFormats({
  accept_formats,
}: Pick<AdRequest, "accept_formats">): ReadonlySet<AdFormat> {
  return accept_formats === undefined ? allFormats : new Set(accept_formats);
}

function isAccepted(
  { accept_formats = adFormats }: Pick<AdRequest, "accept_formats">,
  requested: unknown,
): boolean {
  return accept_formats.some((accepted) => accepted === requested);
}
