import type { FastifyReply } from "fastify";

import { colours } from "#domain/colours.ts";
import { dealPath, statusPath } from "#domain/deals/mails.ts";
import { firm, phoneLink } from "#domain/firm.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { sendCompressed } from "#server/platform/http/compression.ts";
import { hashedSheet, html, type Markup, pageSource, type Sheet } from "#server/platform/http/html.ts";

import { dealStyle } from "./style.ts";

export interface Document {
  readonly title: string;
  /** Fills `main`, from the heading on. */
  readonly content: Markup;
  /** Rules of this page alone. */
  readonly style?: string;
  /** The address of our own script that this page runs instead of the one that every page of a deal has. */
  readonly script?: string | null;
  /** Another site's address that the page leads on to by itself. */
  readonly leadsTo?: string;
}

const kea = html`<svg viewBox="0 0 48 48" aria-hidden="true"><path d="M6 44C4 28 9 8 25 5c10-1 16 5 17 12 5 3 6 12 1 20-2-6-6-9-11-9-5 3-8 9-7 16"/><path d="M42 17c-4-1-8 2-10 11"/></svg>`;

/** Returns a page that works without scripts. Browsers, proxies and search engines don't store it (deals.md section 4). */
export function documentHtml({ signFont }: DealContext, document: Document): string {
  const { title, content, leadsTo, script } = document;
  const head = html`${leadsTo === undefined ? "" : html`<meta http-equiv="refresh" content="0;url=${leadsTo}">`}<meta name="format-detection" content="telephone=no">
<meta name="theme-color" content="${colours.deep}">
<link rel="icon" href="/favicon.svg">
${script ? html`<script type="module" src="${script}"></script>` : ""}`;
  const body = html`
<header class="top"><div class="column"><a class="logo sign" href="/" rel="noreferrer" aria-label="${firm.trading_name} home">${kea}${firm.trading_name}</a><a href="${phoneLink()}">${firm.phone}</a></div></header>
<main>${content}</main>
`;
  return pageSource(title, { sheet: sheetOf(signFont, document), head, body });
}

/**
 * Compressed, because many have one bar of signal. The key in the page stays a secret: what is in a response beside it
 * comes from a form that only our own pages can post.
 */
export async function sendDocument(
  context: DealContext,
  reply: FastifyReply,
  status: number,
  content: Document,
): Promise<FastifyReply> {
  const script = isOfDeal(status, reply.request.url) ? context.sendOnScript : null;
  const document = { script, ...content };
  reply
    .status(status)
    .headers({
      "content-security-policy": policyWith(
        sheetOf(context.signFont, document),
        document.script ? scriptSources : ["img-src 'self'"],
      ),
      "x-robots-tag": "noindex",
      vary: "accept-encoding",
    })
    .type("text/html; charset=utf-8");
  return sendCompressed(reply, Buffer.from(documentHtml(context, document)));
}

/** Returns true behind the right key: with a wrong one, no photo could be sent. */
function isOfDeal(status: number, url: string): boolean {
  return url.startsWith(`${dealPath}/`) && status !== 404 && status !== 429;
}

/** The sheet that all pages share is long and always the same. */
const sheets = new Map<string | null, Sheet>();

function sheetOf(signFont: string | null, { style = "" }: Document): Sheet {
  const known = sheets.get(signFont) ?? hashedSheet(dealStyle(signFont));
  sheets.set(signFont, known);
  return style === "" ? known : hashedSheet(known.style + style);
}

/** A script sends photos, shows those that it has not sent, and has a worker. */
const scriptSources = [
  "script-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "img-src 'self' blob:",
];

function policyWith({ source }: Sheet, sources: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src ${source}`,
    "font-src data:",
    ...sources,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Holds no data of any deal. */
export function explainingPage(title: string, text: string): Document {
  const content = html`<div class="deep"><div class="column"><h1>${title}</h1><p class="lead">${text}</p></div></div>
<div class="column body"><section class="block prose"><p>Ring us on <a href="${phoneLink()}">${firm.phone}</a> (${firm.hours_text}) or write to <a href="mailto:${firm.email}">${firm.email}</a>. We can find your request by your name or reference.</p>
<p class="links"><a href="${statusPath}" rel="noreferrer">Where is my request?</a><a href="/" rel="noreferrer">Home</a></p></section></div>`;
  return { title, content };
}

export function missingDealPage(): Document {
  return explainingPage(
    "This link does not work",
    "It may be incomplete, or a newer link has replaced it. Open the link in our newest e-mail, all of it.",
  );
}

export function sendTooManyTries(
  context: DealContext,
  reply: FastifyReply,
  seconds: number,
): Promise<FastifyReply> {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes <= 1 ? "a minute" : `${minutes} minutes`;
  const page = explainingPage("Too many tries", `Please wait ${wait} and try again.`);
  return sendDocument(context, reply.header("retry-after", seconds), 429, page);
}
