import type { FastifyReply } from "fastify";

import { business } from "#domain/business.ts";
import { failureText, isWorthRetrying, type SendingFailure } from "#domain/sending-failure.ts";
import type { FieldProblem } from "#domain/submission-values.ts";
import { controlId, type Submission } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";
import { html, type Markup } from "#server/platform/http/html.ts";
import { sendPage } from "#server/platform/http/plain-page.ts";

import {
  attributesIn,
  type FilledForm,
  groupOf,
  messageAt,
  problemAt,
  stateOf,
  suggestionLists,
} from "./form-fields.ts";

export interface FormProblem {
  readonly message: string;
  readonly requestId: string;
  /** Fields that were refused. */
  readonly fields?: readonly FieldProblem[];
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
  const form = { submission, typed, problems: problem.fields ?? [] };
  const content = html`<h1>${submission.title}</h1>
    <form method="post" action="${endpoints.forms}/${submission.name}">
      <div class="alert" role="alert">${alertOf(form, problem)}</div>
      <p>
        ${failureText(problem.failure)} <a href="${business.phoneLink}">${business.phone}</a>, ${business.hours}.
      </p>
      ${problem.details === undefined ? "" : html`<p>${problem.details}</p>`}
      ${isWorthRetrying(problem.failure) ? html`<button>Try again</button>` : ""}
      ${submission.groups.map((group) => groupOf(form, group))} ${suggestionLists(form)}
      ${submission.asksConsent ? consentBox(form) : ""}
      <button>Send again</button>
    </form>
    <p class="small">Error code ${problem.requestId}</p>`;
  return sendPage(reply, problem.message, content);
}

/** Every field that was refused, as a link to it. */
function alertOf({ submission, problems }: FilledForm, { message }: FormProblem): Markup | string {
  if (problems.length === 0) return message;
  const links = problems.map(
    (problem) => html`<li><a href="#${controlId(submission, problem.field)}">${problem.message}</a></li>`,
  );
  const lead = problems.length === 1 ? "" : `Please check these ${problems.length} fields:`;
  return html`${lead}
    <ul>
      ${links}
    </ul>`;
}

function consentBox(form: FilledForm): Markup {
  const id = controlId(form.submission, "consent");
  const problem = problemAt(form, "consent");
  const checked = form.typed["consent"] === "true";
  const own = { id, type: "checkbox", name: "consent", value: "true", required: true, checked };
  const described = { "aria-describedby": problem === undefined ? undefined : `${id}-problem` };
  return html`<p>
    ${messageAt(id, problem)}
    <label
      ><input${attributesIn({ ...own, ...described, ...stateOf(form, "consent") })} /> I agree to the
      <a href="/privacy">privacy policy</a></label
    >
  </p>`;
}
