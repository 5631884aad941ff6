import { chownSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantsFor, openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import type { Delivery } from "../../core/storage/delivery.ts";
import { auditEntry } from "../conformance/fixtures.ts";
import { startInstance } from "../faults/processes/instance.ts";
import { serverUser } from "../setup/postgres-binaries.ts";
import { ample, scarce } from "./busy-shop.ts";
import { openShopFor, type Production, recipes, startProduction } from "./production.ts";
import { runProgram } from "./program.ts";
import { isKept, type SentEvent, sendAgain, startShopLoad } from "./shop-load.ts";

const user = serverUser();
let production: Production;
let folder = "";
let apiKey = "";

// Debian's client tools are of version 15, and dump no server that is newer.
beforeAll(async () => {
  production = await startProduction(15);
  const owner = await openPostgres(production.urlFor("owner"));
  await owner.migrate();
  await owner.close();
  await production.psql(grantsFor("handbill_app"), production.urlFor("owner"));
  apiKey = await openShopFor(production);
  folder = await mkdtemp(join(tmpdir(), "handbill-backup-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
});
afterAll(async () => {
  await production?.server.stop();
  await rm(folder, { recursive: true, force: true });
});

const all = { limit: 100 };

async function addPublisher(store: PostgresStore, id: string): Promise<void> {
  const { outcome } = await store.applyCatalog({
    expectedVersion: (await store.readCatalog()).version,
    removals: [],
    upserts: { publishers: [{ id, name: id }], platforms: [], campaigns: [], creatives: [], topics: [] },
    audit: [auditEntry(id)],
  });
  expect(outcome).toBe("applied");
}

async function deliveriesOf(
  store: PostgresStore,
  events: readonly SentEvent[],
): Promise<readonly (Delivery | undefined)[]> {
  const found: (Delivery | undefined)[] = [];
  for (let from = 0; from < events.length; from += 512) {
    const ids = events.slice(from, from + 512).map(({ deliveryId }) => deliveryId);
    found.push(...(await store.findDeliveries(ids)));
  }
  return found;
}

function charged(deliveries: readonly (Delivery | undefined)[]): number {
  return deliveries.filter((one) => one?.chargedAt !== undefined).length;
}

async function ledgerOf(store: PostgresStore) {
  const { campaigns, advertiserMicros, publisherMicros, operatorMicros } = await store.auditLedger();
  expect(advertiserMicros).toBe(publisherMicros + operatorMicros);
  for (const one of campaigns) {
    expect(one.usedMicros).toBe(one.chargedMicros);
    expect(one.heldMicros).toBe(one.openMicros);
    expect(one.daysOutOfBalance).toEqual([]);
  }
  const charges = (id: string) => campaigns.find(({ campaignId }) => campaignId === id)?.charges ?? 0;
  return { charges: charges(ample.id) + charges(scarce.id), advertiserMicros };
}

test("a backup of a serving installation is restored into an empty database, balances, and goes on", async () => {
  const original = await openPostgres(production.urlFor("app"));
  await addPublisher(original, "first");
  const live = await startInstance(production.urlFor("app"));
  const load = startShopLoad(live.url, apiKey, 12);
  await load.reached(300);
  const before = [...load.confirmed];
  const env = { BACKUP_URL: production.urlFor("backup") };
  const said = await runProgram("sh", [join(recipes, "postgres/backup.sh"), folder], {
    cwd: folder,
    env,
    ...user,
  });
  await load.reached(load.confirmed.length + 100);
  await load.stop();
  await live.kill9();
  const [file = "", ...more] = await readdir(folder);
  expect([said.trim(), more]).toEqual([join(folder, file), []]);

  await production.psql("create database restored owner handbill_owner");
  const ownerUrl = production.urlFor("owner", "restored");
  await runProgram("sh", [join(recipes, "postgres/restore.sh"), join(folder, file)], {
    cwd: folder,
    env: { OWNER_URL: ownerUrl },
    ...user,
  });

  // Nothing to migrate; the role of the servers has its rights; what was confirmed before the backup is there.
  const owner = await openPostgres(ownerUrl);
  expect(await owner.migrate()).toEqual([]);
  await owner.close();
  const restored = await openPostgres(production.urlFor("app", "restored"));
  const kept = await deliveriesOf(restored, before);
  expect(before.filter((event, n) => !isKept(event, kept[n]))).toEqual([]);
  const [was, is] = [await ledgerOf(original), await ledgerOf(restored)];
  expect(is.charges).toBeGreaterThanOrEqual(charged(kept));
  expect(is.charges).toBeLessThan(was.charges);
  expect(await restored.listApiKeys()).toEqual(await original.listApiKeys());
  const [versionBefore, auditBefore] = await Promise.all([restored.readCatalog(), restored.readAudit(all)]);
  expect(versionBefore).toEqual(await original.readCatalog());

  // The copy works: earlier links still lead somewhere, new ads are issued and charged, ids and versions go up.
  const again = await startInstance(production.urlFor("app", "restored"));
  expect(await sendAgain(again.url, before)).toEqual([]);
  expect((await ledgerOf(restored)).charges).toBe(is.charges);
  const next = startShopLoad(again.url, apiKey, 6);
  await next.reached(100);
  await next.stop();
  await again.stop();
  expect(next.unanswered).toEqual([]);
  const added = await deliveriesOf(restored, next.confirmed);
  expect(next.confirmed.filter((event, n) => !isKept(event, added[n]))).toEqual([]);
  expect((await ledgerOf(restored)).charges).toBe(is.charges + charged(added));
  await addPublisher(restored, "second");
  expect((await restored.readCatalog()).version).not.toBe(versionBefore.version);
  const [newest, ...older] = await restored.readAudit(all);
  expect(older).toEqual(auditBefore);
  expect(newest?.id).toBeGreaterThan(auditBefore[0]?.id ?? expect.fail("Nothing was noted."));
  await restored.close();
  await original.close();
  // A charge cannot be changed in the copy either, not even by its owner.
  const change = production.psql("delete from handbill.charges", ownerUrl);
  await expect(change).rejects.toThrow("only added");
});
