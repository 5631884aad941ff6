/** Visitors of one kind, who come at a constant rate. */
export interface Crowd {
  readonly perSecond: number;
  readonly fromSecond: number;
  readonly seconds: number;
  /** Different visitors; each request is of one of them, at random. `undefined`: every request is of a new one. */
  readonly visitors?: number | undefined;
  /** Networks (/24) that they come from. */
  readonly networks: number;
  /** The share of ads that is confirmed, some seconds after the issue. */
  readonly viewRate: number;
}

export interface Scenario {
  readonly name: string;
  /** Ads that the campaign's budget pays. */
  readonly budgetAds: number;
  readonly people: Crowd;
  readonly attack?: Crowd | undefined;
  /** Most of the budget that the attack may hold. */
  readonly goalHeld?: number | undefined;
  /** Most of people's requests that stay without a paid ad because of the rule. */
  readonly goalRefused: number;
}

const hour = 3_600;

/** A page with some readers, of whom most have seen an ad before. */
const readers: Crowd = {
  perSecond: 0.2,
  fromSecond: 0,
  seconds: hour,
  visitors: 300,
  networks: 280,
  viewRate: 0.6,
};

const rotating = { perSecond: 2, fromSecond: 600, viewRate: 0 } as const;

export const scenarios: readonly Scenario[] = [
  {
    name: "one /24, 1,000 requests with new ids",
    budgetAds: 1_000,
    people: readers,
    attack: { ...rotating, seconds: 500, networks: 1 },
    goalHeld: 0.05,
    goalRefused: 0.001,
  },
  {
    name: "a hundred /24, 6,000 requests with new ids",
    budgetAds: 1_000,
    people: readers,
    attack: { ...rotating, seconds: 3_000, networks: 100 },
    goalHeld: 0.2,
    goalRefused: 0.001,
  },
  {
    name: "the same, of a larger budget",
    budgetAds: 5_000,
    people: readers,
    attack: { ...rotating, seconds: 3_000, networks: 100 },
    goalHeld: 0.2,
    goalRefused: 0.001,
  },
  {
    name: "36,000 requests of 8,000 people behind one address",
    budgetAds: 100_000,
    people: { perSecond: 10, fromSecond: 0, seconds: hour, visitors: 8_000, networks: 1, viewRate: 0.5 },
    goalRefused: 0.001,
  },
  {
    name: "36,000 requests, and one in five looks",
    budgetAds: 100_000,
    people: { perSecond: 10, fromSecond: 0, seconds: hour, visitors: 8_000, networks: 1, viewRate: 0.2 },
    goalRefused: 0.001,
  },
  {
    name: "launch day, first ten minutes, only new visitors",
    budgetAds: 50_000,
    people: { perSecond: 20, fromSecond: 0, seconds: 600, networks: 6_000, viewRate: 0.5 },
    goalRefused: 0.02,
  },
];
