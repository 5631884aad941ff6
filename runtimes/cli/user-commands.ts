import { type Command, Option } from "commander";
import { environment } from "../node/environment.ts";
import { addDataOptions, type DataOptions, withData } from "./data-options.ts";
import { type ExitCode, processTerminal as terminal } from "./terminal.ts";
import { type ForgetOptions, forgetUser, forgetUserOnServer } from "./user.ts";

/** Adds `user forget`. */
export function addUserCommands(program: Command, finish: (code: ExitCode) => void): void {
  const user = program.command("user").description("Manage the data stored about a user.");
  addDataOptions(
    user
      .command("forget")
      .description("Delete all deliveries of one identity on one platform, and print their number.")
      .addOption(
        new Option("--platform <id>", "platform of the identity")
          .env("HANDBILL_PLATFORM")
          .makeOptionMandatory(),
      )
      .addOption(new Option("--visitor <id>", "its visitor_id"))
      .addOption(new Option("--stable <id>", "its stable_user_id"))
      .addOption(new Option("--messenger <id>", "its user_id in the messenger")),
  ).action(async (options: ForgetOptions & DataOptions) => {
    finish(
      await withData(
        options,
        (store) => forgetUser(store, terminal, environment, options),
        (server) => forgetUserOnServer(server, terminal, options),
      ),
    );
  });
}
