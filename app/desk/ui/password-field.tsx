import { useId } from "react";

import { controlClasses } from "#app/shared/ui/control.tsx";

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: "current-password" | "new-password";
  readonly isShown?: boolean;
  /** Id of the message that says what is wrong with it. */
  readonly problemId?: string | undefined;
}

/** A password, as password managers know it; pasting is welcome. */
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
