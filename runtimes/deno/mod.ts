export { createWebhookFetch, type Resolve, type WebhookFetch } from "../node/webhook-fetch.ts";
export type { RunningServer, ServableInstallation, ServeOptions } from "../server-lifecycle.ts";
export { environment } from "./environment.ts";
export { serve } from "./serve.ts";
