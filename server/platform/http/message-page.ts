import type { FastifyReply } from "fastify";

import { business } from "#domain/business.ts";

import { html } from "./html.ts";
import { plainPage, plainPagePolicy } from "./plain-page.ts";

/** Answers with a plain page that says what happened. */
export function messagePage(reply: FastifyReply, message: string, requestId: string): FastifyReply {
  const content = html`<h1>${business.name}</h1>
    <p class="alert" role="alert">${message}</p>
    <p>
      Go back to keep what you typed and try again, or phone us on
      <a href="${business.phoneLink}">${business.phone}</a>.
    </p>
    <p class="small">Error code ${requestId}</p>`;
  return sendPage(reply, plainPage(message, content));
}

export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header("content-security-policy", plainPagePolicy).type("text/html; charset=utf-8").send(page);
}
