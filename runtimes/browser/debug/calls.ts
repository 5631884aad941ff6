/** A request for one ad, as the page sent it, and its answer. */
export interface AdCall {
  /** The fields of the request (contract.md §2.1). */
  readonly request: Readonly<Record<string, unknown>>;
  /** The HTTP status; 0: no answer. */
  readonly status: number;
  /** The JSON of the answer, or the text of the failure. */
  readonly answer: unknown;
  /** The delivery of the ad. `undefined`: no ad. */
  readonly deliveryId: string | undefined;
}

/**
 * Records the ad requests that the page sends to `baseUrl` from now on. The page gets each answer unchanged, after it was recorded.
 * The returned function ends the recording.
 */
export function recordCalls(baseUrl: string, record: (call: AdCall) => void): () => void {
  const original = window.fetch;
  const recording: typeof fetch = async (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input, document.baseURI);
    const path = href.startsWith(baseUrl) ? href.slice(baseUrl.length) : "";
    if (path !== "api/v1/web/ads" && path !== "api/v1/web/ads/batch") return original(input, init);
    const body = typeof init?.body === "string" ? init.body : "{}";
    try {
      const response = await original(input, init);
      const text = await response.clone().text();
      for (const call of callsIn(parse(body), response.status, parse(text))) record(call);
      return response;
    } catch (error) {
      for (const call of callsIn(parse(body), 0, String(error))) record(call);
      throw error;
    }
  };
  window.fetch = recording;
  return () => {
    if (window.fetch === recording) window.fetch = original;
  };
}

/** One for each slot of a batch. */
function callsIn(body: unknown, status: number, answer: unknown): readonly AdCall[] {
  const { slots, ...shared } = recordOf(body);
  if (!Array.isArray(slots)) return [{ request: shared, status, answer, deliveryId: deliveryOf(answer) }];
  const { ads } = recordOf(answer);
  return slots.map((slot, index) => {
    const own: unknown = Array.isArray(ads) ? ads[index] : answer;
    return { request: { ...shared, ...recordOf(slot) }, status, answer: own, deliveryId: deliveryOf(own) };
  });
}

function deliveryOf(answer: unknown): string | undefined {
  const fields = recordOf(answer);
  const { delivery_id: id } = recordOf("ad" in fields ? fields["ad"] : fields);
  return typeof id === "string" ? id : undefined;
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
