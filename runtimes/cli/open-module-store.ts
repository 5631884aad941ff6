/** A store of the operator's own: a module whose default export opens it. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isOutage } from "../../core/outage.ts";
import { isStore, missingMembers } from "../../core/storage/store-members.ts";
import { environment } from "../node/environment.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import type { OpenedStore } from "./opened-store.ts";

/** Whether `--store` names a module: a path, or the name of a script. */
export function isModulePath(text: string): boolean {
  return /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])|\.[cm]?[jt]s$/.test(text);
}

/**
 * Calls the default export, `open(env)`, of a module, and awaits the store that it returns. `env(name)` is the value of an
 * environment variable or `undefined`. Rejects with {@link InvalidSetting} for a module that returns no store.
 */
export async function openModuleStore(path: string): Promise<OpenedStore> {
  const file = resolve(path);
  if (!existsSync(file)) {
    throw new InvalidSetting(`HANDBILL_STORE (--store) names ${file}, which does not exist.`);
  }
  const open = await defaultExportOf(file);
  if (typeof open !== "function") {
    throw new InvalidSetting(
      `${file} has no default export that is a function: write \`export default function open(env) { … }\`, which returns a store.`,
    );
  }
  const store: unknown = await open(environment);
  if (isStore(store)) return { store, location: file };
  throw new InvalidSetting(
    `open() of ${file} returned no store. Missing: ${missingMembers(store).join(", ")}. See the type Store of handbill/adapter.`,
  );
}

async function defaultExportOf(file: string): Promise<unknown> {
  try {
    const module: unknown = await import(pathToFileURL(file).href);
    return typeof module === "object" && module !== null && "default" in module ? module.default : undefined;
  } catch (error) {
    if (isOutage(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidSetting(`${file} cannot be loaded: ${reason}. Correct the module.`, { cause: error });
  }
}
