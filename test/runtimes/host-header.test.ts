import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { runtimeTargets } from "./targets.ts";

async function statusOf(url: string, head: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => {
    answer += text;
  });
  await once(socket, "close");
  return Number(answer.split(" ")[1]);
}

describe.each(runtimeTargets.filter(({ name }) => name !== "vercel"))("on $name", ({ open }) => {
  it("the Host header chooses no path: it is answered by its path, or as a bad request", async () => {
    const { url, stop } = await open();
    for (const host of ["x#", "x?", "x/api/v1/ad?", "x\\api", "a@x/readyz#"]) {
      const status = await statusOf(url, `GET /livez HTTP/1.1\r\nHost: ${host}`);
      expect([200, 400], host).toContain(status);
    }
    expect(await statusOf(url, "GET /livez HTTP/1.1\r\nHost: [::1]:8787")).toBe(200);
    await stop();
  });
});
