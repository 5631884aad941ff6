import { openSqlite } from "../../../../../adapters/sqlite/mod.ts";

// At the top of a module, which Next loads while it builds. The first operation opens the file.
const store = openSqlite({ file: process.env.HANDBILL_DATABASE ?? "handbill.db" });

/** Whether the store can be opened. */
export async function GET() {
  await store.ready();
  return Response.json({ ready: true });
}

export const dynamic = "force-dynamic";
