import type { ConsentFields } from "../../core/contract/consent-fields.ts";

/** The answer of a consent platform: of `__tcfapi` the first two, of `__gpp` the third. */
interface PlatformData {
  readonly gdprApplies?: boolean;
  readonly tcString?: string;
  readonly gppString?: string;
}
type Platform = (
  ...call: [...command: (string | number)[], done: (data: PlatformData | null) => void]
) => void;

type Page = typeof globalThis & {
  readonly __tcfapi?: Platform;
  readonly __gpp?: Platform;
};

/** How long a consent platform that is still loading is waited for. */
const waitMs = 1_000;

/**
 * The strings of the page's consent platforms, as they stand when they answer first. A platform that does not answer in time, or
 * has no string yet, has no consent: the string is empty.
 */
export async function consentStrings(): Promise<ConsentFields> {
  const page: Page = globalThis;
  const read = (platform: Platform | undefined, ...command: (string | number)[]) =>
    platform &&
    new Promise<string | undefined>((resolve) => {
      setTimeout(resolve, waitMs, "");
      platform(...command, (data) =>
        resolve(data?.gdprApplies === false ? undefined : (data?.tcString ?? data?.gppString ?? "")),
      );
    });
  return { tcf: await read(page.__tcfapi, "addEventListener", 2), gpp: await read(page.__gpp, "ping") };
}
