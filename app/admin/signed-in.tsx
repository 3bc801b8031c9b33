import { useState } from "react";
import { type ClientLoaderFunctionArgs, Outlet, redirect, useLoaderData } from "react-router";

import { currentUser } from "#app/api/session.ts";

import { ChoosePassword } from "./choose-password.tsx";
import { withView } from "./panel-link.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { forgetDeskOfOthers } from "./session/desk-storage.ts";
import { endSession } from "./session/leave-desk.ts";
import { tellTabs } from "./session/session-tabs.ts";
import { useSessionEnd } from "./session/use-session-end.ts";
import { SignInDialog } from "./sign-in-dialog.tsx";

/** The gate: only a signed-in admin gets past it, everybody else is signed out and sent to the login. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const user = await currentUser();
  if (user?.role === "admin") {
    forgetDeskOfOthers(user.id);
    tellTabs(user.id);
    return user;
  }
  // If the server is out of reach, the session may go on later: then drafts are still wanted.
  if (await endSession()) forgetDeskOfOthers(null);
  throw redirect(withView("/admin-login", new URL(request.url).searchParams));
}
clientLoader.hydrate = true as const;

// The gate is for coming in; going on from there is no new visit.
export const shouldRevalidate = () => false;

/** While the gate checks, nothing is shown (specification section 4). */
export function HydrateFallback() {
  return null;
}

/** What staff see once they are in. Pages get the user from `useUser`. */
export default function SignedIn() {
  const user = useLoaderData<typeof clientLoader>();
  useSessionEnd(user.id);
  const [mustChoose, setMustChoose] = useState(user.must_choose_password === true);
  if (mustChoose) return <ChoosePassword user={user} onChosen={() => setMustChoose(false)} />;
  return (
    <>
      <Outlet context={user} />
      <PasswordDialog user={user} />
      <SignInDialog user={user} onFirstPassword={() => setMustChoose(true)} />
    </>
  );
}
