import type { WebhookTools } from "./route.ts";
import { type AddressRules, checkWebhookUrl } from "./webhooks/address.ts";
import { webhookSecret } from "./webhooks/sign.ts";

/** What the webhook routes need of how messages are sent; shown is the secret that follows from the first signing secret. */
export function webhookTools(secrets: readonly string[], rules: AddressRules): WebhookTools {
  const [newest = ""] = secrets;
  return {
    secretOf: (webhookId) => webhookSecret(newest, webhookId),
    checkAddress: (url) => {
      const checked = checkWebhookUrl(url, rules);
      return checked.ok ? undefined : checked.fault;
    },
  };
}
