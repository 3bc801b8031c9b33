import { business } from "#domain/business.ts";
import { trader } from "#domain/deals/quote.ts";
import { isOpenReturn } from "#domain/deals/returns.ts";
import { journey, stages } from "#domain/deals/stage.ts";
import { formatDay, formatNzShortDateTime, nzDate } from "#domain/nz-time.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { DealView, PageProblem, SentForm } from "./load-view.ts";

export function stageHeading({
  reference,
  stage,
  sentence,
}: Pick<DealView, "reference" | "stage" | "sentence">): Markup {
  const { title, step } = stages[stage];
  return heading({ reference, title, sentence, steps: journey, step });
}

interface Heading {
  readonly reference: string;
  readonly title: string;
  readonly sentence: string;
  readonly steps: readonly string[];
  /** The index of the step that is under way; null if the deal has ended early. */
  readonly step: number | null;
}

export function heading({ reference, title, sentence, steps, step }: Heading): Markup {
  return html`<div class="deep"><div class="column">
<p class="plate">${reference}</p>
<h1>${title}</h1>
<p class="lead">${sentence}</p>
${step === null ? "" : track(steps, step)}
</div></div>`;
}

function track(steps: readonly string[], current: number): Markup {
  const items = steps.map((name, index) => {
    if (index === current) return html`<li aria-current="step">${name}</li>`;
    return html`<li${index < current ? html` class="done"` : ""}>${name}</li>`;
  });
  return html`<ol class="track" aria-label="Steps">${items}</ol>`;
}

/** Says why a form was refused, and shows again what has no field on this page any more. */
export function problemNotice(view: DealView): Markup | string {
  const { problem } = view;
  if (problem === null) return "";
  const form = typedForm(view);
  const isGone = form !== "ask" && !(form === "return" ? canReturn(view) : view.may.includes(form));
  return problemPanel(problem, isGone ? typedText(view, "words") : "");
}

/** Shows what the visitor wrote, if it has no field any more. */
export function problemPanel(problem: PageProblem, words: string): Markup {
  return html`<div class="column body notice"><div class="alert" role="alert"><h2>${problem.title}</h2>
<p>${problem.text}</p>
${problem.items === undefined ? "" : html`<ul>${problem.items.map((item) => html`<li>${item}</li>`)}</ul>`}
${words === "" ? "" : html`<p>You wrote:</p><p class="pre">${words}</p>`}
<p>What you just sent changed nothing. If this is not clear, ring us on <a href="${business.phoneLink}">${business.phone}</a>.</p></div></div>`;
}

export function contactPanel(first: Markup | string = ""): Markup {
  return html`<section class="panel block side">${first}<h2>Talk to us</h2>
<p>Ring <a href="${business.phoneLink}">${business.phone}</a> (${business.hours}), or reply to any of our e-mails.</p></section>`;
}

/** Lists the newest invoice first, then all others and the credit notes. */
export function documentLinks({ path, documents }: DealView): Markup | string {
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

export function messageList({ messages: all, at }: DealView): Markup | string {
  const messages = all.slice(-messagesShown);
  if (messages.length === 0) return "";
  return html`<section class="block prose"><h2>Questions and answers</h2>${messages.map((message) => messageEntry(message, at))}</section>`;
}

const speakers = {
  question: "You asked",
  answer: "We answered",
  decline: "You said no thanks",
  still_interested: "You are still interested",
} as const;

function messageEntry({ kind, words, at: sent }: DealView["messages"][number], at: Date): Markup {
  return html`<div class="note"><p class="small muted">${speakers[kind]}, ${formatNzShortDateTime(new Date(sent), at)}</p>
${words === null ? "" : html`<p class="pre">${words}</p>`}</div>`;
}

/** Names the seller (Fair Trading Act 1986, section 28B), the buyer's rights and the exact version of the quote. */
export function quoteFooter(view: DealView): Markup {
  const { version, otherVersions, at, path } = view;
  const {
    name,
    legal_name: legal,
    gst_number: gst,
    address,
    phone,
    email,
  } = version?.content.business ?? trader;
  return html`<footer class="foot block small prose">
<p>${name} is a trading name of ${legal}. GST number <span class="num">${gst}</span>.<br>${address}<br><a href="tel:${phone.replaceAll(" ", "")}">${phone}</a>, <a href="mailto:${email}">${email}</a></p>
<p>You have rights under the Consumer Guarantees Act 1993. Our own promises, such as returns within 14 days, are in addition to your rights under the Consumer Guarantees Act.</p>
${version === null ? "" : html`<details class="muted"><summary>Details</summary><p>Version ${String(version.number)} of ${formatDay(nzDate(new Date(version.queued_at)), at)}. Fingerprint <span class="mono">${version.content_hash.slice(0, 12)}</span></p></details>`}
<p class="links">${view.order === null ? documentLinks(view) : ""}${otherVersions.map(({ number }) => html`<a href="${path}/version/${String(number)}">Version ${String(number)}</a>`)}<a href="/terms" rel="noreferrer">Terms</a><a href="/privacy" rel="noreferrer">Privacy</a></p>
</footer>`;
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
