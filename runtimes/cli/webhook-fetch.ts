export { createWebhookFetch, type Resolve } from "../node/webhook-fetch.ts";
