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
  readonly goalRefused?: number | undefined;
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
const hundred = { ...rotating, seconds: 3_000, networks: 100 };
/** Knows the rule: each network keeps its id, and confirms one ad in twenty. */
const informed = { ...hundred, visitors: 100, viewRate: 0.05 };

export const scenarios: readonly Scenario[] = [
  {
    name: "one /24, 1,000 requests with new ids",
    budgetAds: 1_000,
    people: readers,
    attack: { ...rotating, seconds: 500, networks: 1 },
    goalHeld: 0.05,
    goalRefused: 0.001,
  },
  ...[1_000, 5_000, 20_000].map((budgetAds) => ({
    name: `a hundred /24, ${figure(budgetAds)} ads, new ids`,
    budgetAds,
    people: readers,
    attack: { ...hundred, perSecond: budgetAds === 20_000 ? 5 : 2 },
    goalHeld: 0.2,
    goalRefused: 0.001,
  })),
  {
    name: "the same, 1,000 ads, a view for one in twenty",
    budgetAds: 1_000,
    people: readers,
    attack: { ...hundred, viewRate: informed.viewRate },
    goalHeld: 0.2,
  },
  ...[1_000, 5_000].map((budgetAds) => ({
    name: `the same, ${figure(budgetAds)} ads, and ids that stay`,
    budgetAds,
    people: readers,
    attack: informed,
  })),
  {
    name: "one /24, ten ids that stay, a view for one in twenty",
    budgetAds: 1_000,
    people: readers,
    attack: { ...informed, networks: 1, visitors: 10 },
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

function figure(count: number): string {
  return count.toLocaleString("en");
}
