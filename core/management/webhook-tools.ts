import type { WebhookTools } from "./route.ts";
import { type AddressRules, checkWebhookUrl } from "./webhooks/address.ts";
import { webhookSecret } from "./webhooks/sign.ts";

/** The tools of the webhook routes. The shown secret derives from the first signing secret. */
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
