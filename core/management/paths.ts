import { pathsBelow } from "../pipeline/paths.ts";

/** Where the API begins, below the prefix. */
export const managedBase = "/api/v1/manage";

/** Where the API describes itself. */
export const describedAt: string = `${managedBase}/openapi.json`;

const isAdPath = /^\/api\/v1\/(?!manage\/)/;
const consolePath = /^\/console(?:\/(.*))?$/s;

/** What a path of the management side leads to. `isClaimed`: `handles` says so to a host; else the path is only answered. */
export type ManagedPage = { readonly isClaimed: boolean } & (
  | { readonly kind: "description" }
  /** `path`: below {@link managedBase}. */
  | { readonly kind: "endpoint"; readonly path: string }
  /** `path`: below `/console/`; absent for `/console` itself. */
  | { readonly kind: "console"; readonly path: string | undefined }
);

export interface FindPageOptions {
  /** The path of the base URL, without a slash at its end. */
  readonly prefix: () => string;
  readonly hasConsole: boolean;
  readonly openApiAtRoot: boolean;
}

/**
 * Finds what a request's target leads to: exactly one of our paths, or one below the path of the base URL. `undefined`: the path
 * belongs to the host.
 */
export function createFindPage({
  prefix,
  hasConsole,
  openApiAtRoot,
}: FindPageOptions): (target: string) => ManagedPage | undefined {
  const find = (path: string): ManagedPage | undefined => {
    if (path === describedAt) return { kind: "description", isClaimed: true };
    if (path.startsWith(`${managedBase}/`)) {
      return { kind: "endpoint", path: path.slice(managedBase.length), isClaimed: true };
    }
    // A host that asks us for exactly this path gets it, but may as well have such a page of its own.
    if (path === "/openapi.json") return { kind: "description", isClaimed: openApiAtRoot };
    const page = hasConsole ? consolePath.exec(path) : null;
    return page === null ? undefined : { kind: "console", path: page[1], isClaimed: true };
  };
  return (target) => {
    const paths = pathsBelow(target, prefix());
    // Below a prefix such as /console lie the ad endpoints too.
    if (paths.length > 1 && isAdPath.test(paths[0] ?? "")) return undefined;
    for (const path of paths) {
      const page = find(path);
      if (page !== undefined) return page;
    }
    return undefined;
  };
}
