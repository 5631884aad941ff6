import { readFileSync } from "node:fs";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { createInstallation } from "../../core/management/mod.ts";
import { environment, serve } from "../../runtimes/node/mod.ts";
import { createServerClient } from "../../runtimes/server-client/mod.ts";

const ads = createInstallation({ store: openSqlite({ file: "handbill.db" }), env: environment });
await ads.catalog.apply(JSON.parse(readFileSync("node_modules/handbill/test/examples/catalog.json", "utf8")));
const { url: baseUrl } = await serve(ads, { port: 8787, migrate: true, signals: true });
const client = createServerClient({ baseUrl, platformId: "pf_acme", apiKey: (await ads.keys.create()).key });
const ad = await client.requestAd({ stable_user_id: "user-17" }, { context: { question: "Running shoes?" } });
if (ad !== null) await client.confirmView({ stable_user_id: "user-17" }, ad);
console.log(ad?.disclosure, (await ads.reports.read()).total);
