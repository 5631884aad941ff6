import type { FieldError } from "../../core/contract/problem.ts";
import type { ManagementProblem } from "../../core/management/problem.ts";
import { cpmOf, moneyOf } from "./amounts.ts";
import { errorsOf } from "./components.ts";

const budgets = new Set(["totalBudgetMicros", "dailyBudgetMicros"]);

/** The API's errors of a campaign, with amounts in the form's units. */
export function campaignErrors(problem: ManagementProblem): readonly FieldError[] {
  return errorsOf(problem).map(({ path, message }) => {
    const write = path === "priceMicros" ? cpmOf : budgets.has(path) ? moneyOf : String;
    return {
      path,
      message: message.replace(
        /\b(at least|at most) (\d+)/g,
        (_, bound, micros) => `${bound} ${write(Number(micros))}`,
      ),
    };
  });
}
