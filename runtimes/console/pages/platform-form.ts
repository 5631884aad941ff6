import type { Platform } from "../../../core/catalog/entities.ts";
import type { FieldError } from "../../../core/contract/problem.ts";
import { maySet } from "../../../core/management/field-rules.ts";
import { percentOf, shareOf } from "../amounts.ts";
import { selectField, textArea, textField } from "../fields.ts";
import { type Html, html } from "../html.ts";
import { linesOf } from "../lists.ts";
import type { PageContext } from "../page-context.ts";

const names = [
  "id",
  "publisherId",
  "name",
  "status",
  "allowedOrigins",
  "placements",
  "revenueShareBps",
] as const;

/** The texts in the form. */
export type PlatformValues = Readonly<Record<(typeof names)[number], string>>;

export function valuesOf(platform: Platform | undefined): PlatformValues {
  return {
    id: platform?.id ?? "pf_",
    publisherId: platform?.publisherId ?? "",
    name: platform?.name ?? "",
    status: platform?.status ?? "active",
    allowedOrigins: (platform?.allowedOrigins ?? []).join("\n"),
    placements: (platform?.placements ?? []).join("\n"),
    revenueShareBps: platform === undefined ? "50" : percentOf(platform.revenueShareBps),
  };
}

export function valuesSent(form: URLSearchParams): PlatformValues {
  const value = (name: string): string => form.get(name) ?? "";
  return {
    id: value("id"),
    publisherId: value("publisherId"),
    name: value("name"),
    status: value("status"),
    allowedOrigins: value("allowedOrigins"),
    placements: value("placements"),
    revenueShareBps: value("revenueShareBps"),
  };
}

/** The body for the API, without the fields that the role omits. */
export function platformBody(
  values: PlatformValues,
  { principal }: PageContext,
): Readonly<Record<string, unknown>> {
  const isSet = (field: keyof PlatformValues): boolean => maySet(principal.role, "platform", field);
  return {
    id: values.id,
    name: values.name,
    allowedOrigins: linesOf(values.allowedOrigins),
    placements: linesOf(values.placements),
    ...(isSet("publisherId") && { publisherId: values.publisherId }),
    ...(isSet("status") && { status: values.status }),
    ...(isSet("revenueShareBps") && { revenueShareBps: shareOf(values.revenueShareBps) }),
  };
}

export function platformFields(
  values: PlatformValues,
  { principal }: PageContext,
  errors: readonly FieldError[],
  isNew: boolean,
): Html {
  const isSet = (field: keyof PlatformValues): boolean => maySet(principal.role, "platform", field);
  return html`
${isNew && textField({ name: "id", label: "Platform ID", value: values.id, required: true, errors, hint: "pf_ and letters, digits, _ or -. It is public and cannot change." })}
${textField({ name: "name", label: "Name", value: values.name, required: true, errors })}
${isSet("publisherId") && textField({ name: "publisherId", label: "Publisher", value: values.publisherId, required: true, errors })}
${textArea({ name: "allowedOrigins", label: "Allowed sites", value: values.allowedOrigins, errors, hint: "One origin per line: https://shop.example, or https://*.shop.example for all subdomains." })}
${textArea({ name: "placements", label: "Placements", value: values.placements, errors, rows: 3, hint: "One name per line, in addition to chat, which always exists." })}
${
  (isSet("status") || isSet("revenueShareBps")) &&
  html`<div class="pair">${
    isSet("status") &&
    selectField({
      name: "status",
      label: "Status",
      value: values.status,
      required: true,
      errors,
      choices: [
        ["active", "Active"],
        ["disabled", "Disabled: requests answer 403"],
      ],
    })
  }
${isSet("revenueShareBps") && textField({ name: "revenueShareBps", label: "Revenue share, %", value: values.revenueShareBps, required: true, errors, inputMode: "decimal", hint: "The publisher's share of every charge." })}</div>`
}`;
}
