import { handbill } from "../../shared.ts";

/** Before the routes, so the body has not been read yet. */
export function handle({ event, resolve }) {
  if (!handbill.handles(event.url.pathname)) return resolve(event);
  return handbill.fetch(event.request, { clientAddress: event.getClientAddress() });
}
