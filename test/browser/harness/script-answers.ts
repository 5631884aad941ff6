import type { Page } from "playwright-core";

/** The behaviour in front of the real server for one request: an answer of its own, a broken line, or none. */
export type Answer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | "network failure"
  | "pass on";

/** Answers the first requests of an endpoint by a script, and passes on the rest. When each request came, in milliseconds. */
export async function scriptAnswers(
  page: Page,
  endpoint: "ads" | "interact" | "seen",
  answers: readonly Answer[],
): Promise<readonly number[]> {
  const left = [...answers];
  const times: number[] = [];
  await page.route(`**/api/v1/web/${endpoint}`, async (route) => {
    times.push(performance.now());
    const answer = left.shift() ?? "pass on";
    if (answer === "pass on") return route.continue();
    if (answer === "network failure") return route.abort();
    const headers = {
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "Retry-After",
      ...answer.headers,
    };
    return route.fulfill({ status: answer.status, headers, json: { detail: "As the script says." } });
  });
  return times;
}
