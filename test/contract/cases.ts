import { format } from "node:util";

/** A sentence of the contract that can be observed over HTTP. */
export interface ContractCase {
  /** The groups that the case stands in, then its own name. */
  readonly name: string;
  /**
   * Whether a runtime or a host between socket and core can break the case: by its paths, methods, headers, bodies, connections or
   * links. Every mount runs these cases. Fields and tokens alone decide the others, which run in process and on three runtimes.
   */
  readonly wire: boolean;
  readonly run: Run;
}

type Run = () => Promise<void>;

/** As Vitest has it: rows that are all arrays are spread, and names are filled in with `%s`, `%i`, `%j` or `$property`. */
interface Each<Result> {
  <Row extends readonly [unknown, ...unknown[]]>(
    rows: readonly Row[],
  ): (name: string, define: (...row: [...Row]) => Result) => void;
  <Row>(rows: readonly Row[]): (name: string, define: (row: Row) => Result) => void;
}

interface Definer<Result> {
  (name: string, define: () => Result): void;
  readonly each: Each<Result>;
}

/** Collects cases as a test file of Vitest would define them. */
export interface CaseCollector {
  readonly describe: Definer<void>;
  /** A case that only fields and tokens decide. */
  readonly it: Definer<Promise<void>>;
  /** A case that a runtime or a host can break. */
  readonly wire: Definer<Promise<void>>;
  readonly cases: readonly ContractCase[];
}

export function collectCases(): CaseCollector {
  const cases: ContractCase[] = [];
  const groups: string[] = [];
  const add = (wire: boolean) => (name: string, run: Run) => {
    cases.push({ name: [...groups, name].join(" > "), wire, run });
  };
  const describe = (name: string, define: () => void): void => {
    groups.push(name);
    define();
    groups.pop();
  };
  return { describe: definer(describe), it: definer(add(false)), wire: definer(add(true)), cases };
}

function definer<Result>(define: (name: string, run: () => Result) => void): Definer<Result> {
  function each(rows: readonly unknown[]) {
    const areArrays = rows.every((row) => Array.isArray(row));
    return (template: string, run: (...row: readonly unknown[]) => Result): void => {
      for (const row of rows) {
        const values: readonly unknown[] = areArrays && Array.isArray(row) ? row : [row];
        define(titleOf(template, values), () => run(...values));
      }
    };
  }
  return Object.assign((name: string, run: () => Result) => define(name, run), { each });
}

function titleOf(template: string, values: readonly unknown[]): string {
  const [first] = values;
  const properties = new Map(typeof first === "object" && first !== null ? Object.entries(first) : []);
  const named = template.replace(/\$(\w+)/g, (text, key) => String(properties.get(key) ?? text));
  // More values than places would be appended.
  return format(named, ...values.slice(0, template.match(/%[sij]/g)?.length ?? 0));
}
