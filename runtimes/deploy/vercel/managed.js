// The management API where there is an operator token, and the console where HANDBILL_CONSOLE=on. Functions that serve ads do not
// load it.
import { createConsole } from "handbill/console";
import { createManagement } from "handbill/management";
import { environment } from "handbill/vercel";
import { opened } from "./handbill.js";

export const managed = opened.then(({ store, limiter, handbill }) => {
  const hasConsole = environment("HANDBILL_CONSOLE") === "on";
  if (!hasConsole && !environment("HANDBILL_OPERATOR_TOKEN")) return handbill;
  const console = hasConsole ? createConsole() : undefined;
  const { fetch } = createManagement({ store, handbill, limiter, console, env: environment });
  return { ...handbill, fetch };
});
