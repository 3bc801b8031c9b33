import { useNavigate } from "react-router";

import { logout } from "#app/desk/api/session.ts";
import { Logo } from "#app/shared/ui/logo.tsx";
import { firstPasswordDays } from "#domain/accounts.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { PasswordForm } from "./password-form.tsx";

interface ChoosePasswordProps {
  readonly user: CurrentUser;
  readonly onChosen: () => void;
}

/** The only page after a sign-in with a first password: everything else is closed until it is replaced. */
export function ChoosePassword({ user, onChosen }: ChoosePasswordProps) {
  const navigate = useNavigate();
  const leave = async () => {
    await logout();
    await navigate("/admin-login");
  };
  return (
    <main className="grid min-h-dvh content-center justify-items-center px-4 py-8">
      <div className="border-line bg-surface-raised w-full max-w-md rounded-md border p-6">
        <Logo />
        <h1 className="mt-5 mb-2 text-2xl">Choose your password</h1>
        <p className="text-ink-muted mb-5 wrap-anywhere">
          You are signed in as <bdi>{user.email}</bdi> with a first password, which works for{" "}
          {firstPasswordDays} days. The desk opens once you have chosen your own.
        </p>
        <PasswordForm
          email={user.email}
          currentLabel="First password"
          buttonLabel="Choose password"
          onChanged={() => {
            onChosen();
            return null;
          }}
        />
        <button type="button" className="text-link mt-4 min-h-11 text-sm" onClick={() => void leave()}>
          Logout
        </button>
      </div>
    </main>
  );
}
