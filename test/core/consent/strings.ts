import { GppModel } from "@iabgpp/cmpapi";

/** A TC string that consents to these purposes, for some vendors. The section of a GPP string is one. */
export function tcString(purposes: readonly number[]): string {
  const fields = {
    CmpId: 31,
    PurposeConsents: purposeList(...purposes),
    VendorConsents: [3, 755, 900, 1_200],
  };
  return gppString({ tcfeuv2: fields }).split("~")[1] ?? "";
}

/** A GPP string with these fields of sections. */
export function gppString(fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string {
  const model = new GppModel();
  for (const [section, values] of Object.entries(fields)) {
    for (const [field, value] of Object.entries(values)) model.setFieldValue(section, field, value);
  }
  return model.encode();
}

/** Purposes as a GPP section has them. */
export function purposeList(...consented: readonly number[]): readonly boolean[] {
  return Array.from({ length: 24 }, (_, index) => consented.includes(index + 1));
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function encoded(bits: string): string {
  const sixes = bits.match(/.{1,6}/g) ?? [];
  return sixes.map((six) => letters[Number.parseInt(six.padEnd(6, "0"), 2)]).join("");
}

const binary = (value: number, length: number): string => value.toString(2).padStart(length, "0");

/** A TC string of less than 4,096 characters whose 700 ranges have 65,535 vendors each. */
export function hugeTcString(): string {
  const head = encoded(`${bitsOf(tcString([1])).slice(0, 213)}${binary(65_535, 16)}1${binary(700, 12)}`);
  const range = `1${binary(1, 16)}${binary(65_535, 16)}`;
  return encoded(bitsOf(head).slice(0, 242) + range.repeat(700));
}

/** A GPP header of ranges without end. */
export function hugeGppHeader(): string {
  return encoded(`${binary(3, 6)}${binary(1, 6)}${binary(1, 12)}1011${"01".repeat(200)}1`);
}

function bitsOf(text: string): string {
  return [...text].map((letter) => binary(Math.max(0, letters.indexOf(letter)), 6)).join("");
}
