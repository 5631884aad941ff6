import { storedCurrency } from "../../../core/management/currency.ts";
import type { PlannedMigration } from "../../../core/storage/installation-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { systemClock } from "../../../core/timing/clock.ts";
import { environment } from "../../node/environment.ts";
import { count } from "../change-lines.ts";
import { createAdvice, dataOf, isMissing } from "../missing-store.ts";
import { planFile } from "../open-local-store.ts";
import { openLimiter, openStore } from "../open-store.ts";
import type { OpenedStore } from "../opened-store.ts";
import type { StoreLocation } from "../store-settings.ts";
import { type Finding, fail, listed, ok, warn } from "./finding.ts";

const maxSkewMs = 5_000;

/**
 * Opens the store. A finding in its place: it cannot be opened, holds no data yet, or is a file of an older version, which opening
 * would change.
 */
export async function openToCheck(location: StoreLocation): Promise<OpenedStore | Finding> {
  try {
    const data = dataOf(location);
    if (isMissing(location)) return warn("store", `${data} does not exist yet.`, createAdvice);
    if (data !== undefined && location.kind !== "pglite") {
      const pending = (await planFile(data)).filter(({ applied }) => !applied);
      if (pending.length > 0) return missingSteps(pending);
    }
    const opened = await openStore(location);
    // The first operation opens a file. `checkStore` reports the faults of a server.
    if (data !== undefined) await readyOrClosed(opened.store);
    return opened;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (["DirectoryInUse", "FileInUse"].includes(error.name)) {
      const fix = "Stop the server to check its store, or look at /readyz of the running server.";
      return warn("store", "Another process has the store, so it was not checked.", fix);
    }
    const fix = "Correct its address (HANDBILL_STORE, DATABASE_URL, HANDBILL_DATA), or start the database.";
    return failed(error, fix);
  }
}

/** The message about a database that answers and is unsuitable has its own advice. */
function failed(error: Error, fix: string): Finding {
  const isUnsuitable = "code" in error && error.code === "UNSUITABLE_DATABASE";
  return fail("store", error.message, isUnsuitable ? undefined : fix);
}

async function readyOrClosed(store: Store): Promise<void> {
  try {
    await store.ready();
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Whether the store answers and has its schema. */
export async function checkStore({ store, location }: OpenedStore): Promise<readonly Finding[]> {
  try {
    const steps = await store.planMigrations();
    const pending = steps.filter(({ applied }) => !applied);
    if (pending.length > 0) return [missingSteps(pending)];
    await store.ready();
    const schema =
      steps.length === 0 ? [] : [ok("schema", `The schema is complete: ${count(steps.length, "step")}.`)];
    return [ok("store", `${location} answers.`), ...schema, ...(await checkRisks(store))];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [failed(error, "Start the database, or correct its address and its rights.")];
  }
}

async function checkRisks(store: Store): Promise<readonly Finding[]> {
  if (store.findRisks === undefined) return [];
  const risks = await store.findRisks();
  const fine = "No standby follows, or commits wait for one.";
  return listed(
    "replication",
    risks.map(({ message, fix }) => warn("replication", message, fix)),
    fine,
  );
}

function missingSteps(pending: readonly PlannedMigration[]): Finding {
  const names = pending.map(({ name }) => name).join(", ");
  const are = pending.length === 1 ? "is" : "are";
  return fail(
    "schema",
    `${count(pending.length, "step")} ${are} missing: ${names}.`,
    "Run `handbill migrate`.",
  );
}

/** Whether the configured currency is the stored one. */
export async function checkCurrency(store: Pick<Store, "firstValue">): Promise<readonly Finding[]> {
  const configured = environment("HANDBILL_CURRENCY")?.trim() || undefined;
  const read = await storedCurrency(store, configured, false);
  return read.ok ? [] : [fail("currency", "The configured currency is not the stored one.", read.fault)];
}

/** Compares the clock of the store with the clock of this machine. */
export async function checkClock(store: Pick<Store, "catalogChanges">): Promise<Finding> {
  const before = systemClock();
  const { at } = await store.catalogChanges();
  const after = systemClock();
  // The store read its clock between the two.
  const skewMs = Math.max(0, before - at, at - after);
  const seconds = (skewMs / 1_000).toFixed(1);
  if (skewMs <= maxSkewMs) return ok("clock", "The clocks of this machine and of the store agree.");
  return fail(
    "clock",
    `The clocks of this machine and of the store differ by ${seconds} s.`,
    "Synchronise both with a time server, for example by `timedatectl set-ntp true`.",
  );
}

/** Whether the rate limiter answers. */
export async function checkLimiter(setting: string | undefined, location: StoreLocation): Promise<Finding> {
  try {
    const limiter = await openLimiter(setting, location);
    if (limiter === undefined) return ok("limiter", "Each instance counts for itself, in memory.");
    try {
      await limiter.take([{ key: "doctor", limit: 1, windowMs: 1, cost: 0 }]);
    } finally {
      await limiter.close();
    }
    return ok("limiter", `The limiter ${setting} answers.`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const fix =
      "Start its database, or set HANDBILL_RATE_LIMITER=memory. Until then requests pass without limits.";
    return fail("limiter", error.message, fix);
  }
}
