import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";

import type { FieldGroup, Submission } from "#domain/submission.ts";

import type { TypedValues } from "./form-values.ts";
import { SubmissionField } from "./submission-field.tsx";

interface FieldGroupsProps {
  readonly submission: Submission;
  /** Initial values. */
  readonly typed: TypedValues;
  readonly problemOf: (name: string) => string | undefined;
}

export function FieldGroups({ submission, typed, problemOf }: FieldGroupsProps) {
  const controlsOf = ({ names }: FieldGroup) =>
    names.map((name) => {
      const field = submission.fields[name];
      const props = { submission, name, typed, problem: problemOf(name) };
      return field && <SubmissionField key={name} field={field} {...props} />;
    });
  return submission.groups.map((group) => {
    const { title = "", names, folded } = group;
    const isNeeded = names.some((name) => typed[name] !== undefined || problemOf(name) !== undefined);
    return folded ? (
      <Folded key={title} title={title} isNeeded={isNeeded}>
        {controlsOf(group)}
      </Folded>
    ) : (
      <Group key={title} title={title}>
        {controlsOf(group)}
      </Group>
    );
  });
}

interface GroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Group({ title, children }: GroupProps) {
  if (title === "") return <div className="grid gap-5">{children}</div>;
  return (
    <fieldset className="grid gap-5">
      <legend className="border-line font-sign mb-4 w-full border-b pb-1 text-2xl font-bold">{title}</legend>
      {children}
    </fieldset>
  );
}

interface FoldedProps extends GroupProps {
  /** A field in it is filled in, or was refused. */
  readonly isNeeded: boolean;
}

/** Optional fields. */
function Folded({ title, isNeeded, children }: FoldedProps) {
  const box = useRef<HTMLDetailsElement>(null);
  // Set for the server's page. It stays the same later: a field that is no longer wrong may have the focus.
  const [isOpenAtFirst] = useState(isNeeded);
  useEffect(() => {
    if (isNeeded && box.current !== null) box.current.open = true;
  }, [isNeeded]);
  return (
    <details
      ref={box}
      open={isOpenAtFirst || undefined}
      className="border-line-strong group/folded rounded-sm border"
    >
      <summary className="font-sign hover:bg-brand-soft flex min-h-14 items-center justify-between gap-3 px-4 py-2 text-xl leading-6 font-bold">
        {title}
        <ChevronDown
          aria-hidden
          className="text-brand size-6 shrink-0 transition-transform group-open/folded:rotate-180"
        />
      </summary>
      <div className="grid gap-5 px-4 pt-2 pb-5">{children}</div>
    </details>
  );
}
