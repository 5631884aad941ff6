import { readableByPages } from "../../../core/pipeline/cors.ts";
import { pathOf } from "../../../core/pipeline/paths.ts";
import { headersOnly, problemResponse, unavailable } from "../../../core/pipeline/responses.ts";
import { writeResponse } from "../../../core/pipeline/web-standard.ts";
import { toBase64Url } from "../../../core/signing/base64url.ts";
import { systemRandom } from "../../../core/signing/random.ts";

/** An object that serves, seen from a Worker: the stub of a class that has {@link ServingObject.fetch} as a method. */
export interface ServingStub {
  /** Answers one request. */
  fetch(request: Request): Promise<Response>;
}

/**
 * Passes a request to an object that serves. Never rejects: if the object ends before it answers, as it does in a deployment, the answer
 * is 503 with `Retry-After`. Nobody knows then whether the request was carried out. Take the stub anew for each request, because one that
 * has failed stays broken.
 */
export async function forwardRequest(stub: ServingStub, request: Request): Promise<Response> {
  const { method, url } = request;
  try {
    return await stub.fetch(request);
  } catch {
    const answer = problemResponse(unavailable, toBase64Url(systemRandom(16)));
    const readable = pathOf(url).includes("/api/v1/web/") ? readableByPages(answer) : answer;
    return writeResponse(method === "HEAD" ? headersOnly(readable) : readable);
  }
}
