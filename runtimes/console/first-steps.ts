import * as v from "valibot";
import { badge } from "./components.ts";
import { type Html, html } from "./html.ts";
import { listOf } from "./lists.ts";
import type { PageContext } from "./page-context.ts";

const anything = v.object({ id: v.string() });

/** The way from an empty installation to a live ad, for the operator. */
export async function firstSteps(context: PageContext): Promise<Html | undefined> {
  if (!context.may("apply-catalog")) return undefined;
  const { at } = context;
  const firstOf = async (kind: string): Promise<string | undefined> => {
    const read = await context.call(`list-${kind}`, listOf(anything), { query: { limit: "1" } });
    return "problem" in read ? undefined : read.json.items[0]?.id;
  };
  const publisher = await firstOf("publishers");
  const platform = await firstOf("platforms");
  const campaign = await firstOf("campaigns");
  const creative = await firstOf("creatives");
  const creativePath =
    campaign === undefined ? undefined : `creatives/new?campaign=${encodeURIComponent(campaign)}`;
  const steps: readonly (readonly [label: string, path: string | undefined, isDone: boolean])[] = [
    ["A publisher: who owns the sites", "publishers/new", publisher !== undefined],
    ["A platform: a site that shows ads", publisher && "platforms/new", platform !== undefined],
    ["A campaign: who pays, and how much", "campaigns/new", campaign !== undefined],
    ["A creative: the ad that people see", creativePath, creative !== undefined],
    [
      "A live ad on the test page",
      platform && creative && `platforms/${encodeURIComponent(platform)}/test`,
      false,
    ],
  ];
  const isEmpty = campaign === undefined || platform === undefined;
  return html`<section aria-labelledby="first-steps" class="card"><h2 id="first-steps">First steps</h2>
${isEmpty && html`<p>One form creates everything that a first ad needs.</p><div class="actions"><a class="button primary" href="${at("first-ad")}">Your first ad</a></div><p>Or step by step:</p>`}
<ol class="steps">${steps.map(
    ([label, path, isDone]) =>
      html`<li>${path === undefined || isDone ? label : html`<a href="${at(path)}">${label}</a>`} ${isDone && badge("done", "good")}</li>`,
  )}</ol></section>`;
}
