import type { FastifyReply } from "fastify";

import { business } from "#domain/business.ts";
import {
  type ChoiceField,
  choicesOf,
  type Field,
  type LongTextField,
  type TextField,
} from "#domain/field.ts";
import { newestModelYear } from "#domain/nz-time.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";
import { html, type Markup } from "#server/platform/http/html.ts";
import { plainPage, sendPage } from "#server/platform/http/plain-page.ts";

export interface FormProblem {
  readonly message: string;
  readonly requestId: string;
  readonly field?: string;
  /** What the visitor can do about it, if the page's own advice is not enough. */
  readonly advice?: string;
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
    ${problem.advice === undefined ? "" : html`<p>${problem.advice}</p>`}
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
  const described = field.hint === undefined ? html`` : html` aria-describedby="${name}-hint"`;
  const above = html`<label for="${name}">${field.label}${field.required ? "" : " (optional)"}</label>${hint(name, field)}`;
  const named = html` id="${name}" name="${name}"${required}${described}${invalid}`;
  switch (field.kind) {
    case "long-text":
      return html`${above}<textarea${named}${autofill(field)} rows="${String(field.rows)}">
${value}</textarea>`;
    case "choice":
      return html`${above}<select${named}>${choices(field, value)}</select>`;
    case "year":
      return html`${above}<input
          type="number"
          inputmode="numeric"
          ${named}
          ${field.bounded ? html`min="${String(field.min)}" max="${String(newestModelYear(new Date()))}"` : ""}
          value="${value}"
        />`;
    case "money":
      return html`${above}<input
          type="number"
          inputmode="decimal"
          ${named}
          ${field.bounded ? html`min="${String(field.min)}" max="${String(field.max)}"` : ""}
          step="0.01"
          value="${value}"
        />`;
    default:
      return html`${above}<input
          type="${inputTypes[field.kind]}"
          ${named}${autofill(field)}
          value="${value}"
        />`;
  }
}

const inputTypes = { text: "text", email: "email", phone: "tel" } as const;

function hint(name: string, field: Field): Markup {
  return field.hint === undefined ? html`` : html`<span class="small" id="${name}-hint">${field.hint}</span>`;
}

function autofill({ autocomplete }: TextField | LongTextField): Markup {
  return autocomplete === undefined ? html`` : html` autocomplete="${autocomplete}"`;
}

function choices(field: ChoiceField, value: string): Markup[] {
  return choicesOf(field).map(
    ([option, label]) =>
      html`<option value="${option}" ${option === value ? html` selected` : ""}>${label}</option>`,
  );
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
