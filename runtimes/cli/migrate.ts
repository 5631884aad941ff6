import { openStore, type PlannedMigration, type StorePlace } from "./open-store.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

export interface MigrateOptions {
  /** Only show what would be applied. */
  readonly plan: boolean;
  readonly json: boolean;
}

/** Brings the schema of the database up to date, or shows what that takes. */
export async function migrateSchema(
  place: StorePlace,
  terminal: Terminal,
  options: MigrateOptions,
): Promise<ExitCode> {
  if (options.plan && place.kind === "embedded") {
    if (options.json) terminal.data("[]");
    terminal.talk(
      "The embedded directory brings itself up to date whenever it is opened: there is nothing to plan.",
    );
    return 0;
  }
  const { store, location } = await openStore(place);
  try {
    const steps = options.plan
      ? (await store.planMigrations()).filter(({ applied }) => !applied)
      : await store.migrate();
    if (options.json) terminal.data(JSON.stringify(steps));
    else if (steps.length > 0) terminal.data(list(steps));
    const what = options.plan ? "to apply" : "applied";
    terminal.talk(steps.length === 0 ? `${location} is up to date.` : `${steps.length} ${what}: ${location}`);
    return 0;
  } finally {
    await store.close();
  }
}

function list(steps: readonly PlannedMigration[]): string {
  return steps.map(({ number, name }) => `${String(number).padStart(4, "0")} ${name}`).join("\n");
}
