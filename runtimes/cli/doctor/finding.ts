/** One result of `doctor`. */
export interface Finding {
  readonly level: "ok" | "warn" | "fail";
  /** The subject, such as `store`. */
  readonly subject: string;
  readonly message: string;
  /** What to do. Absent for `ok`, and where the message says it. */
  readonly fix?: string | undefined;
}

export function ok(subject: string, message: string): Finding {
  return { level: "ok", subject, message };
}

export function warn(subject: string, message: string, fix: string): Finding {
  return { level: "warn", subject, message, fix };
}

export function fail(subject: string, message: string, fix?: string): Finding {
  return { level: "fail", subject, message, fix };
}

const maxListed = 50;

/** The first findings of a subject, and the number of the others; or that all is well. */
export function listed(subject: string, findings: readonly Finding[], fine: string): readonly Finding[] {
  if (findings.length === 0) return [ok(subject, fine)];
  const more = findings.length - maxListed;
  if (more <= 0) return findings;
  const fix = "Correct the listed ones, and run the command again.";
  return [...findings.slice(0, maxListed), warn(subject, `${more} more like these`, fix)];
}
