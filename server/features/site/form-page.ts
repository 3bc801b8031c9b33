import type { FastifyReply } from "fastify";

import { business } from "#domain/business.ts";
import type { ControlOption } from "#domain/field-kind.ts";
import { type Field, kindOf } from "#domain/field.ts";
import { failureText, isWorthRetrying, type SendingFailure } from "#domain/sending-failure.ts";
import type { FieldGroup, Submission } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";
import { html, type Markup } from "#server/platform/http/html.ts";
import { plainPage, sendPage } from "#server/platform/http/plain-page.ts";

export interface FormProblem {
  readonly message: string;
  readonly requestId: string;
  readonly field?: string;
  readonly failure: SendingFailure;
  /** More about the failure. */
  readonly details?: string;
}

/** Shows a failed form post again: a message, and the form with everything the visitor typed. Needs no scripts. */
export function formPage(
  reply: FastifyReply,
  submission: Submission,
  typed: Readonly<Record<string, unknown>>,
  problem: FormProblem,
): FastifyReply {
  const groups = submission.groups.map((group) => groupOf(submission, group, typed, problem.field));
  const content = html`<h1>${submission.title}</h1>
    <form method="post" action="${endpoints.forms}/${submission.name}">
      <p class="alert" role="alert">${problem.message}</p>
      <p>
        ${failureText(problem.failure)} <a href="${business.phoneLink}">${business.phone}</a>, ${business.hours}.
      </p>
      ${problem.details === undefined ? "" : html`<p>${problem.details}</p>`}
      ${isWorthRetrying(problem.failure) ? html`<button>Try again</button>` : ""} ${groups}
      ${submission.asksConsent ? consentBox(typed["consent"] === "true") : ""}
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

function groupOf(
  { fields }: Submission,
  { title, names }: FieldGroup,
  typed: Readonly<Record<string, unknown>>,
  wrong: string | undefined,
): Markup {
  const inputs = names.flatMap((name) => {
    const field = fields[name];
    return field === undefined ? [] : [inputFor(name, field, asText(typed[name]), name === wrong)];
  });
  if (title === undefined) return html`${inputs}`;
  return html`<fieldset>
    <legend>${title}</legend>
    ${inputs}
  </fieldset>`;
}

function inputFor(name: string, field: Field, value: string, isWrong: boolean): Markup {
  const { element, attributes, options = [] } = kindOf(field).control(field, new Date());
  if (element === "radios") return radiosFor(name, field, options, value, isWrong);
  const hintId = field.hint === undefined ? undefined : `${name}-hint`;
  const hint =
    hintId === undefined ? "" : html`<span class="small" id="${hintId}">${field.hint ?? ""}</span>`;
  const wrong = isWrong ? { "aria-invalid": "true", autofocus: true } : {};
  const named = { id: name, name, required: field.required, "aria-describedby": hintId, ...wrong };
  const all = attributesIn({ ...attributes, ...named });
  const label = html`<label for="${name}">${field.label}${field.required ? "" : " (optional)"}</label>${hint}`;
  if (element === "textarea") {
    return html`${label}<textarea${all}>
${value}</textarea>`;
  }
  if (element === "select")
    return html`${label}<select${all}>${options.map((one) => optionFor(one, value))}</select>`;
  return html`${label}<input${all} value="${value}" />`;
}

function radiosFor(
  name: string,
  { label, required }: Field,
  options: readonly ControlOption[],
  chosen: string,
  isWrong: boolean,
): Markup {
  const radios = options.map(([value, text, meaning = ""], index) => {
    const autofocus = isWrong && index === 0;
    const own = { type: "radio", name, value, required, checked: value === chosen, autofocus };
    return html`<label
      ><input${attributesIn(own)} /> ${text} <span class="small">${meaning}</span></label
    >`;
  });
  const group = attributesIn({ role: "radiogroup", ...(isWrong ? { "aria-invalid": "true" } : {}) });
  return html`<fieldset${group}>
    <legend>${label}${required ? "" : " (optional)"}</legend>
    ${radios}
  </fieldset>`;
}

/** Attributes as React takes them, in HTML, which does not tell capitals from small letters. */
function attributesIn(attributes: Readonly<Record<string, string | number | boolean | undefined>>): Markup[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? html` ${name}` : html` ${name.toLowerCase()}="${String(value)}"`];
  });
}

function optionFor([value, label]: ControlOption, chosen: string): Markup {
  return html`<option value="${value}"${value === chosen ? html` selected` : ""}>${label}</option>`;
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
