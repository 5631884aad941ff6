import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import { isRecord } from "../../core/catalog/record.ts";
import { catalogEntries, commandLine, keyCreation } from "../../core/management/audit-entries.ts";
import { planCatalog } from "../../core/planning/plan.ts";
import type { KeyMode } from "../../core/signing/api-key.ts";
import { createApiKey } from "../../core/signing/api-key.ts";
import { sha256 } from "../../core/signing/hash.ts";
import type { Random } from "../../core/signing/random.ts";
import type { ManagementStore } from "../../core/storage/management-store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { demoCatalog, demoPlatformId, demoPublisherId, movedTo } from "../demo/catalog.ts";
import type { Demo } from "../demo/demo.ts";
import { isEmptyCatalog } from "./apply.ts";
import { DirectoryUnusable } from "./open-local-store.ts";
import { newSecret } from "./secret.ts";

export interface DemoOptions {
  readonly store: ManagementStore;
  /** The embedded data directory. This process has opened and locked it. */
  readonly directory: string;
  readonly baseUrl: string;
  readonly clock: Clock;
}

/** The state kept between starts. Only the owner may read it, because keys derive from it. */
interface DemoFile {
  readonly secret: string;
  /** The address of the demo at the last start. */
  readonly baseUrl: string;
}

const fileName = "handbill-demo.json";

/**
 * Installs the demo in an empty directory, finds it at later starts, and adapts it to a new address. `undefined`: the
 * directory holds a catalogue of its owner.
 */
export async function prepareDemo(place: DemoOptions): Promise<Demo | undefined> {
  const { store, baseUrl } = place;
  const found = await readDemoFile(place.directory);
  const { version, catalog } = await store.readCatalog();
  const isEmpty = isEmptyCatalog(catalog);
  if (found === undefined && !isEmpty) return undefined;

  const file: DemoFile = { secret: found?.secret ?? newSecret(), baseUrl };
  const next = isEmpty ? demoCatalog({ baseUrl }) : movedTo(catalog, found?.baseUrl ?? baseUrl, baseUrl);
  // Writes the file first: without its secret the demo could not show its keys again.
  if (found === undefined) await writeDemoFile(place.directory, file);
  const { changes, upserts, removals } = planCatalog(catalog, next, { prune: false });
  if (changes.length > 0) {
    const audit = catalogEntries(changes, { before: catalog, after: next }, commandLine);
    const { outcome } = await store.applyCatalog({ expectedVersion: version, upserts, removals, audit });
    if (outcome !== "applied")
      throw new Error(`The demo catalogue was not stored (${outcome}): start again.`);
  }
  if (found !== undefined && found.baseUrl !== baseUrl) await writeDemoFile(place.directory, file);

  const platform = next.platforms.find(({ id }) => id === demoPlatformId);
  if (platform === undefined || platform.publisherId !== demoPublisherId) return { secret: file.secret };
  return {
    secret: file.secret,
    platform: {
      id: platform.id,
      allowedOrigins: platform.allowedOrigins,
      liveKey: await ensureKey(place, file.secret, "live"),
      testKey: await ensureKey(place, file.secret, "test"),
    },
  };
}

/** Derives a key from the secret and stores it if necessary. `undefined`: it is revoked. */
async function ensureKey(
  { store, clock }: DemoOptions,
  secret: string,
  mode: KeyMode,
): Promise<string | undefined> {
  const { key, id, hash } = createApiKey(mode, bytesFrom(`${secret}:${mode}`));
  const record: ApiKeyRecord = {
    id,
    publisherId: demoPublisherId,
    mode,
    label: `Demo ${mode} key`,
    hash,
    createdAt: clock(),
  };
  if ((await store.addApiKey(record, keyCreation(record, commandLine))) === "added") return key;
  const stored = (await store.listApiKeys(demoPublisherId)).find((candidate) => candidate.id === id);
  return stored?.hash === hash && stored.revokedAt === undefined ? key : undefined;
}

/** A deterministic stream of bytes from a seed. */
function bytesFrom(seed: string): Random {
  let block = 0;
  return (length) => {
    const bytes = new Uint8Array(length);
    for (let offset = 0; offset < length; offset += 32) {
      const digest = sha256(new TextEncoder().encode(`handbill/demo-key/${block++}/${seed}`));
      bytes.set(digest.subarray(0, Math.min(32, length - offset)), offset);
    }
    return bytes;
  };
}

async function readDemoFile(directory: string): Promise<DemoFile | undefined> {
  let text: string;
  try {
    text = await readFile(join(directory, fileName), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const value = parsed(text);
  if (isRecord(value) && typeof value["secret"] === "string" && typeof value["baseUrl"] === "string") {
    return { secret: value["secret"], baseUrl: value["baseUrl"] };
  }
  throw new DirectoryUnusable(
    `${join(directory, fileName)} is damaged and the demo's secret is lost: restore the file, or start a new demo in another directory (HANDBILL_DATA).`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Renames the complete file into place, so that no reader sees a partial one. */
async function writeDemoFile(directory: string, file: DemoFile): Promise<void> {
  const path = join(directory, fileName);
  await writeFile(`${path}.new`, `${JSON.stringify(file)}\n`, { mode: 0o600 });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
}
