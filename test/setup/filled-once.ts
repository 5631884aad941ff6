import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runFolder } from "./run-folder.ts";

/**
 * Fills an empty folder. In a run of the tests the content of a name is made once and then copied, with its owners; calls at once
 * may each make it.
 */
export async function filledOnce(folder: string, name: string, fill: () => Promise<void>): Promise<void> {
  const shared = runFolder();
  if (shared === undefined) return fill();
  const kept = join(shared, name);
  if (existsSync(kept)) return copyContent(kept, folder);
  await fill();
  const copy = mkdtempSync(`${kept}-`);
  copyContent(folder, copy);
  try {
    renameSync(copy, kept);
  } catch {
    // Another process was first.
    rmSync(copy, { recursive: true });
  }
}

function copyContent(from: string, to: string): void {
  execFileSync("cp", ["-a", `${from}/.`, to]);
}
