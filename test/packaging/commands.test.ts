import { afterEach, expect, it, vi } from "vitest";
import { run } from "./commands.ts";

afterEach(() => vi.unstubAllEnvs());

it("npm inside a test has the settings of the npm that runs the tests", async () => {
  vi.stubEnv("npm_config_cafile", "/etc/ssl/of-this-machine.pem");
  vi.stubEnv("npm_config_registry", "https://registry.example/");
  expect((await run("npm", ["config", "get", "cafile"])).trim()).toBe("/etc/ssl/of-this-machine.pem");
  expect((await run("npm", ["config", "get", "registry"])).trim()).toBe("https://registry.example/");
});

it("a program of a test has this machine's certificates, and nothing else of its environment", async () => {
  vi.stubEnv("NODE_EXTRA_CA_CERTS", "/etc/ssl/of-this-machine.pem");
  vi.stubEnv("HANDBILL_SECRET", "a secret of whoever runs the tests");
  const print = "[process.env.NODE_EXTRA_CA_CERTS, process.env.HANDBILL_SECRET].join()";
  expect((await run("node", ["-p", print])).trim()).toBe("/etc/ssl/of-this-machine.pem,");
});
