import { useState } from "react";

import type { CallProblem } from "#app/desk/api/desk-call.ts";
import { FormField } from "#app/shared/ui/field.tsx";
import { makes, modelNames } from "#domain/catalogue/models.ts";
import { partNames } from "#domain/catalogue/parts.ts";
import type { Field } from "#domain/field.ts";
import { isNeeded } from "#domain/new-request.ts";
import type { FieldGroup, Submission } from "#domain/submission.ts";

interface RequestFieldsProps {
  readonly submission: Submission;
  /** Initial values. */
  readonly typed: Readonly<Record<string, string>>;
  readonly problem: CallProblem | null;
}

/** The fields of the visitors' form, close together and without their hints. What is needed is open. */
export function RequestFields({ submission, typed, problem }: RequestFieldsProps) {
  const [begun] = useState(typed); // A group that closes while it is filled in would take the focus.
  const fieldsOf = ({ names }: FieldGroup) =>
    names.map((name) => {
      const field = submission.fields[name];
      return (
        field && (
          <FormField
            key={name}
            name={name}
            field={forStaff(submission, name, field)}
            initial={typed[name]}
            isCapped
            list={field.suggests && `request-${field.suggests}`}
            problem={problem?.field === name ? problem.message : undefined}
          />
        )
      );
    });
  const grid = "grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3";
  return (
    <>
      <div className={grid}>
        {submission.groups.filter(({ folded }) => folded !== true).flatMap(fieldsOf)}
      </div>
      {submission.groups
        .filter(({ folded }) => folded === true)
        .map((group) => (
          <details key={group.title} open={group.names.some((name) => begun[name]) || undefined}>
            <summary className="text-link inline-flex min-h-11 items-center font-semibold">More</summary>
            <div className={grid}>{fieldsOf(group)}</div>
          </details>
        ))}
      <Suggestions make={typed["make"] ?? ""} />
    </>
  );
}

/** One of phone and e-mail is enough: the phone is asked for first. */
function forStaff(submission: Submission, name: string, field: Field): Field {
  const { hint: _forVisitors, help: _too, ...plain } = field;
  // Radio buttons with a meaning each are for visitors who choose once.
  const choice =
    plain.kind === "choice" ? { kind: plain.kind, label: plain.label, options: plain.options } : plain;
  const initial = plain.kind === "choice" && plain.initial !== undefined ? { initial: plain.initial } : {};
  const autocomplete = "autocomplete" in plain ? { autocomplete: "off" } : {};
  return {
    ...choice,
    ...initial,
    ...autocomplete,
    required: isNeeded(submission, name) || name === "phone",
    ...(name === "phone" ? { label: "Phone, or an e-mail address" } : {}),
  };
}

function Suggestions({ make }: { readonly make: string }) {
  const typed = makes.filter((one) => one.toLowerCase() === make.trim().toLowerCase());
  const models = (typed.length > 0 ? typed : makes).flatMap(modelNames);
  const lists = { makes, models, parts: partNames };
  return Object.entries(lists).map(([name, names]) => (
    <datalist key={name} id={`request-${name}`}>
      {[...new Set(names)].map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  ));
}
