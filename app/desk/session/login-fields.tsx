import { controlClasses } from "#app/shared/ui/control.tsx";

import { CodeField } from "./code-field.tsx";

interface LoginFieldsProps {
  /** The one who has to sign in, where that is not open. */
  readonly email?: string;
  readonly wantsCode: boolean;
}

/** E-mail and password, as password managers know them, and the code once it is asked for. */
export function LoginFields({ email, wantsCode }: LoginFieldsProps) {
  return (
    <>
      <label className="mt-4 grid gap-1">
        <span className="font-semibold">Email</span>
        <input
          type="email"
          name="email"
          required
          autoComplete="username"
          className={`${controlClasses} read-only:bg-surface-sunken`}
          {...(email === undefined ? {} : { value: email, readOnly: true })}
        />
      </label>
      <label className="mt-4 grid gap-1">
        <span className="font-semibold">Password</span>
        <input
          type="password"
          name="password"
          required
          autoComplete="current-password"
          ref={email === undefined ? undefined : focusFirst}
          className={controlClasses}
        />
      </label>
      {wantsCode && <CodeField />}
    </>
  );
}

/** Dialogs give the focus to what has this attribute; React leaves it out of the page. */
function focusFirst(input: HTMLInputElement | null): void {
  input?.setAttribute("autofocus", "");
}
