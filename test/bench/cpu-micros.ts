import process from "node:process";

/** CPU time of this thread, which other work of the machine does not change. */
export function cpuMicros(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
