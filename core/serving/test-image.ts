import type { HttpResponse } from "../pipeline/http.ts";

/** The picture in test ads, `/api/v1/pages/test-ad.svg`. */
export const testImage: HttpResponse = {
  status: 200,
  headers: {
    "content-type": "image/svg+xml",
    "cache-control": "public, max-age=86400",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  },
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" role="img" aria-label="Test ad"><defs><pattern id="s" width="40" height="40" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="40" height="40" fill="#e8eef7"/><rect width="20" height="40" fill="#d7e2f1"/></pattern></defs><rect width="640" height="360" fill="url(#s)"/><text x="320" y="196" font-family="system-ui,sans-serif" font-size="48" font-weight="600" text-anchor="middle" fill="#31527c">Test ad</text></svg>`,
};
