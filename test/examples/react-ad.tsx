import { type ReactElement, useEffect, useRef } from "react";
import { type AdFields, type Client, mountAd } from "../../runtimes/browser/mod.ts";

/** One ad of a client of yours. Another question asks for another ad; the same one does not. */
export function Ad({
  client,
  question,
}: {
  readonly client: Client;
  readonly question?: string;
}): ReactElement {
  const slot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (slot.current === null) return;
    const card = mountAd(slot.current, { client });
    const fields: AdFields = question === undefined ? {} : { context: { question } };
    // StrictMode runs an effect twice at once: only what is still wanted a moment later asks for an ad.
    const asked = setTimeout(async () => card.setAd(await client.requestAd(fields).catch(() => null)));
    return () => {
      clearTimeout(asked);
      card.destroy();
    };
  }, [client, question]);
  // Your style sheet keeps its place: .ad { --handbill-min-height: 160px } .ad:empty { min-height: 160px }
  return <div ref={slot} className="ad" />;
}
