import type { ConsentFields } from "../core/contract/consent-fields.ts";

/**
 * Reads consent strings with the IAB's own libraries, which are optional peers: `npm install @iabtcf/core @iabgpp/cmpapi`.
 * Resolves to whether all strings allow storage: purpose 1 of the TCF, and no opt-out of a US section. A string that cannot be
 * read does not. Rejects when the library of a string is not installed.
 */
export async function readConsentStrings({ tcf, gpp }: Pick<ConsentFields, "tcf" | "gpp">): Promise<boolean> {
  if (tcf !== undefined) {
    const { TCString } = await import("@iabtcf/core");
    if (!allows(() => TCString.decode(withoutVendors(tcf)).purposeConsents.has(storagePurpose))) return false;
  }
  if (gpp !== undefined) {
    const { GppModel } = await import("@iabgpp/cmpapi");
    if (!allows(() => allowsSections(new GppModel(bounded(gpp))))) return false;
  }
  return true;
}

/** Purpose 1 of the TCF: store or access information on a device. */
const storagePurpose = 1;

/** Characters of a TC string, or of Canada's, that hold the purposes. The vendors follow; sections of US states are shorter. */
const purposeCharacters = 33;
/** Twenty characters of zero bits: no vendors. */
const noVendors = "A".repeat(20);
/** Characters of a GPP header. Ids of sections need few; a range in a longer one could decode to any number of ids. */
const maxHeaderCharacters = 8;

/**
 * A section without its vendors. Ranges of vendors let 4,096 characters decode to 48 million entries, for seconds
 * (@iabtcf/core 1.5.6, @iabgpp/cmpapi 3.2.0).
 */
function withoutVendors(section: string): string {
  const core = section.split(".", 1)[0] ?? "";
  return core.length > purposeCharacters ? core.slice(0, purposeCharacters) + noVendors : section;
}

/** A GPP string that is read in bounded time. */
function bounded(gpp: string): string {
  const [header = "", ...sections] = gpp.split("~");
  if (!header.startsWith("DB") || header.length > maxHeaderCharacters)
    throw new RangeError("Not a GPP string.");
  return [header, ...sections.map(withoutVendors)].join("~");
}

/** The part of a `GppModel` that is read. */
interface GppSections {
  readonly getSectionIds: () => readonly number[];
  readonly hasFieldBySectionId: (id: number, field: string) => boolean;
  readonly getFieldValueBySectionId: (id: number, field: string) => unknown;
}

/** Of the EU, and of Canada, where implied consent suffices. */
const purposeFields = ["PurposeConsents", "PurposesExpressConsent", "PurposesImpliedConsent"];
/** Of the US; 1, Y or true: the person opted out. */
const optOutFields = ["OptOutSale", "SaleOptOut", "SharingOptOut", "TargetedAdvertisingOptOut", "Gpc"];
const optedOut: ReadonlySet<unknown> = new Set([1, "Y", true]);

function allowsSections(model: GppSections): boolean {
  return model.getSectionIds().every((id) => {
    const valuesOf = (fields: readonly string[]): readonly unknown[] =>
      fields
        .filter((field) => model.hasFieldBySectionId(id, field))
        .map((field) => model.getFieldValueBySectionId(id, field));
    const purposes = valuesOf(purposeFields);
    const isConsented =
      purposes.length === 0 || purposes.some((list) => Array.isArray(list) && list[0] === true);
    return isConsented && !valuesOf(optOutFields).some((value) => optedOut.has(value));
  });
}

function allows(read: () => boolean): boolean {
  try {
    return read();
  } catch {
    return false;
  }
}
