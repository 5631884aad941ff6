import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Small files that replay many cases or wait for processes: at the end of a run one of them would keep a worker busy alone. */
const long =
  /^test\/(?:cli|deploy|faults|packaging|postgres|browser)\/|\/(?:over-sockets|conformance)\/|conformance\.test/;

/** Vitest begins with the largest files where it has no times of an earlier run, as on a fresh machine. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      long.test(relative(this.ctx.config.root, moduleId));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
