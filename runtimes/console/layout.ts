import type { Principal } from "../../core/management/principal.ts";
import { assetPath } from "./assets.ts";
import { notice } from "./components.ts";
import { errorSummary } from "./form-error.ts";
import { type Html, html } from "./html.ts";
import type { Page } from "./page-context.ts";

export interface Frame {
  readonly at: (path: string) => string;
  /** `undefined`: signed out. */
  readonly principal: Principal | undefined;
  readonly may: (operation: string) => boolean;
  readonly formToken: string;
  readonly canSignOut: boolean;
  /** Whether a demo is served beside the console. */
  readonly hasDemo: boolean;
}

interface Item {
  readonly path: string;
  readonly label: string;
  /** The operation that a user must be allowed to call to see the item. */
  readonly needs: string;
}

const groups: readonly { readonly label: string; readonly items: readonly Item[] }[] = [
  {
    label: "Today",
    items: [
      { path: "", label: "Overview", needs: "read-report" },
      { path: "attention", label: "Needs attention", needs: "list-attention" },
      { path: "deliveries", label: "Live", needs: "list-deliveries" },
      { path: "reports", label: "Reports", needs: "read-report" },
      { path: "statements", label: "Statements", needs: "list-statements" },
      { path: "quality", label: "Quality", needs: "read-quality" },
      { path: "adjustments", label: "Adjustments", needs: "list-adjustments" },
      { path: "explain", label: "Why", needs: "read-delivery" },
      { path: "review", label: "Review", needs: "list-review" },
    ],
  },
  {
    label: "Publishing",
    items: [
      { path: "publishers", label: "Publishers", needs: "create-publisher" },
      { path: "platforms", label: "Platforms", needs: "list-platforms" },
    ],
  },
  {
    label: "Advertising",
    items: [
      { path: "campaigns", label: "Campaigns", needs: "list-campaigns" },
      { path: "creatives", label: "Creatives", needs: "list-creatives" },
      { path: "reported", label: "Reported ads", needs: "list-creatives" },
      { path: "topics", label: "Topics", needs: "list-topics" },
    ],
  },
  {
    label: "Settings",
    items: [
      { path: "webhooks", label: "Webhooks", needs: "list-webhooks" },
      { path: "audit", label: "Audit trail", needs: "read-audit" },
    ],
  },
];

/** The frame of pages for signed-out users. */
export function signedOutFrame(at: Frame["at"], hasDemo: boolean): Frame {
  return { at, principal: undefined, may: () => false, formToken: "", canSignOut: false, hasDemo };
}

/** A whole page. */
export function layout(page: Page, frame: Frame): Html {
  const { at, principal } = frame;
  const failed = page.errors !== undefined && page.errors.length > 0;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${failed ? "Error: " : ""}${page.title} · Handbill</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at(assetPath("style.css"))}">
<script src="${at(assetPath("card.js"))}" defer></script>
<script src="${at(assetPath("script.js"))}" defer></script>
</head>
<body${principal === undefined && html` class="outside"`}>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="${at("")}">Handbill</a>
${frame.hasDemo && html`<a href="${at("../")}">Playground</a>`}
${principal !== undefined && userMenu(principal, frame)}
</header>
${principal !== undefined && navigation(page, frame)}
<main id="content" tabindex="-1">
<h1>${page.title}</h1>
${failed ? errorSummary(page.errors ?? []) : ""}
${page.notice !== undefined && notice(page.notice)}
${page.content}
</main>
</body>
</html>`;
}

function navigation({ section }: Page, { at, may }: Frame): Html {
  return html`<nav class="side" aria-label="Console">
${groups.map(({ label, items }) => {
  const own = items.filter(({ needs }) => may(needs));
  return (
    own.length > 0 &&
    html`<div class="group"><p>${label}</p><ul>${own.map(
      (item) =>
        html`<li><a href="${at(item.path)}"${item.path === section && html` aria-current="page"`}>${item.label}</a></li>`,
    )}</ul></div>`
  );
})}
</nav>`;
}

function userMenu(principal: Principal, { at, formToken, canSignOut }: Frame): Html {
  const name = principal.role === "operator" ? "Operator" : `${principal.name} (${principal.role})`;
  return html`<div class="userMenu"><span>${name}</span>${
    canSignOut &&
    html`<form method="post" action="${at("sign-out")}"><input type="hidden" name="token" value="${formToken}"><button class="quiet">Sign out</button></form>`
  }</div>`;
}
