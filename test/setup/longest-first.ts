import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Small files that replay many cases or wait for processes: at the end of a run one of them would keep a worker busy alone. */
const long =
  /^test\/(?:cli|core\/selection|deploy|faults|packaging|placed|postgres|browser|torture|simulation|mariadb|runtimes|sql-store|cloudflare)\/|\/(?:over-sockets|conformance)\/|conformance\.test|many-errors\.test/;

/**
 * Vitest begins with the largest files where it has no times of an earlier run, as on a fresh machine. Files that share processes are
 * the last: a shared process ends when the next file is not of its kind.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification): number =>
      (project.config.isolate ? 0 : 2) + (long.test(relative(this.ctx.config.root, moduleId)) ? 0 : 1);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
