import { versionCreative } from "../../core/catalog/version.ts";
import { hashIdentity } from "../../core/signing/identity-hash.ts";
import { createKeyring } from "../../core/signing/keyring.ts";
import type { IssueOrder } from "../../core/storage/delivery.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import { benchCatalog, priceMicros } from "./catalog.ts";
import { benchDeliveryId } from "./delivery-ids.ts";
import { apiKey, platformId, publisherId, secret } from "./installation.ts";
import { benchVisitor } from "./load/requests.ts";

const batch = 512;

/** Issues deliveries `first` to `first + count − 1` of the hot campaign, as if they had been asked for. */
export function issueAhead(
  store: ServingStore,
  issuedAt: number,
  first: number,
  count: number,
): Promise<void> {
  return inBatches(first, count, (numbers) => issueBatch(store, issuedAt, numbers));
}

export async function inBatches(
  first: number,
  count: number,
  run: (numbers: readonly number[]) => Promise<void>,
): Promise<void> {
  for (let start = first; start < first + count; start += batch) {
    const length = Math.min(batch, first + count - start);
    await run(Array.from({ length }, (_, index) => start + index));
  }
}

const { identity } = createKeyring([secret], secret);

async function issueBatch(store: ServingStore, issuedAt: number, numbers: readonly number[]): Promise<void> {
  const { creatives, campaigns } = benchCatalog(1);
  const [[creative], [campaign]] = [creatives, campaigns];
  if (creative === undefined || campaign === undefined)
    throw new Error("The bench catalogue has no creative.");
  const { versionId } = versionCreative(creative);
  const orders = numbers.map(
    (number): IssueOrder => ({
      deliveryId: benchDeliveryId(issuedAt, number),
      surface: "web",
      publisherId,
      platformId,
      placement: "chat",
      apiKeyId: apiKey.id,
      userKey: hashIdentity(identity, platformId, { kind: "visitor", value: benchVisitor(number).visitorId }),
      language: "en",
      mark: "",
      network: "",
      choices: [
        {
          campaignId: campaign.id,
          advertiser: campaign.advertiser,
          creativeVersionId: versionId,
          format: creative.format,
          priceMicros,
          publisherMicros: priceMicros / 2,
        },
      ],
    }),
  );
  const outcomes = await store.issue(orders);
  if (outcomes.some(({ outcome }) => outcome !== "issued"))
    throw new Error("A delivery to be seen was refused.");
}
