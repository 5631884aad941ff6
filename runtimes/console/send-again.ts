import { findPage } from "./find-page.ts";
import { type Html, html } from "./html.ts";
import type { Page } from "./page-context.ts";
import { pageRoutes } from "./page-routes.ts";
import { isConsolePath } from "./safe-path.ts";

/** A form that was refused, because its session ended or another one began. */
export interface RefusedForm {
  /** The path below `/console/`. */
  readonly path: string;
  readonly form: URLSearchParams;
  readonly at: (path: string) => string;
}

/** Fields that a page never repeats. */
const secret = /token|credential|secret|password/i;

/** Whether a page offers to send the form again. */
export function canSendAgain({ path, form }: Pick<RefusedForm, "path" | "form">): boolean {
  return form.size > 0 && isConsolePath(path) && findPage(pageRoutes, "POST", path).found === "page";
}

/** The page after the end of a session: it keeps the fields until the person has signed in in another tab. */
export function signedOutPage(refused: RefusedForm): Page {
  return {
    title: "You are signed out",
    section: "none",
    status: 401,
    content: html`<p class="lead">Nothing was saved. This page keeps what you sent: <a href="${refused.at("sign-in")}" target="_blank" rel="noreferrer">sign in in a new tab</a>, or open a new link of <code>handbill console link</code> there. Then come back and send it again.</p>
${formAgain(refused, "")}`,
  };
}

/** The page of a form without the token of this session: its fields with the token, so that a person decides. */
export function otherSessionPage(refused: RefusedForm, formToken: string): Page {
  return {
    title: "This form belongs to another session",
    section: "none",
    status: 403,
    content: html`<p class="lead">Nothing was saved. You signed in after you opened the form. Send it again if it is yours.</p>
${formAgain(refused, formToken)}`,
  };
}

function formAgain({ path, form, at }: RefusedForm, formToken: string): Html {
  const fields = [...form].filter(([name]) => !secret.test(name));
  return html`<form method="post" action="${at(path)}"><input type="hidden" name="token" value="${formToken}">${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<div class="buttons"><button class="primary">Send again</button></div></form>`;
}
