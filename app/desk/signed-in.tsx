import { QueryClientProvider, useIsMutating } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import {
  type ClientLoaderFunctionArgs,
  Outlet,
  redirect,
  useLoaderData,
  useLocation,
  Link,
} from "react-router";

import { askToSignInBy, currentUser, logout } from "#app/desk/api/session.ts";
import { NewRequest } from "#app/desk/request/request-dialog.tsx";
import { userWithoutSignal } from "#app/desk/session/kept-user.ts";
import { OutdatedLine } from "#app/desk/session/outdated-line.tsx";
import { announceUser, forgetDeskOfOthers, loginPath, useSessionEnd } from "#app/desk/session/session-end.ts";
import { LoginFields, useSignIn } from "#app/desk/session/sign-in-form.tsx";
import { closedToYard, type SignedInContext } from "#app/desk/session/user.ts";
import { changeKey } from "#app/desk/state/change-records.ts";
import { deskClient } from "#app/desk/state/desk-queries.ts";
import { ErrorBanner } from "#app/desk/ui/action.tsx";
import { Dialog, DialogButtons } from "#app/desk/ui/dialog.tsx";
import { LeaveQuestion } from "#app/desk/ui/unsaved.tsx";
import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";
import { deskMessages } from "#domain/desk-wire.ts";

/** Few users ever see it. */
const FirstPasswordPage = lazy(async () => ({
  default: (await import("#app/desk/session/password-form.tsx")).FirstPasswordPage,
}));

/** Lets only staff pass. Signs everyone else out and sends them to the login page. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const user = await currentUser(() => userWithoutSignal(request.url));
  if (user?.role === "admin") {
    forgetDeskOfOthers(user.id);
    announceUser(user.id);
    return user;
  }
  // Drafts stay if the server is out of reach: the session may resume.
  if (await logout()) forgetDeskOfOthers(null);
  throw redirect(loginPath(new URL(request.url)));
}
clientLoader.hydrate = true as const;

// The user is checked on entry only, not on every navigation.
export const shouldRevalidate = () => false;

/** Shows nothing while the user is checked (specification section 4). */
export function HydrateFallback() {
  return null;
}

export default function SignedInPages() {
  const user = useLoaderData<typeof clientLoader>();
  useSessionEnd(user.id);
  const pathname = useLocation().pathname.replace(/\/$/, "");
  useLeaveWarning(useIsMutating({ mutationKey: changeKey }, deskClient) > 0);
  useEffect(sendWithCtrlEnter, []);
  const [name, setName] = useState(user.full_name);
  // Memoised: a new object would render every page again.
  const context: SignedInContext = useMemo(
    () => ({ user: { ...user, full_name: name }, rename: setName }),
    [user, name],
  );
  return (
    <QueryClientProvider client={deskClient}>
      <OutdatedLine />
      {user.must_change === true ? (
        <Suspense>
          <FirstPasswordPage user={user} />
        </Suspense>
      ) : user.desk_role === "yard" && closedToYard.includes(pathname) ? (
        <NotInRole />
      ) : (
        <Outlet context={context} />
      )}
      <LeaveQuestion />
      {user.must_change !== true && <NewRequest user={user} />}
      <SignInDialog email={user.email} />
    </QueryClientProvider>
  );
}

function NotInRole() {
  return (
    <main className="mx-auto max-w-md px-4 py-16">
      <p className="mb-4 text-lg">{deskMessages.notInRole}.</p>
      <Link to="/admin" className="text-link">
        Back to the desk
      </Link>
    </main>
  );
}

/** Signs the same user in again, in place, when a call finds the session over. The call then continues. */
function SignInDialog({ email }: { readonly email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const settle = useRef<(isSignedIn: boolean) => void>(() => {});
  useEffect(() => {
    const takeBack = askToSignInBy(() => {
      setIsOpen(true);
      return new Promise((resolve) => (settle.current = resolve));
    });
    return () => {
      takeBack();
      settle.current(false); // Calls must not wait for a dialog that is gone.
    };
  }, []);
  const answer = (isSignedIn: boolean) => {
    setIsOpen(false);
    settle.current(isSignedIn);
  };
  return (
    <Dialog title="Sign in again" isOpen={isOpen} onClose={() => answer(false)}>
      <SignInForm email={email} onDone={answer} />
    </Dialog>
  );
}

interface SignInFormProps {
  readonly email: string;
  readonly onDone: (isSignedIn: boolean) => void;
}

function SignInForm({ email, onDone }: SignInFormProps) {
  const { isBusy, problem, wantsCode, submit } = useSignIn(async () => onDone(true));
  return (
    <>
      <p className="mt-2 mb-3">Your session has ended. What you typed is still here.</p>
      {problem !== null && <ErrorBanner>{problem.message}</ErrorBanner>}
      <form method="post" onSubmit={submit}>
        <LoginFields email={email} wantsCode={wantsCode} />
        <div className="mt-6">
          <DialogButtons
            label={isBusy ? "Logging in..." : "Login"}
            isBusy={isBusy}
            cancelLabel="Not now"
            onCancel={() => onDone(false)}
          />
        </div>
      </form>
    </>
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
