import { statusPath } from "#domain/deals/mails.ts";
import type { Stage } from "#domain/deals/stage.ts";
import { html } from "#server/platform/http/html.ts";

import type { Document } from "./document.ts";
import { contactPanel, stageHeading } from "./page-parts.ts";

export interface StatusForm {
  readonly ref: string;
  readonly check: string;
}

type Problem = { readonly kind: "missed" } | { readonly kind: "incomplete"; readonly form: StatusForm };

const title = "Where is my request?";

/** Every miss gets the same page: it holds nothing of what was typed. */
export function askStatusPage(problem: Problem | null): Document {
  const form = problem?.kind === "incomplete" ? problem.form : { ref: "", check: "" };
  const notice =
    problem?.kind === "missed"
      ? "We found no request with these two. Check them in our receipt, or ring us."
      : "Please fill in both fields.";
  const content = html`<div class="deep"><div class="column"><h1>${title}</h1><p class="lead">The reference is in every e-mail from us and starts with QK. The number of your invoice, or its payment code, works too. This page shows requests for parts only. If you are selling a machine or sent us a message, ring us or reply to our e-mail.</p></div></div>
<div class="column body wide"><form class="block quote prose" method="post" action="${statusPath}">
${problem === null ? "" : html`<div class="alert" role="alert"><p><strong>${notice}</strong></p></div>`}
<label class="field">Reference<input type="text" name="ref" value="${form.ref}" required autocapitalize="characters" autocomplete="off" spellcheck="false" maxlength="60"></label>
<label class="field">The last four digits of your phone number, or your e-mail address<input type="text" name="check" value="${form.check}" required autocapitalize="none" autocomplete="off" spellcheck="false" maxlength="300"></label>
<button class="go">Show where it’s up to</button></form>${contactPanel()}</div>`;
  return { title, content };
}

export function statusPage(
  reference: string,
  { stage, promise }: { readonly stage: Stage; readonly promise: string },
): Document {
  const content = html`${stageHeading(reference, stage, promise)}
<div class="column body wide"><section class="block quote prose"><p>Your own page, with the quote and everything about it, is at the link in our e-mail to you.</p><p class="links"><a href="${statusPath}">Look up another request</a></p></section>${contactPanel()}</div>`;
  return { title, content };
}
