import type { FastifyReply } from "fastify";

import { business } from "#domain/business.ts";
import { statusPath } from "#domain/deals/mails.ts";
import { html } from "#server/platform/http/html.ts";
import type { Services } from "#server/services/services.ts";

import { type Document, sendDocument } from "./document.ts";

/** Holds no data of any deal. */
export function explainingPage(title: string, text: string): Document {
  const content = html`<div class="deep"><div class="column"><h1>${title}</h1><p class="lead">${text}</p></div></div>
<div class="column body"><section class="block prose"><p>Ring us on <a href="${business.phoneLink}">${business.phone}</a> (${business.hours}) or write to <a href="mailto:${business.email}">${business.email}</a>. We can find your request by your name or reference.</p>
<p class="links"><a href="${statusPath}" rel="noreferrer">Where is my request?</a><a href="/" rel="noreferrer">Home</a></p></section></div>`;
  return { title, content };
}

export const missingDealPage = explainingPage(
  "This link does not work",
  "It may be incomplete, or a newer link has replaced it. Open the link in our newest e-mail, all of it.",
);

export function sendTooManyTries(
  context: Pick<Services, "signFont">,
  reply: FastifyReply,
  seconds: number,
): Promise<FastifyReply> {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes <= 1 ? "a minute" : `${minutes} minutes`;
  const page = explainingPage("Too many tries", `Please wait ${wait} and try again.`);
  return sendDocument(context, reply.header("retry-after", seconds), 429, page);
}
