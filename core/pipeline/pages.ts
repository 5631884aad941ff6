import type { HttpResponse } from "../contract/http.ts";

/** The built-in pages that answers link to. Nothing in them comes from a request or the catalogue. */

export const disclosurePage: HttpResponse = page(
  "About this advertising",
  "What you saw is an advertisement: an advertiser paid for it, and the publisher who showed it is paid for it.",
);

export const testAdPage: HttpResponse = page(
  "This was a test ad",
  "The link works. Test ads are never billed, and this visit was not counted.",
);

/** The picture in test ads. */
export const testImage: HttpResponse = {
  status: 200,
  headers: {
    "content-type": "image/svg+xml",
    "cache-control": "public, max-age=86400",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'",
  },
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" role="img" aria-label="Test ad"><defs><pattern id="s" width="40" height="40" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="40" height="40" fill="#e8eef7"/><rect width="20" height="40" fill="#d7e2f1"/></pattern></defs><rect width="640" height="360" fill="url(#s)"/><text x="320" y="196" font-family="system-ui,sans-serif" font-size="48" font-weight="600" text-anchor="middle" fill="#31527c">Test ad</text></svg>`,
};

function page(title: string, paragraph: string): HttpResponse {
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'",
      "x-robots-tag": "noindex",
    },
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${paragraph}</p></html>`,
  };
}
