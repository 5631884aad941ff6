import { pathsBelow } from "../pipeline/paths.ts";

/** The path of the API, below the prefix. */
export const managedBase = "/api/v1/manage";

/** The path of the metrics of an instance. */
export const metricsAt: string = `${managedBase}/metrics`;

/** The path of the API's description. */
export const describedAt: string = `${managedBase}/openapi.json`;

const isAdPath = /^\/api\/v1\/(?!manage\/)/;
const consolePath = /^\/console(?:\/(.*))?$/s;

/**
 * The target of a management path. `isClaimed`: `handles` reports it to a host. Other paths are only answered when the
 * host passes them on.
 */
export type ManagedPage = { readonly isClaimed: boolean } & (
  | { readonly kind: "description" | "metrics" }
  /** `path`: below {@link managedBase}. */
  | { readonly kind: "endpoint"; readonly path: string }
  /** `path`: below `/console/`; `undefined` for `/console` itself. */
  | { readonly kind: "console"; readonly path: string | undefined }
);

export interface FindPageOptions {
  /** The path of the base URL without a trailing slash. */
  readonly prefix: () => string;
  /** Whether there is a console. */
  readonly hasConsole: boolean;
  /** Whether `/openapi.json` belongs to Handbill. */
  readonly openApiAtRoot: boolean;
}

/**
 * Finds the page of a request's target: one of our paths, with or without the path of the base URL. `undefined`: the
 * path belongs to the host.
 */
export function createFindPage({
  prefix,
  hasConsole,
  openApiAtRoot,
}: FindPageOptions): (target: string) => ManagedPage | undefined {
  const find = (path: string): ManagedPage | undefined => {
    if (path === describedAt) return { kind: "description", isClaimed: true };
    if (path === metricsAt) return { kind: "metrics", isClaimed: true };
    if (path.startsWith(`${managedBase}/`)) {
      return { kind: "endpoint", path: path.slice(managedBase.length), isClaimed: true };
    }
    // A host that passes on exactly this path gets it, but may have such a page itself.
    if (path === "/openapi.json") return { kind: "description", isClaimed: openApiAtRoot };
    const page = hasConsole ? consolePath.exec(path) : null;
    return page === null ? undefined : { kind: "console", path: page[1], isClaimed: true };
  };
  return (target) => {
    const paths = pathsBelow(target, prefix());
    // A prefix such as /console also contains the ad endpoints.
    if (paths.length > 1 && isAdPath.test(paths[0] ?? "")) return undefined;
    for (const path of paths) {
      const page = find(path);
      if (page !== undefined) return page;
    }
    return undefined;
  };
}
