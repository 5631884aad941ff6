import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";

const servers: Server[] = [];
let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Answer = (path: string, body: Readonly<Record<string, unknown>>) => unknown;

/** `undefined`: no answer at all. */
async function listen(answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await read(request);
    const json = await answer(request.url ?? "", body);
    if (json !== undefined)
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(json));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

async function read(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text === "" ? {} : JSON.parse(text);
}

/** A stand-in for the messenger: one message waits, and the reply to it is what is sought. */
async function replyTo(library: string, ads: Answer): Promise<Readonly<Record<string, unknown>>> {
  let isToldOf = false;
  const chat = { id: 42, type: "private", first_name: "Visitor" };
  return new Promise((resolve, reject) => {
    const messenger: Answer = (path, body) => {
      const method = path.split("/").at(-1);
      if (method === "getMe") {
        return { ok: true, result: { id: 1, is_bot: true, first_name: "Bot", username: "train_bot" } };
      }
      if (method === "sendMessage") {
        resolve(body);
        return { ok: true, result: { message_id: 2, date: 0, chat, text: "" } };
      }
      if (method !== "getUpdates") return { ok: true, result: true };
      if (isToldOf) return undefined;
      isToldOf = true;
      const from = { id: 42, is_bot: false, first_name: "Visitor", language_code: "de", is_premium: true };
      return {
        ok: true,
        result: [{ update_id: 1, message: { message_id: 1, date: 0, chat, from, text: "When?" } }],
      };
    };
    Promise.all([listen(messenger), listen(ads)]).then(([api, adServer]) => {
      const bot = fileURLToPath(new URL(`../examples/${library}-bot.ts`, import.meta.url));
      child = spawn(process.execPath, [bot], {
        env: {
          ...process.env,
          BOT_TOKEN: "1:token",
          BOT_API: api,
          ADS_URL: adServer,
          ADS_KEY: "hb_live_key",
          ADS_PLATFORM: "pf_one",
        },
        stdio: ["ignore", "ignore", "pipe"],
      });
      child.stderr?.on("data", (chunk) => reject(new Error(String(chunk))));
    }, reject);
  });
}

describe.each(["grammy", "telegraf"])("the bot of the example for %s", (library) => {
  it("replies with the ad after its message", async () => {
    const asked: unknown[] = [];
    const reply = await replyTo(library, (path, body) => {
      asked.push([path, body]);
      return { message: `${body["message"]}\nAd`, has_ad: true, impression_id: "i", ad: {} };
    });
    expect(reply).toMatchObject({
      chat_id: 42,
      text: "Your train leaves at <b>9:41</b>.\nAd",
      parse_mode: "HTML",
    });
    expect(asked).toEqual([
      [
        "/api/v1/ad",
        {
          platform_id: "pf_one",
          user_id: 42,
          message: "Your train leaves at <b>9:41</b>.",
          language_code: "de",
          is_premium: true,
        },
      ],
    ]);
  });

  it("replies without an ad when the ad server does not answer", async () => {
    const reply = await replyTo(library, () => undefined);
    expect(reply).toMatchObject({ text: "Your train leaves at <b>9:41</b>." });
  });
});
