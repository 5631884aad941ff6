import { choicesOf } from "../../../core/management/field-rules.ts";
import { keyBody, type ShownKey, shownKey } from "../../../core/management/key-routes.ts";
import { keyModes } from "../../../core/signing/api-key.ts";
import { badge, postForm, table } from "../components.ts";
import type { Form } from "../forms/form.ts";
import { partsOf } from "../forms/object-part.ts";
import { drawForm, writeParts } from "../forms/part.ts";
import { type Html, html } from "../html.ts";
import { type Listed, listAll } from "../lists.ts";
import type { PageContext } from "../page-context.ts";
import { moment } from "../times.ts";

export const keyForm: Form = {
  kind: "api_key",
  schema: keyBody,
  fields: {
    publisherId: { label: "Publisher", type: "hidden" },
    mode: {
      label: "New key",
      choices: {
        live: "live: billed ads",
        test: "test: test ads only",
        manage: "manage: this console and the API",
      },
    },
    label: { label: "Label", maxLength: 200 },
  },
};

/** The keys of a publisher, newest first. */
export async function keysOf(context: PageContext, publisherId: string): Promise<Listed<ShownKey>> {
  const { items, isWhole } = await listAll(context, "list-keys", shownKey, { publisher: publisherId });
  return { items: items.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)), isWhole };
}

/** The keys without their secrets, their actions, and the form for a new key. */
export function keyTable(keys: Listed<ShownKey>, context: PageContext, publisherId: string): Html {
  const now = new Date(context.clock()).toISOString();
  const parts = partsOf(keyForm, context.principal.role, true);
  return html`${table(
    "API keys",
    ["Key", "Mode", "Label", "Created", "State", "Actions"],
    keys.items.map((key) => [
      html`<code>hb_${key.mode}_${key.id}…</code>`,
      key.mode,
      key.label || "–",
      moment(key.createdAt),
      stateOf(key, now),
      doOf(key, now, context),
    ]),
    "No keys yet.",
  )}${!keys.isWhole && html`<p class="hint">The list is incomplete: there are too many keys to show.</p>`}
${postForm(
  context,
  "keys",
  html`${drawForm(parts, new Map(writeParts(parts, { publisherId }))).fields}
<div class="buttons"><button class="primary">Create key</button></div>`,
  "card inline",
)}`;
}

function stateOf({ revokedAt }: ShownKey, now: string): Html {
  if (revokedAt === null) return badge("valid", "good");
  return revokedAt <= now ? badge("revoked", "bad") : html`${badge("ends")} ${moment(revokedAt)}`;
}

function doOf({ id, mode, revokedAt }: ShownKey, now: string, context: PageContext): Html | string {
  if (revokedAt !== null && revokedAt <= now) return "–";
  const mayRotate = choicesOf(context.principal.role, "api_key", "mode", keyModes).includes(mode);
  const path = `keys/${encodeURIComponent(id)}`;
  return html`<div class="row">${
    mayRotate &&
    postForm(
      context,
      `${path}/rotate`,
      html`<button class="small" aria-label="Rotate key ${id}">Rotate</button>`,
    )
  }<a class="button small bad" href="${context.at(`${path}/revoke`)}" aria-label="Revoke key ${id}">Revoke</a></div>`;
}
