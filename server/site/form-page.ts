import type { FastifyReply } from "fastify";

import { business } from "#domain/business.ts";
import type { Field } from "#domain/field.ts";
import { newestModelYear } from "#domain/nz-time.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";

import { html, type Markup } from "../markup/html.ts";
import { plainPage } from "../markup/plain-page.ts";
import { sendPage } from "./message-page.ts";

export interface FormProblem {
  readonly message: string;
  readonly requestId: string;
  readonly field?: string;
}

/**
 * Answers a form post that could not go through: the message above the same form, with everything the
 * visitor typed still in it. Works without scripts.
 */
export function formPage(
  reply: FastifyReply,
  submission: Submission,
  typed: Readonly<Record<string, unknown>>,
  problem: FormProblem,
): FastifyReply {
  const inputs = fieldEntries(submission).map(([name, field]) =>
    inputFor(name, field, asText(typed[name]), name === problem.field),
  );
  const content = html`<h1>${submission.title}</h1>
    <p class="alert" role="alert">${problem.message}</p>
    <p>
      Nothing you typed is lost: check it and send again, or phone us on
      <a href="${business.phoneLink}">${business.phone}</a>.
    </p>
    <form method="post" action="${endpoints.forms}/${submission.name}">
      ${inputs} ${submission.asksConsent ? consentBox(typed["consent"] === "true") : ""}
      <button>Send again</button>
    </form>
    <p class="small">Error code ${problem.requestId}</p>`;
  return sendPage(reply, plainPage(problem.message, content));
}

function consentBox(checked: boolean): Markup {
  return html`<p>
    <label
      ><input type="checkbox" name="consent" value="true" required${checked ? html` checked` : ""} /> I agree
      to the <a href="/privacy">privacy policy</a></label
    >
  </p>`;
}

function inputFor(name: string, field: Field, value: string, isWrong: boolean): Markup {
  const required = field.required ? html` required` : html``;
  const invalid = isWrong ? html` aria-invalid="true" autofocus` : html``;
  const label = html`<label for="${name}">${field.label}${field.required ? "" : " (optional)"}</label>`;
  const named = html` id="${name}" name="${name}"${required}${invalid}`;
  switch (field.kind) {
    case "long-text":
      return html`${label}<textarea${named} rows="${String(field.rows)}">
${value}</textarea>`;
    case "choice":
      return html`${label}<select${named}>${choices(field, value)}</select>`;
    case "year":
      return html`${label}<input
          type="number"
          ${named}
          ${field.bounded ? html`min="${String(field.min)}" max="${String(newestModelYear(new Date()))}"` : ""}
          value="${value}"
        />`;
    case "money":
      return html`${label}<input
          type="number"
          ${named}
          ${field.bounded ? html`min="${String(field.min)}"` : ""}
          step="0.01"
          value="${value}"
        />`;
    default:
      return html`${label}<input type="${inputTypes[field.kind]}" ${named} value="${value}" />`;
  }
}

const inputTypes = { text: "text", email: "email", phone: "tel" } as const;

function choices(field: Extract<Field, { kind: "choice" }>, value: string): Markup[] {
  const empty = field.emptyLabel === undefined ? [] : [["", field.emptyLabel] as const];
  return [...empty, ...Object.entries(field.options)].map(
    ([option, label]) =>
      html`<option value="${option}" ${option === value ? html` selected` : ""}>${label}</option>`,
  );
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
