import { trader } from "#domain/deals/quote.ts";
import { firm, phoneLink } from "#domain/firm.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { Document } from "./document.ts";
import { documentLinks, markupIn } from "./page-parts.ts";
import type { PageProblem, PageView, Standing, VersionOnPage } from "./page-view.ts";

/** What the pages of a buyer say otherwise than those of a seller. */
export const buyerWords = {
  version: "Version",
  sent: (day: string, until: string) => `Sent on ${day}, good until the end of ${until}`,
  notCurrent: "This is not the current version.",
  check: (number: number) =>
    `The current quote is version ${number}, shown below. Please check it and approve again.`,
  back: "Back to your quote",
  law: "You have rights under the Consumer Guarantees Act 1993. Our own promises, such as returns within 14 days, are in addition to your rights under the Consumer Guarantees Act.",
};

export const sellerWords: typeof buyerWords = {
  version: "Offer",
  sent: (day) => `Sent on ${day}`,
  notCurrent: "This is not our current offer.",
  check: () => "Our current offer is shown below. Please check it and accept it again.",
  back: "Back to your page",
  law: "The Secondhand Dealers and Pawnbrokers Act 2004 asks us to look at your ID and to record the sale.",
};

interface PageParts {
  readonly main: readonly (Markup | string)[];
  /** On wide screens, it is next to the rest; else it follows the main part, and is above what was agreed. */
  readonly side: Markup | string;
  readonly rest: readonly (Markup | string)[];
  readonly style: string;
  /** What was typed into a form that is not on the page any more. */
  readonly goneWords: string;
}

/** A visitor's page, which changes with the stage. */
export function framedPage(view: PageView, words: typeof buyerWords, parts: PageParts): Document {
  const { title, reference, problem, isAgreed } = view;
  const { side, rest, style, goneWords } = parts;
  const main = html`<section class="block quote">${markupIn(parts.main)}</section>`;
  const content = html`${heading(reference, view)}${problem === null ? "" : problemPanel(problem, goneWords)}
<div class="column body wide">${markupIn(isAgreed ? [side, main] : [main, side])}<div class="rest">${markupIn([...rest, nextSteps(view), footer(view, words)])}</div></div>`;
  return { title: `${title} ${reference}`, content, style };
}

/** Shows a version as it was sent, read-only. */
export function versionPage(
  view: PageView,
  words: typeof buyerWords,
  version: VersionOnPage,
  shown: Markup | Markup[],
): Document {
  const { reference, at, path } = view;
  const title = `${words.version} ${version.number}`;
  const isCurrent = view.version?.number === version.number;
  const sent = words.sent(sentOn(version, at), formatDay(version.valid_until, at));
  const content = html`<div class="deep"><div class="column"><p class="plate">${reference}</p><h1>${title}</h1>
<p class="lead">${sent}. ${isCurrent ? `Now: ${view.title}.` : words.notCurrent}</p></div></div>
<div class="column body"><section class="block prose">${shown}</section>
<p class="links"><a href="${path}">${words.back}</a></p>${footer({ ...view, version }, words)}</div>`;
  return { title: `${title} ${reference}`, content };
}

function sentOn({ queued_at: at }: { readonly queued_at: string }, now: Date): string {
  return formatDay(nzDate(new Date(at)), now);
}

export function heading(reference: string, { title, sentence, steps, step }: Standing): Markup {
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

function problemPanel(problem: PageProblem, words: string): Markup {
  return html`<div class="column body notice"><div class="alert" role="alert"><h2>${problem.title}</h2>
<p>${problem.text}</p>
${problem.items === undefined ? "" : html`<ul>${problem.items.map((item) => html`<li>${item}</li>`)}</ul>`}
${words === "" ? "" : html`<p>You wrote:</p><p class="pre">${words}</p>`}
<p>What you just sent changed nothing. If this is not clear, ring us on <a href="${phoneLink()}">${firm.phone}</a>.</p></div></div>`;
}

function nextSteps({ next }: PageView): Markup | string {
  if (next.length === 0) return "";
  return html`<section class="block prose"><h2>What happens next</h2><ol class="steps">${next.map((step) => html`<li>${step}</li>`)}</ol></section>`;
}

/** Names us (Fair Trading Act 1986, section 28B), the visitor's rights or duties, and the exact version. */
function footer(view: PageView, { version: name, law }: typeof buyerWords): Markup {
  const { version, otherVersions, at, path, isAgreed } = view;
  const us = version?.content.business ?? trader();
  return html`<footer class="foot block small prose">
<p>${us.name} is a trading name of ${us.legal_name}. GST number <span class="num">${us.gst_number}</span>.<br>${us.address}<br><a href="tel:${us.phone.replaceAll(" ", "")}">${us.phone}</a>, <a href="mailto:${us.email}">${us.email}</a></p>
<p>${law}</p>
${version === null ? "" : html`<details class="muted"><summary>Details</summary><p>${name} ${String(version.number)} of ${sentOn(version, at)}. Fingerprint <span class="mono">${version.content_hash.slice(0, 12)}</span></p></details>`}
<p class="links">${isAgreed ? "" : documentLinks(view)}${otherVersions.map(({ number }) => html`<a href="${path}/version/${String(number)}">${name} ${String(number)}</a>`)}<a href="/terms" rel="noreferrer">Terms</a><a href="/privacy" rel="noreferrer">Privacy</a></p>
</footer>`;
}
