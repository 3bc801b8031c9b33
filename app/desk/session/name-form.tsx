import { createContext, use, useEffect, useRef } from "react";

import { giveName } from "#app/desk/api/settings.ts";
import { Outcome, formText, useAction } from "#app/desk/ui/action.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { ownNameField } from "#domain/accounts.ts";

/** Takes over the name that the signed-in user has given, for every page. */
export const TakeName = createContext<(name: string) => void>(() => {});

interface NameFormProps {
  readonly name?: string;
  /** After it is stored. */
  readonly onNamed?: () => unknown;
}

/** Asks for the name that replies are signed with; begins with the focus if there is none. */
export function NameForm({ name: former, onNamed }: NameFormProps) {
  const action = useAction();
  const take = use(TakeName);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (former === undefined) form.current?.querySelector("input")?.focus();
  }, [former]);
  const submit = action.onSubmit(async (filled) => {
    const name = formText(filled, "full_name");
    await giveName(name);
    take(name);
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
