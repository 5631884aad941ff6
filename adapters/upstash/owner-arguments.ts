import type { OwnerFilter } from "../../core/storage/counts.ts";

/** A filter as arguments of a script: publishers, advertisers, API keys, platforms and campaigns, each a JSON list or empty. */
export function ownerArguments(filter: OwnerFilter): readonly string[] {
  const { publisherIds, advertisers, apiKeyIds, platformIds, campaignIds } = filter;
  return [publisherIds, advertisers, apiKeyIds, platformIds, campaignIds].map(listArgument);
}

/** A JSON list; empty text for any value. */
export function listArgument(values: readonly string[] | undefined): string {
  return values === undefined ? "" : JSON.stringify(values);
}
