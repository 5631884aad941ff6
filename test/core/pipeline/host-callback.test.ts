import process from "node:process";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Log, LogEntry } from "../../../core/log.ts";
import { settled } from "../settled.ts";
import { install, post } from "./installation.ts";

const failing: readonly (readonly [string, Log])[] = [
  [
    "throws",
    () => {
      throw new Error("the disk of the log is full");
    },
  ],
  ["returns a promise that rejects", () => Promise.reject(new Error("the collector is away"))],
];

const ends = vi.fn();
process.on("uncaughtException", ends);
process.on("unhandledRejection", ends);

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(failing)("a log function that %s", (_, log) => {
  it("keeps no request from its answer, and the entry goes to the console", async () => {
    const lines: LogEntry[] = [];
    vi.spyOn(console, "error").mockImplementation((line: string) => lines.push(JSON.parse(line)));
    const { handbill } = await install(
      { log, secrets: ["a signing secret of at least 32 letters"] },
      { issue: () => Promise.reject(new Error("a bug")) },
    );
    const answer = await handbill.fetch(
      post("/api/v1/web/ads", { platform_id: "pf_one", stable_user_id: "me" }),
    );
    expect(answer.status).toBe(503);
    await settled();
    expect(lines.map(({ message }) => message)).toContain("A request could not be answered.");
    expect(ends).not.toHaveBeenCalled();
  });
});
