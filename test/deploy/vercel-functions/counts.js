// Reads the statistics as another function of the project does: with a handbill and a store of its own.
import { openPostgres } from "handbill/adapters/postgres";
import { environment } from "handbill/vercel";

const metrics = ["request", "issued", "seen", "press", "click"];

async function read() {
  const store = await openPostgres(environment("DATABASE_URL"), { maxConnections: 1 });
  const from = Date.now() - 7_200_000;
  const totals = await store.readCounts({ from, to: Date.now(), metrics, by: ["metric"], limit: 100 });
  await store.close();
  return Response.json(Object.fromEntries(totals.map(({ metric, n }) => [metric, n])));
}

export default { fetch: read };
