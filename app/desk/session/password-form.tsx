import { useId, useState } from "react";

import { changePassword } from "#app/desk/api/settings.ts";
import { Outcome, formText, useAction } from "#app/desk/ui/action.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { passwordMinLength } from "#domain/accounts.ts";

const newPasswordHint = `At least ${passwordMinLength} characters. A few unrelated words make a strong password that is easy to type.`;

interface PasswordFormProps {
  readonly email: string;
  readonly currentLabel: string;
  readonly buttonLabel: string;
  /** Called when the password is changed. Returns a message to show, if any. */
  readonly onChanged: () => string | void;
}

/** Changes the user's password. */
export function PasswordForm({ email, currentLabel, buttonLabel, onChanged }: PasswordFormProps) {
  const action = useAction();
  const [isShown, setIsShown] = useState(false);
  const submit = action.onSubmit(async (form) => {
    await changePassword(formText(form, "current"), formText(form, "next"));
    form.reset();
    return onChanged();
  });
  return (
    <>
      <Outcome action={action} />
      <form method="post" onSubmit={submit} className="grid gap-5">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="current"
          label={currentLabel}
          autoComplete="current-password"
          isShown={isShown}
          problemId={action.problemAt("current")}
        />
        <PasswordField
          name="next"
          label="New password"
          hint={newPasswordHint}
          autoComplete="new-password"
          isShown={isShown}
          problemId={action.problemAt("next")}
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

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: "current-password" | "new-password";
  readonly isShown?: boolean;
  /** Id of the error message. */
  readonly problemId?: string | undefined;
}

/** A password field that works with password managers and pasting. */
export function PasswordField({
  name,
  label,
  hint,
  autoComplete,
  isShown = false,
  problemId,
}: PasswordFieldProps) {
  const id = useId();
  const describedBy = [hint === undefined ? "" : `${id}-hint`, problemId ?? ""].filter(Boolean).join(" ");
  return (
    <div className="grid max-w-md gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-ink-muted -mt-0.5 text-sm">
          {hint}
        </p>
      )}
      <input
        id={id}
        type={isShown ? "text" : "password"}
        name={name}
        required
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={problemId !== undefined || undefined}
        aria-describedby={describedBy || undefined}
        className={controlClasses}
      />
    </div>
  );
}
