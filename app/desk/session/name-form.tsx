import { useEffect, useRef } from "react";

import { deskSend } from "#app/desk/api/desk-call.ts";
import { formText, Outcome, useAction } from "#app/desk/ui/action.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { ownNameField } from "#domain/accounts.ts";
import { deskCalls } from "#domain/desk-wire.ts";

import { useSignedIn } from "./user.ts";

interface NameFormProps {
  readonly name?: string;
  /** Called once the name is stored. */
  readonly onNamed?: () => unknown;
}

/** Asks for the name that replies are signed with; begins with the focus if there is none. */
export function NameForm({ name: former, onNamed }: NameFormProps) {
  const action = useAction();
  const { rename } = useSignedIn();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (former === undefined) form.current?.querySelector("input")?.focus();
  }, [former]);
  const submit = action.onSubmit(async (filled) => {
    const name = formText(filled, "full_name");
    await deskSend(deskCalls.ownName, { full_name: name });
    rename(name);
    await onNamed?.();
    return "Saved.";
  });
  return (
    <form ref={form} method="post" onSubmit={submit} className="grid max-w-sm gap-3">
      <Outcome action={action} />
      <FormField
        name="full_name"
        field={ownNameField}
        isCapped
        initial={former}
        problemId={action.problem === null ? undefined : action.id}
      />
      <Button type="submit" aria-disabled={action.isBusy} className="justify-self-start">
        Save name
      </Button>
    </form>
  );
}
