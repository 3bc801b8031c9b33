import { QueryClientProvider, useIsMutating } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type ClientLoaderFunctionArgs, Outlet, redirect, useLoaderData } from "react-router";

import { currentUser } from "#app/desk/api/session.ts";
import { forgetDeskOfOthers } from "#app/desk/session/desk-storage.ts";
import { TakeName } from "#app/desk/session/name-form.tsx";
import { NameQuestion, NamePage } from "#app/desk/session/own-name.tsx";
import { PasswordForm } from "#app/desk/session/password-form.tsx";
import { PasswordDialog, SignInDialog } from "#app/desk/session/session-dialogs.tsx";
import { endSession, announceUser, signOut, useSessionEnd } from "#app/desk/session/session-end.ts";
import { deskClient } from "#app/desk/state/desk-client.ts";
import { changeKey } from "#app/desk/state/pending-changes.ts";
import { withView } from "#app/desk/ui/desk-link.ts";
import { LeaveQuestion } from "#app/desk/ui/unsaved.tsx";
import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";
import { Logo } from "#app/shared/ui/logo.tsx";
import { firstPasswordDays } from "#domain/accounts.ts";
import { isNameless } from "#domain/reply-text.ts";
import type { CurrentUser } from "#domain/wire.ts";

/** Lets only staff pass. Signs everyone else out and sends them to the login page. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const user = await currentUser();
  if (user?.role === "admin") {
    forgetDeskOfOthers(user.id);
    announceUser(user.id);
    return user;
  }
  // If the server is out of reach, the session may resume later and drafts are still wanted.
  if (await endSession()) forgetDeskOfOthers(null);
  throw redirect(withView("/admin-login", new URL(request.url).searchParams));
}
clientLoader.hydrate = true as const;

// The user is checked on entry only, not on every navigation.
export const shouldRevalidate = () => false;

/** Nothing is shown while the user is checked (specification section 4). */
export function HydrateFallback() {
  return null;
}

export default function SignedIn() {
  const user = useLoaderData<typeof clientLoader>();
  useSessionEnd(user.id);
  useLeaveWarning(useIsMutating({ mutationKey: changeKey }, deskClient) > 0);
  useEffect(sendWithCtrlEnter, []);
  const [mustChoose, setMustChoose] = useState(user.must_choose_password === true);
  const [isAsked, setIsAsked] = useState(false);
  const [name, setName] = useState(user.full_name);
  // The same in every render: pages render whatever depends on it again.
  const named = useMemo(() => ({ ...user, full_name: name }) satisfies CurrentUser, [user, name]);
  const choose = () => {
    setMustChoose(false);
    setIsAsked(isNameless(name));
  };
  if (mustChoose) return <ChoosePassword user={user} onChosen={choose} />;
  return (
    <QueryClientProvider client={deskClient}>
      <TakeName value={setName}>
        {isAsked ? (
          <NamePage onDone={() => setIsAsked(false)} />
        ) : (
          <NameQuestion name={name}>
            <Outlet context={named} />
          </NameQuestion>
        )}
        <LeaveQuestion />
        <PasswordDialog user={user} />
        <SignInDialog user={user} onFirstPassword={() => setMustChoose(true)} />
      </TakeName>
    </QueryClientProvider>
  );
}

interface ChoosePasswordProps {
  readonly user: CurrentUser;
  readonly onChosen: () => void;
}

/** The only page after signing in with a first password, until the user replaces it. */
function ChoosePassword({ user, onChosen }: ChoosePasswordProps) {
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
          onChanged={onChosen}
        />
        <button type="button" className="text-link mt-4 min-h-11 text-sm" onClick={() => void signOut()}>
          Logout
        </button>
      </div>
    </main>
  );
}

/**
 * Ctrl+Enter, or Cmd+Enter on a Mac, sends the form of whatever field has the focus. However long Enter is held, it
 * sends once: a form may ask for a second look first. Returns a function that ends it.
 */
function sendWithCtrlEnter(): () => void {
  const send = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, repeat, target } = event;
    if (key !== "Enter" || !(target instanceof Element)) return;
    const isHeld = repeat && !(target instanceof HTMLTextAreaElement);
    const form = target.closest("form");
    if (form === null || !(ctrlKey || metaKey || isHeld)) return;
    event.preventDefault();
    if (!repeat) form.requestSubmit();
  };
  window.addEventListener("keydown", send);
  return () => window.removeEventListener("keydown", send);
}
