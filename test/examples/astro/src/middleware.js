import { handbill } from "../../shared.ts";

/** Before the pages, so the body has not been read yet. */
export function onRequest({ request, clientAddress }, next) {
  if (!handbill.handles(request.url)) return next();
  return handbill.fetch(request, { clientAddress });
}
