import type { OwnerFilter } from "../../core/storage/counts.ts";
import { anyOf, type Filter } from "./sums.ts";

/** The conditions of a query by owners; deliveries, charges and counts have the same columns. */
export function ownerFilters(filter: OwnerFilter): readonly Filter[] {
  return [
    anyOf("publisher_id", filter.publisherIds),
    anyOf("advertiser", filter.advertisers),
    anyOf("api_key_id", filter.apiKeyIds),
    anyOf("platform_id", filter.platformIds),
    anyOf("campaign_id", filter.campaignIds),
  ];
}
