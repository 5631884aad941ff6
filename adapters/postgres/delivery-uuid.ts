import { toBase64Url } from "../../core/signing/base64url.ts";
import { parseDeliveryId } from "../../core/signing/delivery-id.ts";
import { StoreDataError } from "../kit/errors.ts";

/** A delivery id as PostgreSQL writes a uuid, so that texts order as ids do; `undefined` for any other text. */
export function findUuid(deliveryId: string): string | undefined {
  const bytes = parseDeliveryId(deliveryId);
  if (bytes === undefined) return undefined;
  let text = "";
  for (let index = 0; index < bytes.length; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += "-";
    text += hex[bytes[index] ?? 0];
  }
  return text;
}

/** The same for an id that is to be stored. Throws {@link StoreDataError} for any other text. */
export function toUuid(deliveryId: string): string {
  const uuid = findUuid(deliveryId);
  if (uuid !== undefined) return uuid;
  throw new StoreDataError("A delivery id is no UUIDv7 in base64url: use createDeliveryId.", {
    code: "22P02",
  });
}

/** The delivery id of a uuid that PostgreSQL wrote. */
export function fromUuid(uuid: string): string {
  const digits = uuid.replaceAll("-", "");
  const bytes = new Uint8Array(16);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  }
  return toBase64Url(bytes);
}

const hex: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
