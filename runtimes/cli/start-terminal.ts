import { type LogCode, type LogEntry, logLine } from "../../core/log.ts";
import type { Terminal } from "./terminal.ts";

/** The terminal of a server. A person reads sentences; a program reads JSON lines, as in the log of the server. */
export interface StartTerminal extends Terminal {
  /** Reports what the operator must correct. */
  readonly fault: (text: string) => void;
  readonly started: (baseUrl: string) => void;
  readonly stopping: () => void;
}

/** Writes messages as JSON when no person reads them, and always with `isJson`. */
export function withJsonTalk(terminal: Terminal, isJson: boolean): StartTerminal {
  if (terminal.isInteractive === true && !isJson) {
    return {
      ...terminal,
      fault: terminal.talk,
      started: () => terminal.talk("Ctrl-C stops the server."),
      stopping: () =>
        terminal.talk("Stopping: answering the remaining requests. Press Ctrl-C again to stop immediately."),
    };
  }
  const write = (code: LogCode, message: string, level: LogEntry["level"] = "info"): void =>
    terminal.talk(logLine({ level, code, message }));
  return {
    ...terminal,
    talk: (text) => write("server-note", text),
    fault: (text) => write("configuration-invalid", text, "error"),
    started: (baseUrl) => write("server-started", `Serving ${baseUrl}.`),
    stopping: () => write("server-stopping", "Stopping: answering the remaining requests."),
  };
}
