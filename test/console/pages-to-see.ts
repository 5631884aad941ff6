import type { OpenConsole } from "./open-console.ts";
import { plantStatement } from "./plant-statement.ts";

/** Every page of an operator, by a name and its path below `/console/`, with objects of the demo. */
export async function pagesToSee({ store }: OpenConsole): Promise<readonly (readonly [string, string])[]> {
  const { catalog } = await store.readCatalog();
  const idOf = (format: string): string => catalog.creatives.find((one) => one.format === format)?.id ?? "";
  const campaign = catalog.campaigns.find(({ priceMicros, topics }) => priceMicros > 0 && topics)?.id ?? "";
  const ids = Array.from({ length: 90 }, (_, n) => `pf_${n}`);
  await plantStatement(store, { account: "publisher:demo", name: "Demo", ids });
  const [recent] = await store.readRecentDeliveries({ limit: 1 });
  const [key] = await store.listApiKeys("demo");
  return [
    ["overview", ""],
    ["attention", "attention"],
    ["first-ad", "first-ad"],
    ["test-page", "platforms/pf_demo/test"],
    ["live", "deliveries"],
    ["reports", "reports?by=day&by=campaign"],
    ["statements", "statements?of=publisher:demo"],
    ["statement", "statements/1-publisher:demo"],
    ["statement-print", "statements/1-publisher:demo/print"],
    ["quality", "quality"],
    ["adjustments", "adjustments"],
    ["write-off", "adjustments/new?platformIds=pf_demo"],
    ["explain", "explain"],
    ["explained", "explain?platform_id=pf_demo&context=Which%20running%20shoes%20for%20rain%3F"],
    ["review", "review"],
    ["publishers", "publishers"],
    ["publisher", "publishers/demo?done=created"],
    ["new-publisher", "publishers/new"],
    ["keys", "keys?publisher=demo"],
    ["revoke", `keys/${key?.id}/revoke`],
    ["platforms", "platforms"],
    ["platform", "platforms/pf_demo?origin=https://shop.example"],
    ["new-platform", "platforms/new"],
    ["campaigns", "campaigns"],
    ["campaign", `campaigns/${campaign}`],
    ["new-campaign", "campaigns/new"],
    ["archive", "campaigns?status=archived"],
    ["creatives", "creatives"],
    ["creative-card", `creatives/${idOf("card")}`],
    ["creative-quiz", `creatives/${idOf("quiz")}`],
    ["creative-bot", `creatives/${idOf("bot")}`],
    ["new-creative", "creatives/new"],
    ["reported", "reported"],
    ["delivery", `deliveries/${recent?.id}`],
    ["topics", "topics?question=Which%20running%20shoes%20for%20rain%3F"],
    ["topic", "topics/shoes"],
    ["new-topic", "topics/new"],
    ["webhooks", "webhooks"],
    ["new-webhook", "webhooks/new"],
    ["audit", "audit"],
    ["no-page", "nothing-here"],
  ];
}
