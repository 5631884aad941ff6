import { type Command, Option } from "commander";
import { addDataOptions, type DataOptions, withData } from "./data-options.ts";
import { isOn } from "./is-on.ts";
import { decideOnServer, decideReview, printReview, waitingInStore, waitingOnServer } from "./review.ts";
import { type ExitCode, processTerminal as terminal } from "./terminal.ts";

interface DecisionOptions extends DataOptions {
  readonly version: string;
  readonly reason?: string;
}

/** `review list`, `review approve` and `review refuse`. */
export function addReviewCommands(program: Command, finish: (code: ExitCode) => void): void {
  const review = program
    .command("review")
    .description("List, approve and refuse what publishers and advertisers entered.");
  addDataOptions(
    review.command("list").description("List what waits, with its version and the sites that it names."),
  ).action(async (options: DataOptions & { json: boolean }) => {
    finish(
      await withData(
        options,
        async (store) => printReview(await waitingInStore(store), terminal, options),
        async (server) => printReview(await waitingOnServer(server), terminal, options),
      ),
    );
  });
  const decision = (name: string, description: string): Command =>
    addDataOptions(
      review
        .command(name)
        .description(description)
        .argument("<id>", "the id that `review list` prints, such as creatives/sale")
        .addOption(
          new Option(
            "--version <version>",
            "the version that `review list` prints: only what you saw is decided",
          ).makeOptionMandatory(),
        ),
    ).action(async (id: string, { version, reason, ...location }: DecisionOptions) => {
      const decided = { version, reason, allowLocalUrls: isOn("HANDBILL_LOCAL_URLS", false) };
      finish(
        await withData(
          location,
          (store) => decideReview(store, terminal, id, decided),
          (server) => decideOnServer(server, terminal, id, decided),
        ),
      );
    });
  decision("approve", "Approve a waiting platform or creative, or its waiting edit.");
  decision("refuse", "Refuse it. The author sees the reason, and an approved version runs on.").addOption(
    new Option("--reason <text>", "the reason, for the author").makeOptionMandatory(),
  );
}
