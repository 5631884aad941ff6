import { env } from "node:process";

/** The input of a program, as JSON in `ROUND_TRIP`. */
export interface Start {
  readonly url: string;
  /** Headers by which a caller is known. */
  readonly operator: Record<string, string>;
  readonly publisher: Record<string, string>;
  readonly advertiser: Record<string, string>;
}

export const start: Start = JSON.parse(env["ROUND_TRIP"] ?? "{}");

export const disclosure = { text: "Ad by Roaster" };
export const scenes = [
  {
    id: "start",
    blocks: [
      { kind: "text" as const, text: "Fresh tea. ☕" },
      {
        kind: "buttons" as const,
        buttons: [{ label: "Shop", landingUrl: "https://tea.example/" }],
      },
    ],
  },
];
export const hook = "https://hooks.example/handbill";
export const events: ("api_key.created" | "api_key.revoked")[] = ["api_key.created", "api_key.revoked"];
