// After the first `handbill migrate`, once: node grants.mjs handbill_app | psql "$OWNER_URL". Later migrations are covered.
import process from "node:process";
import { grantsFor } from "handbill/adapters/postgres";

process.stdout.write(grantsFor(process.argv[2] ?? "handbill_app"));
