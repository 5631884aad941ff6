import type { InstallationStore, PlannedMigration } from "../../core/storage/installation-store.ts";
import { planFile, sqliteFileIn } from "./open-local-store.ts";
import { openStore } from "./open-store.ts";
import type { StoreLocation } from "./store-settings.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

export interface MigrateOptions {
  /** Only show the pending migrations. */
  readonly plan: boolean;
  readonly json: boolean;
}

/** Brings the schema of the database up to date, or shows the pending migrations. */
export async function migrateSchema(
  place: StoreLocation,
  terminal: Terminal,
  options: MigrateOptions,
): Promise<ExitCode> {
  if (options.plan && place.kind === "pglite") {
    if (options.json) terminal.data("[]");
    terminal.talk("The embedded directory migrates itself when it is opened, so there is no plan.");
    return 0;
  }
  const file = sqliteFileOf(place);
  // A file migrates itself when it is opened, so a plan reads it without opening the store.
  if (options.plan && file !== undefined) {
    return report(terminal, options, pendingOf(await planFile(file)), file);
  }
  const { store, location } = await openStore(place);
  try {
    const steps = options.plan ? pendingOf(await store.planMigrations()) : await store.migrate();
    return report(terminal, options, steps, location);
  } finally {
    await store.close();
  }
}

/** Brings the schema up to date before a start. Where this user may not, `ready` names `handbill migrate`. */
export async function makeReady(
  store: Pick<InstallationStore, "planMigrations" | "migrate" | "ready">,
): Promise<void> {
  const pending = pendingOf(await store.planMigrations());
  if (pending.length > 0) await store.migrate().catch(() => undefined);
  await store.ready();
}

function sqliteFileOf({ kind, directory, file }: StoreLocation): string | undefined {
  if (kind === "sqlite") return file;
  return kind === "embedded" ? sqliteFileIn(directory) : undefined;
}

function pendingOf(steps: readonly PlannedMigration[]): readonly PlannedMigration[] {
  return steps.filter(({ applied }) => !applied);
}

function report(
  terminal: Terminal,
  { plan, json }: MigrateOptions,
  steps: readonly PlannedMigration[],
  location: string,
): ExitCode {
  if (json) terminal.data(JSON.stringify(steps));
  else if (steps.length > 0) terminal.data(list(steps));
  const what = plan ? "to apply" : "applied";
  terminal.talk(steps.length === 0 ? `${location} is up to date.` : `${steps.length} ${what}: ${location}`);
  return 0;
}

function list(steps: readonly PlannedMigration[]): string {
  return steps.map(({ number, name }) => `${String(number).padStart(4, "0")} ${name}`).join("\n");
}
