import { useState } from "react";

import { deskSend } from "#app/desk/api/desk-call.ts";
import { formText, Outcome, useAction } from "#app/desk/ui/action.tsx";
import { NewPasswordFields } from "#app/desk/ui/password-field.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button, ButtonLink } from "#app/shared/ui/button.tsx";
import { Logo } from "#app/shared/ui/logo.tsx";
import { deskCalls } from "#domain/desk-wire.ts";

export const meta = () => pageMeta({ title: "Choose your password", hidden: true });

/** The page of a password link from an owner. The token is in the hash of the address. */
export default function ChoosePassword() {
  const action = useAction();
  const [isChosen, setIsChosen] = useState(false);
  const submit = action.onSubmit(async (form) => {
    const body = { token: location.hash.slice(1), password: formText(form, "next") };
    await deskSend(deskCalls.choosePassword, body);
    setIsChosen(true);
  });
  return (
    <main className="grid min-h-dvh content-center justify-items-center px-4 py-8">
      <div
        id="shown-first"
        className="border-line bg-surface-raised w-full max-w-md rounded-md border p-[min(1.5rem,7.5vw)]"
      >
        <Logo />
        <h1 className="mt-5 mb-4 text-2xl">Choose your password</h1>
        {isChosen ? (
          <>
            <p role="status" className="mb-5">
              Your password is set. Sign in with it.
            </p>
            <ButtonLink to="/admin-login">Login</ButtonLink>
          </>
        ) : (
          <>
            <Outcome action={action} />
            <form method="post" onSubmit={submit} className="grid gap-5">
              <NewPasswordFields problemId={action.problemAt("next")} />
              <Button type="submit" className="justify-self-start" aria-disabled={action.isBusy}>
                Choose password
              </Button>
            </form>
          </>
        )}
      </div>
    </main>
  );
}
