/** One of several processes on one file: orders, confirms what it got, and says how much that was. */
import process from "node:process";
import { createDeliveryId } from "../../../core/signing/delivery-id.ts";
import { systemRandom } from "../../../core/signing/random.ts";
import { click, order } from "../../conformance/fixtures.ts";
import { openSqliteStore } from "./store.ts";

const [, , path = "", rounds = "0"] = process.argv;
const store = openSqliteStore(path);
let [issued, charged] = [0, 0];
for (let round = 0; round < Number(rounds); round += 1) {
  const deliveryId = createDeliveryId(Date.now(), systemRandom);
  const [outcome] = await store.issue([order(deliveryId, round % 2 === 0 ? ["a", "b"] : ["b", "a"])]);
  if (outcome?.outcome !== "issued") continue;
  issued += 1;
  const [after] = await store.record([click(deliveryId)]);
  if (after?.outcome === "recorded" && after.charged) charged += 1;
}
store.close();
process.stdout.write(JSON.stringify({ issued, charged }));
