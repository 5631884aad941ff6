import { Ads } from "./ads.jsx";

// ADS_URL is read when a page is requested, not while Next builds.
export const dynamic = "force-dynamic";

/** The provider is around the whole app, so that all pages share its client. */
export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <Ads baseUrl={process.env.ADS_URL} platformId={process.env.ADS_PLATFORM}>
          {children}
        </Ads>
      </body>
    </html>
  );
}
