import type { Handbill } from "../../core/handbill.ts";
import { environment } from "../../runtimes/node/mod.ts";
import { openApp } from "../runtimes/app.ts";

/** The handbill that every example mounts, its path, and the port. */
export const handbill: Handbill = await openApp(environment, console.error, true);
export const mount: string = environment("MOUNT") ?? "/";
export const port: number = Number(environment("PORT") ?? 0);
export const hostname = "127.0.0.1";
export { ready } from "../runtimes/entries/ready.ts";
