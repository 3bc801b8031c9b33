import { type SubmitEvent, useId, useState } from "react";

import { changePassword } from "#app/desk/api/accounts.ts";
import { formText } from "#app/desk/ui/form-text.ts";
import { Outcome } from "#app/desk/ui/outcome.tsx";
import { PasswordField } from "#app/desk/ui/password-field.tsx";
import { useAction } from "#app/desk/ui/use-action.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { passwordMinLength } from "#domain/accounts.ts";

const hint = `At least ${passwordMinLength} characters. A few words that do not belong together are strong and easy to type.`;

interface PasswordFormProps {
  readonly email: string;
  /** What the password is called that the user has now. */
  readonly currentLabel: string;
  readonly buttonLabel: string;
  /** Called once the password is changed; the words it returns are shown. */
  readonly onChanged: () => string | null;
}

/** Asks for the present password and a new one. */
export function PasswordForm({ email, currentLabel, buttonLabel, onChanged }: PasswordFormProps) {
  const action = useAction();
  const [isShown, setIsShown] = useState(false);
  const problemId = useId();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const changed = await action.run(async () => {
      await changePassword(formText(form, "current"), formText(form, "next"));
      return onChanged();
    });
    if (changed) form.reset();
  };

  const problemOf = (field: string) => (action.problem?.field === field ? problemId : undefined);
  return (
    <>
      <Outcome action={action} id={problemId} />
      <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-5">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="current"
          label={currentLabel}
          autoComplete="current-password"
          isShown={isShown}
          problemId={problemOf("current")}
        />
        <PasswordField
          name="next"
          label="New password"
          hint={hint}
          autoComplete="new-password"
          isShown={isShown}
          problemId={problemOf("next")}
        />
        <label className="flex min-h-11 items-center gap-3 justify-self-start">
          <input
            type="checkbox"
            checked={isShown}
            onChange={(event) => setIsShown(event.target.checked)}
            className="accent-brand size-6 shrink-0"
          />
          Show passwords
        </label>
        <Button type="submit" className="justify-self-start" aria-disabled={action.isBusy}>
          {action.isBusy ? "Changing..." : buttonLabel}
        </Button>
      </form>
    </>
  );
}
