import type { ReportReason } from "../../core/contract/report-request.ts";
import { AdError } from "./ad-error.ts";
import type { ServerClient } from "./client.ts";

/**
 * Answers the calls of a card in a page whose ad your server requested with `{ visitor_id }`: presses, views and reports go
 * on with your key, because the caller who requested an ad confirms it (contract.md §5). Route
 * `POST /hb/api/v1/web/…` of your server to it, and give the page's client `baseUrl: "/hb"` and the same visitor id.
 * Never rejects: an error of the ad server is passed on with its status. Limit the size of bodies in your server.
 */
export async function relay(client: ServerClient, request: Request): Promise<Response> {
  const call = new URL(request.url).pathname.split("/").at(-1);
  const fields = Object(await request.json().catch(() => null));
  const text = (name: string): string => {
    const value: unknown = fields[name];
    if (typeof value !== "string") throw new AdError(`${name}: Send a string.`, 400, "invalid_request");
    return value;
  };
  try {
    const user = { visitor_id: text("visitor_id") };
    const ad = { delivery_id: text("delivery_id") };
    switch (call) {
      case "seen":
        await client.confirmView(user, { ...ad, view: text("view") });
        return Response.json({ ok: true });
      case "interact":
        return Response.json({ ok: true, ad: await client.interact(user, ad, text("action")) });
      case "report":
        // The ad server checks the reason.
        await client.report(user, ad, text("reason") as ReportReason);
        return Response.json({ ok: true });
      default:
        throw new AdError("Only seen, interact and report are relayed.", 404, "not_found");
    }
  } catch (error) {
    if (!(error instanceof AdError)) throw error;
    const { message, code, status, retryAfterMs } = error;
    return Response.json(
      { code, detail: message },
      {
        status: status >= 400 ? status : 503,
        headers: retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1_000)) },
      },
    );
  }
}
