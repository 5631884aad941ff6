import { AdError } from "./ad-error.ts";

export interface PostOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Sends one POST with the API key and without Origin (contract.md §5). Rejects with {@link AdError}, also after a
 * timeout.
 */
export async function postJson(path: string, body: object, options: PostOptions): Promise<unknown> {
  const { baseUrl, apiKey, timeoutMs } = options;
  let response: Response;
  let text: string;
  try {
    response = await options.fetch(`${baseUrl.replace(/\/+$/, "")}/api/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    const message = error instanceof Error ? error.message : "No answer.";
    // Node.js 24 says only "fetch failed"; the cause has the reason.
    throw new AdError(message, 0, "", undefined, { cause: error });
  }
  const json = parse(text);
  if (response.status === 200 && json !== undefined) return json;
  const { detail, code } = Object(json);
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  throw new AdError(
    typeof detail === "string" ? detail : `The ad server answered ${response.status}.`,
    response.status === 200 ? 0 : response.status,
    typeof code === "string" ? code : "",
    // Ignores dates and negative values: then the caller chooses the pause.
    Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
