import { useCallback, useRef, useState } from "react";

import { kindOf } from "#domain/field.ts";
import { joinSeveral } from "#domain/several.ts";
import { type FieldProblem, refusals } from "#domain/submission-values.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

import { type Prefill, typedValues } from "./form-values.ts";
import type { Problem } from "./submit.ts";

export interface FieldProblems {
  /** Shown at the fields. */
  readonly problems: readonly FieldProblem[];
  /** Returns what would be refused or, once, what looks like a mistake; null if there is nothing to ask. */
  readonly check: (form: HTMLFormElement) => Problem | null;
  /** Shows at its field what the server has refused. */
  readonly shown: (problem: Problem) => Problem;
  readonly showPrefilled: (form: HTMLFormElement | null, prefill: Prefill) => void;
  /** Hides the message of a field as soon as what is in it will do. */
  readonly recheck: (form: HTMLFormElement, name: string) => void;
}

export function useFieldProblems(submission: Submission): FieldProblems {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const asked = useRef("");
  const showPrefilled = useCallback((form: HTMLFormElement | null, { values, problems: found }: Prefill) => {
    const typed = form === null ? {} : typedValues(form);
    const still = Object.entries(found).filter(([field]) => (typed[field] ?? "") === values[field]);
    setProblems(still.map(([field, message]) => ({ field, message })));
  }, []);
  return {
    problems,
    showPrefilled,
    check(form) {
      const refused = refusedFields(submission, form);
      setProblems(refused);
      if (refused.length > 0) return problemWith(refused, false);
      const doubts = doubtedFields(submission, form);
      const asking = JSON.stringify(doubts.map(({ field }) => typedValues(form)[field]));
      if (doubts.length === 0 || asking === asked.current) return null;
      asked.current = asking;
      return problemWith(doubts, true);
    },
    shown(problem) {
      const { field, message } = problem;
      if (field === undefined) return problem;
      setProblems([{ field, message }]);
      return { ...problem, fields: [{ field, message }] };
    },
    recheck(form, name) {
      if (!problems.some(({ field }) => field === name)) return;
      if (refusedFields(submission, form).some(({ field }) => field === name)) return;
      setProblems(problems.filter(({ field }) => field !== name));
    },
  };
}

function problemWith(fields: readonly FieldProblem[], isDoubt: boolean): Problem {
  return { message: fields[0]?.message ?? "", fields, isDoubt };
}

/** What the server would refuse, by its own rules, and numbers that the browser cannot read. */
function refusedFields(submission: Submission, form: HTMLFormElement): FieldProblem[] {
  const unreadable = [...form.elements].flatMap((control) =>
    control instanceof HTMLInputElement && control.validity.badInput
      ? [{ field: control.name, message: `${submission.fields[control.name]?.label} must be a number` }]
      : [],
  );
  const refused = refusals(submission, joinSeveral(submission, typedValues(form))).filter(
    ({ field }) => !unreadable.some((other) => other.field === field),
  );
  return inOrderOf(form, [...refused, ...unreadable]);
}

function inOrderOf(form: HTMLFormElement, problems: FieldProblem[]): FieldProblem[] {
  const names = [...form.elements].map((control) => control.getAttribute("name"));
  return problems.toSorted((a, b) => names.indexOf(a.field) - names.indexOf(b.field));
}

function doubtedFields(submission: Submission, form: HTMLFormElement): FieldProblem[] {
  const typed = typedValues(form);
  return fieldEntries(submission).flatMap(([name, field]) => {
    const [kind, text] = [kindOf(field), typed[name]];
    const message = kind.asksBeforeSending && text !== undefined ? kind.doubt?.(text) : null;
    return message ? [{ field: name, message }] : [];
  });
}
