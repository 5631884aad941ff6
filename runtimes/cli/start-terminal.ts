import { type LogCode, type LogEntry, logLine } from "../../core/log.ts";
import type { Terminal } from "./terminal.ts";

/** The terminal of a server. A person reads sentences; a program reads JSON lines, as in the log of the server. */
export interface StartTerminal extends Terminal {
  /** Whether the messages are JSON lines. */
  readonly writesJson: boolean;
  /** Reports a fault that the operator must correct. */
  readonly fault: (text: string) => void;
  /** Reports why the server cannot start, or did not stop cleanly. */
  readonly failed: (text: string) => void;
  /** Reports a risk that may cause trouble later. */
  readonly warn: (text: string) => void;
  readonly started: (baseUrl: string) => void;
  readonly stopping: () => void;
}

/** Writes messages as JSON lines, or as sentences. */
export function startTerminal(terminal: Terminal, writesJson: boolean): StartTerminal {
  if (!writesJson) {
    const { talk } = terminal;
    return {
      ...terminal,
      writesJson,
      fault: talk,
      failed: talk,
      warn: talk,
      started: () => talk("Ctrl-C stops the server."),
      stopping: () =>
        talk("Stopping: answering the remaining requests. Press Ctrl-C again to stop immediately."),
    };
  }
  const write = (code: LogCode, message: string, level: LogEntry["level"] = "info"): void =>
    terminal.talk(logLine({ level, code, message }));
  return {
    ...terminal,
    writesJson,
    talk: (text) => write("server-note", text),
    fault: (text) => write("configuration-invalid", text, "error"),
    failed: (text) => write("server-note", text, "error"),
    warn: (text) => write("server-note", text, "warn"),
    started: (baseUrl) => write("server-started", `Serving ${baseUrl}.`),
    stopping: () => write("server-stopping", "Stopping: answering the remaining requests."),
  };
}
