import { readFileSync } from "node:fs";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Handbill } from "../../core/handbill.ts";
import { auditPath, memoryPath, runtimePath } from "./probe-paths.ts";

export interface ProcessMemory {
  readonly residentBytes: number;
  readonly peakResidentBytes: number;
  /** JavaScript objects and buffers; after a collection those in use. */
  readonly usedBytes: number;
}

export interface Controls {
  readonly advance: (ms: number) => void;
  readonly audit: () => Promise<unknown>;
}

/** The same handbill, which also answers the paths above. */
export function withProbes(handbill: Handbill, controls: Controls): Handbill {
  const probe = async (target: string): Promise<string> => {
    const { pathname, searchParams } = new URL(target, "http://probe");
    if (pathname.endsWith(runtimePath)) return JSON.stringify({ runtime: runtimeName() });
    if (pathname.endsWith(auditPath)) return JSON.stringify(await controls.audit());
    if (pathname.endsWith(memoryPath)) return JSON.stringify(processMemory(searchParams.has("collect")));
    controls.advance(Number(searchParams.get("ms")));
    return "{}";
  };
  const isProbe = (target: string): boolean => target.includes("/api/v1/__");
  const headers = { "content-type": "application/json" };
  return {
    ...handbill,
    handles: (target) => isProbe(target) || handbill.handles(target),
    answer: async (request) => {
      if (!isProbe(request.target)) return handbill.answer(request);
      return { status: 200, headers, body: await probe(request.target) };
    },
    fetch: async (request, connection) => {
      if (!isProbe(request.url)) return handbill.fetch(request, connection);
      return new Response(await probe(request.url), { headers });
    },
  };
}

function processMemory(collect: boolean): ProcessMemory {
  if (collect) {
    setFlagsFromString("--expose-gc");
    runInNewContext("gc()");
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    residentBytes: rss,
    peakResidentBytes: peakResidentBytes(),
    usedBytes: heapUsed + external,
  };
}

/** Since the program started: `resourceUsage().maxRSS` also counts the process that started this one, whose memory a fork shares. */
function peakResidentBytes(): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error("The kernel does not report the peak of the resident memory.");
  return Number(kilobytes) * 1_024;
}

/** The runtime by the process itself, in any file. */
function runtimeName(): "node" | "bun" | "deno" {
  if ("Bun" in globalThis) return "bun";
  return "Deno" in globalThis ? "deno" : "node";
}
