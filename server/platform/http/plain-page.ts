import type { FastifyReply } from "fastify";

import { business } from "#domain/business.ts";
import { colours, darkColours } from "#domain/colours.ts";

import { html, type Markup } from "./html.ts";
import { hashedSheet, pageSource } from "./page-source.ts";
import { contentSecurityPolicy } from "./security-headers.ts";

function variables({ surface, ink, inkMuted, danger, brand }: Record<keyof typeof darkColours, string>) {
  return `--surface:${surface};--ink:${ink};--muted:${inkMuted};--danger:${danger};--brand:${brand}`;
}

const style = `
:root{color-scheme:light dark;${variables(colours)}}
@media (prefers-color-scheme:dark){:root{${variables(darkColours)}}}
body{margin:0;background:var(--surface);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:1.5rem 1rem 4rem}
a{color:var(--brand)}h1{font-size:1.5rem;line-height:1.25}
.alert{border:2px solid var(--danger);border-radius:4px;color:var(--danger);padding:.75rem 1rem;font-weight:600}
fieldset{margin:1.5rem 0 0;border:1px solid var(--muted);border-radius:4px;padding:0 1rem 1rem}legend{font-weight:700}
label{display:block;margin-top:1rem;font-weight:600}
input,select,textarea{display:block;border-radius:4px;box-sizing:border-box;width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--muted);background:var(--surface);color:var(--ink);font:inherit}
input:is([type=checkbox],[type=radio]){display:inline-block;width:1.5rem;min-height:1.5rem;margin:0 .5rem 0 0;vertical-align:middle}
label>.small{display:block;margin-left:2.25rem;font-weight:400}
button{margin-top:1.5rem;min-height:3rem;padding:.5rem 1.5rem;border:0;border-radius:4px;background:${colours.action};color:${colours.actionInk};font:inherit;font-weight:700}
.alert a{color:inherit}.alert ul{margin:0;padding-left:1.25rem}.problem{display:block;color:var(--danger);font-weight:600}
summary{margin-top:1rem;min-height:2rem;font-weight:600;cursor:pointer}
[aria-invalid]{border:2px solid var(--danger)}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}
.small{color:var(--muted);font-size:.9375rem}
`;

const sheet = hashedSheet(style);
const policy = contentSecurityPolicy({ scripts: [], styles: [sheet.source] });

export function messagePage(reply: FastifyReply, message: string, requestId: string): FastifyReply {
  const content = html`<h1>${business.name}</h1>
    <p class="alert" role="alert">${message}</p>
    <p>
      Go back to keep what you typed and try again, or phone us on
      <a href="${business.phoneLink}">${business.phone}</a>.
    </p>
    <p class="small">Error code ${requestId}</p>`;
  return sendPage(reply, message, content);
}

/** For forms that are posted natively. */
export function sendPage(reply: FastifyReply, title: string, content: Markup): FastifyReply {
  return reply
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(pageSource(title, { sheet, body: html`<main>${content}</main>` }));
}
