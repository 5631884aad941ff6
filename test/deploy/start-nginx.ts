import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { root } from "../packaging/commands.ts";
import { serverUser } from "../setup/postgres-binaries.ts";
import { freePort } from "../setup/postgres-server.ts";

export interface Nginx {
  /** The site without TLS, a listener that only the tests add. */
  readonly url: string;
  /** The port of the recipe's redirect, which the recipe has on 80. */
  readonly plainPort: number;
  /** The recipe's site, and the certificate that it was given. */
  readonly tlsPort: number;
  readonly certificate: string;
  /** One line for each request that was answered: the last upstream's address, and the status. */
  readonly served: () => readonly string[];
  readonly stop: () => Promise<void>;
}

const recipe = join(root, "runtimes/deploy/nginx/handbill.conf");

/**
 * Debian's nginx with the recipe of runtimes/deploy in front of servers on these ports, in a folder of its own.
 * `edit` changes the recipe, for a test that cannot wait for its times.
 */
export async function startNginx(
  ports: readonly number[],
  edit: (recipe: string) => string = (text) => text,
): Promise<Nginx> {
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), "handbill-nginx-"));
  const own = (path: string): void => {
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
  };
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "work"));
  own(join(folder, "work"));
  const [port, plainPort, tlsPort] = [await freePort(), await freePort(), await freePort()];
  const certificate = makeCertificate(folder);
  const listeners = [
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port};\n  listen 127.0.0.1:${tlsPort} ssl http2;`],
    ["/etc/letsencrypt/live/hb.example", folder],
    ["/var/www/html", folder],
  ] as const;
  const site = edit(withPorts(readFileSync(recipe, "utf8"), listeners, ports));
  const file = join(folder, "nginx.conf");
  writeFileSync(file, main(join(folder, "work"), site));
  const child = spawn("/usr/sbin/nginx", ["-e", "stderr", "-p", folder, "-c", file], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  // The master ends its worker with itself on SIGTERM, not on SIGKILL.
  const killWithUs = (): boolean => child.kill("SIGTERM");
  process.once("exit", killWithUs);
  let log = "";
  const started = await new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", () => resolve(false));
    child.stderr.on("data", (chunk) => {
      log = (log + String(chunk)).slice(-20_000);
      if (log.includes("start worker process ")) resolve(true);
    });
  });
  if (!started) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(
      `nginx did not start. Run: sudo apt-get install -y --no-install-recommends nginx-light\n${log}`,
    );
  }
  return {
    url: `http://127.0.0.1:${port}`,
    plainPort,
    tlsPort,
    certificate,
    served: () => readFileSync(join(folder, "work/access.log"), "utf8").trimEnd().split("\n"),
    stop: async () => {
      process.off("exit", killWithUs);
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function withPorts(
  text: string,
  replaced: readonly (readonly [string, string])[],
  ports: readonly number[],
): string {
  const servers = /(?:^ {2}server 127\.0\.0\.1:\d+ .*\n)+/m;
  const settings = /^ {2}server 127\.0\.0\.1:\d+ (.*)$/m.exec(text)?.[1];
  if (settings === undefined || replaced.some(([own]) => !text.includes(own)))
    throw new Error("The recipe has changed.");
  return replaced
    .reduce((changed, [own, others]) => changed.replaceAll(own, others), text)
    .replace(servers, ports.map((one) => `  server 127.0.0.1:${one} ${settings}\n`).join(""));
}

/** A certificate for the recipe's host, signed by itself. */
function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, "privkey.pem"), join(folder, "fullchain.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc"];
  const host = ["-subj", "/CN=hb.example", "-addext", "subjectAltName=DNS:hb.example"];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", ...curve, ...host, ...files], { stdio: "pipe" });
  chmodSync(key, 0o644);
  return readFileSync(certificate, "utf8");
}

/** Debian's nginx.conf around a site, in one folder, in the foreground, and with a terse log. */
function main(work: string, site: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `daemon off;
worker_processes 1;
pid ${work}/nginx.pid;
error_log stderr notice;
events { worker_connections 1024; }
http {
${temporary.map((name) => `${name}_temp_path ${work}/${name};`).join("\n")}
log_format upstream '$upstream_addr $status';
access_log ${work}/access.log upstream;
${site}
}
`;
}
