import { expectDeclared } from "./described-management.ts";

/** `fetch` of a management side that runs elsewhere; rejects where the answer is not as declared. */
export async function describedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(url, init);
  const response = await fetch(request.clone());
  expectDeclared({
    method: request.method,
    target: request.url,
    requestHeader: (name) => request.headers.get(name) ?? undefined,
    requestBody: await request.text(),
    status: response.status,
    headers: response.headers,
    body: await response.clone().text(),
  });
  return response;
}
