import { type SubmitEvent, useId } from "react";

import { addAccount } from "#app/desk/api/accounts.ts";
import { formText } from "#app/desk/ui/form-text.ts";
import { Outcome } from "#app/desk/ui/outcome.tsx";
import { useAction } from "#app/desk/ui/use-action.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { newAccountFields } from "#domain/accounts.ts";

import { Box } from "./section.tsx";

interface AddUserProps {
  readonly onAdded: (name: string, password: string) => void;
}

/** The form for a new user. */
export function AddUser({ onAdded }: AddUserProps) {
  const action = useAction();
  const problemId = useId();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const account = { full_name: formText(form, "full_name"), email: formText(form, "email") };
    const isAdded = await action.run(async () => {
      onAdded(account.full_name, await addAccount(account));
      return null;
    });
    if (isAdded) form.reset();
  };
  const problemOf = (name: string) => (action.problem?.field === name ? problemId : undefined);
  return (
    <Box title="Add a user">
      <Outcome action={action} id={problemId} />
      <form method="post" onSubmit={(event) => void submit(event)} className="grid max-w-md gap-5">
        {Object.entries(newAccountFields).map(([name, field]) => (
          <FormField key={name} name={name} field={field} problemId={problemOf(name)} />
        ))}
        <Button type="submit" className="justify-self-start" aria-disabled={action.isBusy}>
          Add user
        </Button>
      </form>
    </Box>
  );
}
