import { type Command, Option } from "commander";
import { isOn } from "./is-on.ts";
import { jsonOption } from "./options.ts";
import { decideReview, listReview } from "./review.ts";
import {
  dataOption,
  type StoreLocationOptions,
  storeLocationOf,
  storeOption,
  withStore,
} from "./store-location.ts";
import { type ExitCode, processTerminal as terminal } from "./terminal.ts";

interface DecisionOptions extends StoreLocationOptions {
  readonly version: string;
  readonly reason?: string;
}

/** `review list`, `review approve` and `review refuse`. */
export function addReviewCommands(program: Command, finish: (code: ExitCode) => void): void {
  const review = program
    .command("review")
    .description("List, approve and refuse what publishers and advertisers entered.");
  review
    .command("list")
    .description("List what waits, with its version and the sites that it names.")
    .addOption(storeOption())
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: StoreLocationOptions & { json: boolean }) => {
      finish(await withStore(storeLocationOf(options), (store) => listReview(store, terminal, options)));
    });
  const decision = (name: string, description: string): Command =>
    review
      .command(name)
      .description(description)
      .argument("<id>", "the id that `review list` prints, such as creatives/sale")
      .addOption(
        new Option(
          "--version <version>",
          "the version that `review list` prints: only what you saw is decided",
        ).makeOptionMandatory(),
      )
      .addOption(storeOption())
      .addOption(dataOption())
      .action(async (id: string, { version, reason, ...location }: DecisionOptions) => {
        const decided = { version, reason, allowLocalUrls: isOn("HANDBILL_LOCAL_URLS", false) };
        finish(
          await withStore(storeLocationOf(location), (store) => decideReview(store, terminal, id, decided)),
        );
      });
  decision("approve", "Approve a waiting platform or creative, or its waiting edit.");
  decision("refuse", "Refuse it. The author sees the reason, and an approved version runs on.").addOption(
    new Option("--reason <text>", "the reason, for the author").makeOptionMandatory(),
  );
}
