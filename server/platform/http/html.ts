import { createHash } from "node:crypto";

import type { FastifyReply } from "fastify";

import { colours, darkColours } from "#domain/colours.ts";
import { firm, phoneLink } from "#domain/firm.ts";

import { contentSecurityPolicy } from "./security-headers.ts";

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
}

class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}
export type { Markup };

/** Escapes texts, but not markup made by this tag. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Markup | Markup[])[]
): Markup {
  const filled = values.map(asSource);
  return new Markup(parts.map((part, index) => part + (filled[index] ?? "")).join(""));
}

function asSource(value: string | Markup | Markup[]): string {
  if (Array.isArray(value)) return value.map((one) => one.source).join("");
  return typeof value === "string" ? escapeHtml(value) : value.source;
}

/** A style sheet, and the source that a policy allows it by. */
export interface Sheet {
  readonly style: string;
  readonly source: string;
}

export function hashedSheet(style: string): Sheet {
  return { style, source: `'sha256-${createHash("sha256").update(style).digest("base64")}'` };
}

/** A page without scripts and without a build, which no search engine lists. */
export function pageSource(
  title: string,
  {
    sheet,
    head = "",
    body,
  }: { readonly sheet: Sheet; readonly head?: Markup | string; readonly body: Markup },
): string {
  // The tag would escape the styles.
  const style: Markup = { source: `<style>${sheet.style}</style>` };
  return html`<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
${head}<title>${title} | ${firm.trading_name}</title>
${style}
</head>
<body>${body}</body>
</html>
`.source;
}

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
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}
.small{color:var(--muted);font-size:.9375rem}
`;

const sheet = hashedSheet(style);
const policy = contentSecurityPolicy({ scripts: [], styles: [sheet.source] });

/** For forms that are posted natively. */
export function messagePage(reply: FastifyReply, message: string, requestId: string): FastifyReply {
  const content = html`<h1>${firm.trading_name}</h1>
    <p class="alert" role="alert">${message}</p>
    <p>
      Go back to keep what you typed and try again, or phone us on
      <a href="${phoneLink()}">${firm.phone}</a>.
    </p>
    <p class="small">Error code ${requestId}</p>`;
  return reply
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(pageSource(message, { sheet, body: html`<main>${content}</main>` }));
}
