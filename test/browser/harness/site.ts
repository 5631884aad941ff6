import { createServer, type ServerResponse } from "node:http";
import { bundle } from "./bundle.ts";

export interface SitePage {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A publisher's site, on another origin than the ad server. */
export interface Site {
  /** `http://127.0.0.1:port`; the same pages are at {@link Site.otherOrigin}. */
  readonly origin: string;
  readonly otherOrigin: string;
  /** Serves a page; returns its path. */
  readonly add: (name: string, page: SitePage) => string;
  /** The requests: path and query. */
  readonly visits: readonly string[];
  readonly close: () => Promise<void>;
}

/** The script that test pages load is lab.ts with the SDK in it; `scripts` are more of the kind. */
export async function openSite(scripts: Readonly<Record<string, string>> = {}): Promise<Site> {
  const files = new Map<string, SitePage>();
  const sources = { lab: 'import "./test/browser/harness/lab.ts";', ...scripts };
  // package.json says that no file has side effects; those of a test page are what it is for.
  for (const [name, source] of Object.entries(sources)) {
    const { code } = await bundle(source, { format: "esm", ignoreAnnotations: true });
    files.set(`/${name}.js`, { html: code, headers: { "content-type": "text/javascript" } });
  }
  const visits: string[] = [];
  const server = createServer((request, response) => {
    const target = request.url ?? "/";
    visits.push(target);
    const path = target.replace(/\?.*/, "");
    const picture = /^\/picture\/(\d+)x(\d+)\.svg$/.exec(path);
    if (picture) return answer(response, { html: svg(picture[1], picture[2]), headers: svgType });
    if (path.startsWith("/landing")) return answer(response, { html: "<title>Landing</title>Welcome" });
    answer(response, files.get(path));
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    add: (name, page) => {
      files.set(`/${name}`, page);
      return `/${name}`;
    },
    visits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const svgType = { "content-type": "image/svg+xml" };

function svg(width = "", height = ""): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice">
<rect width="640" height="360" fill="#cfe8f5"/><rect y="240" width="640" height="120" fill="#3f86a8"/>
<path d="M220 230h200l-40 50H260z" fill="#8c3b2e"/><path d="M320 80v140M330 90l80 120h-80z" fill="#fff" stroke="#6b4f3a"/></svg>`;
}

function answer(response: ServerResponse, page: SitePage | undefined): void {
  if (page === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...page.headers }).end(page.html);
}
