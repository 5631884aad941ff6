import type { ConsentFields } from "../../core/contract/consent-fields.ts";

/** The answer of a consent platform: of `__tcfapi` the first three, of `__gpp` the others. */
interface PlatformData {
  readonly gdprApplies?: boolean;
  readonly tcString?: string;
  readonly listenerId?: number;
  readonly gppString?: string;
  readonly signalStatus?: string;
}
type Platform = (...call: unknown[]) => void;

type Page = typeof globalThis & {
  readonly __tcfapi?: Platform;
  readonly __gpp?: Platform;
};

/** How long a consent platform that is still loading is waited for. */
const waitMs = 1_000;

/**
 * The strings of the page's consent platforms, as they stand when they answer first. A platform that fails, does not
 * answer in time, or is not ready has no consent: the string is empty.
 */
export async function consentStrings(): Promise<ConsentFields> {
  const page: Page = self;
  const read = (platform: Platform | undefined, ...command: (string | number)[]) =>
    platform &&
    new Promise<string | undefined>((resolve) => {
      setTimeout(resolve, waitMs, "");
      platform(...command, (data: PlatformData | null) => {
        const isReady = data?.signalStatus !== "not ready";
        resolve(
          data?.gdprApplies === false ? undefined : (isReady && (data?.tcString || data?.gppString)) || "",
        );
        // The promise is settled, so its function takes the answer of the platform.
        if (data?.listenerId !== undefined) platform("removeEventListener", 2, resolve, data.listenerId);
      });
    }).catch(() => "");
  return { tcf: await read(page.__tcfapi, "addEventListener", 2), gpp: await read(page.__gpp, "ping") };
}
