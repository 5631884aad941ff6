export type { RunningServer, ServeOptions } from "../long-lived.ts";
export { createWebhookFetch, type Resolve, type WebhookFetch } from "../node/webhook-fetch.ts";
export { environment } from "./environment.ts";
export { serve } from "./serve.ts";
