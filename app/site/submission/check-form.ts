import { kindOf } from "#domain/field.ts";
import type { Problem } from "#domain/sending-failure.ts";
import { joinSeveral } from "#domain/several.ts";
import { type FieldProblem, refusals } from "#domain/submission-values.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

import { typedValues } from "./form-values.ts";

/** What the server would refuse, by its own rules, and numbers that the browser cannot read. */
export function refusedFields(submission: Submission, form: HTMLFormElement): FieldProblem[] {
  const unreadable = [...form.elements].flatMap((control) =>
    control instanceof HTMLInputElement && control.validity.badInput
      ? [{ field: control.name, message: `${submission.fields[control.name]?.label} must be a number` }]
      : [],
  );
  const refused = refusals(submission, joinSeveral(submission, typedValues(form))).filter(
    ({ field }) => !unreadable.some((other) => other.field === field),
  );
  const names = [...form.elements].map((control) => control.getAttribute("name"));
  return [...refused, ...unreadable].toSorted((a, b) => names.indexOf(a.field) - names.indexOf(b.field));
}

/** Asks once about what looks like a mistake; null if there is nothing to ask. `asked` is the last question's text. */
function questionAbout(submission: Submission, form: HTMLFormElement, asked: string) {
  const typed = typedValues(form);
  const fields = fieldEntries(submission).flatMap(([name, field]) => {
    const [kind, text] = [kindOf(field), typed[name]];
    const message = kind.asksBeforeSending && text !== undefined ? kind.doubt?.(text) : null;
    return message ? [{ field: name, message, text }] : [];
  });
  const text = JSON.stringify(fields);
  return fields.length === 0 || text === asked ? null : { text, problem: problemWith(fields, true) };
}

function problemWith(fields: readonly FieldProblem[], isQuestion = false): Problem {
  return { message: fields[0]?.message ?? "", fields, isQuestion };
}

/** What keeps a form from being sent, as far as its page can tell. `asked` keeps the last question. */
export function problemIn(
  submission: Submission,
  form: HTMLFormElement,
  asked: { current: string },
): Problem | null {
  const wrong = refusedFields(submission, form);
  if (wrong.length > 0) return problemWith(wrong);
  const question = questionAbout(submission, form, asked.current);
  asked.current = question?.text ?? asked.current;
  return question?.problem ?? null;
}
