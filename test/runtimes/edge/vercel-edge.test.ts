import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EdgeVM } from "@edge-runtime/vm";
import * as v from "valibot";
import { auditShape } from "../../contract/audit-shape.ts";
import { defineContractSuite } from "../../contract/suite.ts";
import type { Target } from "../../contract/target.ts";
import { baseUrl, toRequest } from "../../contract/world.ts";
import { buildWorker } from "./build-worker.ts";

const url = "http://in-process.example/below";

/** The globals that vm-worker.ts makes. */
const membersShape = v.object({ answer: v.function(), advance: v.function(), audit: v.function() });

/** Vercel's edge runtime, as its npm package simulates it: its globals alone, without Node's. */
async function openEdgeRuntime(): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-edge-"));
  const file = join(folder, "worker.js");
  await buildWorker("vm-worker.ts", file);
  const vm = new EdgeVM();
  vm.evaluate(await readFile(file, "utf8"));
  await rm(folder, { recursive: true });
  const { answer, advance, audit } = v.parse(membersShape, vm.context);
  return {
    name: "Vercel's edge runtime",
    url,
    linkBase: baseUrl,
    runtime: async () => String(vm.evaluate("EdgeRuntime")),
    expectedRuntime: "edge-runtime",
    stop: async () => {},
    request: async (path, init) => {
      const { method, headers, body } = toRequest(`${url}${path}`, init);
      const request = new vm.context.Request(`${url}${path}`, {
        method,
        headers: [...headers],
        ...(body !== null && { body: new Uint8Array(await new Response(body).arrayBuffer()) }),
      });
      const response: unknown = await answer(request);
      return asResponse(response);
    },
    advance: async (ms) => void advance(ms),
    audit: async () => v.parse(auditShape, JSON.parse(String(await audit()))),
    features: { lettersPerCharacter: 1 },
  };
}

const responseShape = v.object({
  status: v.number(),
  headers: v.custom<Headers>(
    (headers) => typeof headers === "object" && headers !== null && "get" in headers,
  ),
  arrayBuffer: v.function(),
});
const bodiless: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/** The answer of another realm, as this one's. */
async function asResponse(given: unknown): Promise<Response> {
  if (!isResponse(given)) throw new Error("The runtime returned no response.");
  const bytes = new Uint8Array(await given.arrayBuffer());
  return new Response(bodiless.has(given.status) || bytes.length === 0 ? null : bytes, {
    status: given.status,
    headers: [...given.headers],
  });
}

function isResponse(given: unknown): given is Response {
  return v.is(responseShape, given);
}

defineContractSuite("the contract in Vercel's edge runtime", openEdgeRuntime);
