import type { DealMessage } from "#domain/deals/deal.ts";
import { formatCents } from "#domain/deals/money.ts";
import { isOpenReturn } from "#domain/deals/returns.ts";
import { firm, phoneLink } from "#domain/firm.ts";
import { formatNzShortDateTime } from "#domain/nz-time.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { DealView } from "./load-view.ts";
import type { PageView, SentForm } from "./page-view.ts";

/** Whoever gave no e-mail address has no e-mail to reply to. */
export function contactPanel(
  { hasAddress = true }: { readonly hasAddress?: boolean } = {},
  first: Markup | string = "",
): Markup {
  return html`<section class="panel block side">${first}<h2>Talk to us</h2>
<p>Ring <a href="${phoneLink()}">${firm.phone}</a> (${firm.hours_text})${hasAddress ? ", or reply to any of our e-mails" : ""}.</p></section>`;
}

export function factList(facts: Readonly<Record<string, string>>): Markup {
  return html`<dl class="pay">${Object.entries(facts).map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Lists the newest invoice first, then all others and the credit notes. */
export function documentLinks({ path, documents }: PageView): Markup | string {
  const newest = documents.findLast(({ kind }) => kind === "invoice");
  if (newest === undefined) return "";
  const others = documents.filter((one) => one !== newest);
  const address = (one: (typeof others)[number]) =>
    one.kind === "credit" ? `${path}/credit/${one.number}` : `${path}/invoice?number=${one.number}`;
  const title = (one: (typeof others)[number]) =>
    `${one.kind === "credit" ? "Credit note" : "Invoice"} ${one.number}`;
  return html`<a href="${path}/invoice">Invoice ${newest.number.replace(/^\D+/, "")}</a><a href="${path}/invoice.pdf">PDF</a>${others.map((one) => html`<a href="${address(one)}">${title(one)}</a>`)}`;
}

const messagesShown = 6;

export function messageList(title: string, { messages: all, at }: PageView): Markup | string {
  const messages = all.slice(-messagesShown);
  if (messages.length === 0) return "";
  return html`<section class="block prose"><h2>${title}</h2>${messages.map((message) => messageEntry(message, at))}</section>`;
}

function messageEntry(message: DealMessage, at: Date): Markup {
  const { words } = message;
  return html`<div class="note"><p class="small muted">${said(message)}, ${formatNzShortDateTime(new Date(message.at), at)}</p>
${words === null ? "" : html`<p class="pre">${words}</p>`}</div>`;
}

const speakers = {
  question: "You asked",
  answer: "We answered",
  decline: "You said no thanks",
  still_interested: "You are still interested",
  counter: "You asked for",
  reply: "You wrote",
} as const;

function said({ kind, amount_cents: cents }: DealMessage): string {
  return cents === null ? speakers[kind] : `${speakers[kind]} ${formatCents(cents)}`;
}

export function typedText({ typed }: SentForm, name: string): string {
  const value = typed[name];
  return typeof value === "string" ? value : "";
}

/** Several forms have `words`: what was typed goes back into its own form. */
export function typedForm({ typed }: SentForm): "ask" | "decline" | "return" {
  if (typed["reason"] !== undefined) return "decline";
  return typed["kind"] === undefined && typed["line"] === undefined ? "ask" : "return";
}

/** False while a return is open: it is settled before the next. */
export function canReturn({ may, returns }: DealView): boolean {
  return may.includes("return") && !returns.some(isOpenReturn);
}

export function markupIn(parts: readonly (Markup | string)[]): Markup[] {
  return parts.filter((part) => typeof part !== "string");
}
