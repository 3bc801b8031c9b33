import { useId, useState } from "react";

import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { passwordMinLength } from "#domain/accounts.ts";

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
export function PasswordField(props: PasswordFieldProps) {
  const { name, label, hint, autoComplete, isShown = false, problemId } = props;
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

/** The field `next` for a new password, which can be shown while it is typed. */
export function NewPasswordFields({ problemId }: { readonly problemId: string | undefined }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <PasswordField
        name="next"
        label="New password"
        hint={`At least ${passwordMinLength} characters. A few unrelated words make a strong password that is easy to type.`}
        autoComplete="new-password"
        isShown={isShown}
        problemId={problemId}
      />
      <label className="flex min-h-11 items-center gap-3 justify-self-start">
        <input
          type="checkbox"
          checked={isShown}
          onChange={(event) => setIsShown(event.target.checked)}
          className="accent-brand size-6 shrink-0"
        />
        Show password
      </label>
    </>
  );
}
