import { Lock } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import { ErrorBanner } from "#app/desk/ui/action.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button, ButtonLink } from "#app/shared/ui/button.tsx";
import { Logo } from "#app/shared/ui/logo.tsx";
import { messages } from "#domain/messages.ts";

import { pageAfterLogin } from "./session-end.ts";
import { LoginFields, useSignIn } from "./sign-in-form.tsx";

export const meta = () => pageMeta({ title: "Staff login", hidden: true });

/** The login form. An error never clears it. */
export default function Login() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  // The button is off until scripts run: the form must not post itself.
  const isReady = useHydrated();
  const { isBusy, problem, wantsCode, submit } = useSignIn(async () => {
    await navigate(pageAfterLogin(search));
    // signed-in.tsx redirected back: the account may not use the desk, or the session was not kept.
    if (location.pathname === "/admin-login") throw new CallProblem(whyBack());
  });

  return (
    <main className="grid min-h-dvh content-center justify-items-center px-[min(1rem,5vw)] py-8">
      <div
        id="shown-first"
        className="border-line bg-surface-raised w-full max-w-sm rounded-md border p-[min(1.5rem,7.5vw)]"
      >
        <Logo />
        <h1 className="mt-5 mb-4 text-2xl">Staff login</h1>
        {problem !== null && <ErrorBanner>{problem.message}</ErrorBanner>}
        <form method="post" onSubmit={submit}>
          <LoginFields wantsCode={wantsCode} />
          <div className="mt-6 grid gap-3 sm:grid-cols-2">
            <Button type="submit" look="action" disabled={!isReady} aria-disabled={isBusy}>
              {isBusy ? "Logging in..." : "Login"}
            </Button>
            <ButtonLink to="/" look="outline">
              Cancel
            </ButtonLink>
          </div>
        </form>
        <p className="text-ink-muted mt-6 text-sm">
          Forgotten your password? An owner can make you a link to choose a new one. If there is no other
          owner, the person who runs the server can set one.
        </p>
        <p className="border-line text-ink-muted mt-4 flex items-start gap-2 border-t pt-4 text-sm">
          <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
          This is a secure area. Unauthorized access is prohibited.
        </p>
      </div>
    </main>
  );
}

/** Says why a right password led back here. Safari keeps no Secure cookie over plain HTTP, not even on localhost. */
function whyBack(): string {
  document.cookie = "quadkea-try=kept; Secure; SameSite=Strict";
  const isKept = document.cookie.includes("quadkea-try=kept");
  document.cookie = "quadkea-try=; Secure; SameSite=Strict; Max-Age=0";
  if (isKept) return messages.loginRefused;
  return location.protocol === "http:"
    ? "The password is right, but this browser keeps no sign-in over plain HTTP: open the desk by its https address, or in Chrome or Firefox"
    : "The password is right, but this browser keeps no cookie of ours: allow cookies for this site, then sign in again";
}

const subscribe = () => () => {};

/** Returns false during hydration, then true. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
