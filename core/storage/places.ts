/** The databases of a store that spreads its campaigns over several. All deliveries of a campaign lie in one of them. */
export interface Places {
  /** The number of databases. */
  readonly count: number;
  /** The database of a campaign, from 0; 0 for an unknown campaign. */
  readonly of: (campaignId: string) => number;
  /** The databases that the last reading of the catalogue could not reach. Their campaigns are left out of selection. */
  readonly away: () => ReadonlySet<number>;
}
