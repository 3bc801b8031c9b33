import { type SubmitEvent, useEffect, useId, useRef } from "react";

import { giveName } from "#app/desk/api/replies.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { Outcome, formText, useAction } from "#app/desk/ui/action.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { ownNameField } from "#domain/accounts.ts";

/** Asks for the name that replies are signed with, before the first one. */
export function NameForm({ desk }: { readonly desk: Desk }) {
  const action = useAction();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const problemId = useId();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = formText(event.currentTarget, "full_name");
    await action.run(async () => {
      await giveName(name);
      await desk.data.reload([["summary"]]);
      return null;
    });
  };
  return (
    <form ref={form} method="post" onSubmit={(event) => void submit(event)} className="grid max-w-sm gap-3">
      <Outcome action={action} id={problemId} />
      <FormField
        name="full_name"
        field={ownNameField}
        problemId={action.problem === null ? undefined : problemId}
      />
      <Button type="submit" aria-disabled={action.isBusy} className="justify-self-start">
        Save name
      </Button>
    </form>
  );
}
