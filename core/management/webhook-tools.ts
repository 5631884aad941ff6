import type { WebhookTools } from "./route.ts";
import { checkWebhookUrl } from "./webhooks/address.ts";
import { type PostOptions, postMessage } from "./webhooks/post.ts";
import { webhookSecret } from "./webhooks/sign.ts";

/** The tools of the webhook routes. The shown secret derives from the first signing secret; all secrets sign a message. */
export function webhookTools(
  secrets: readonly string[],
  options: Omit<PostOptions, "secrets">,
): WebhookTools {
  const [newest = ""] = secrets;
  return {
    secretOf: (webhookId) => webhookSecret(newest, webhookId),
    checkAddress: (url) => {
      const checked = checkWebhookUrl(url, options.rules);
      return checked.ok ? undefined : checked.fault;
    },
    post: (webhook, message) => postMessage(webhook, message, { ...options, secrets }),
    attempts: options.attempts.read,
  };
}
