export type { RunningServer, ServableInstallation, ServeOptions } from "../server-lifecycle.ts";
export { environment } from "./environment.ts";
export { type NodeHandler, toNodeHandler } from "./handler.ts";
export type { NodeRequest, NodeResponse, NodeSocket } from "./message.ts";
export { serve } from "./serve.ts";
export { createWebhookFetch, type Resolve, type WebhookFetch } from "./webhook-fetch.ts";
