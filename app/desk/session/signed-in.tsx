import { useState } from "react";
import { type ClientLoaderFunctionArgs, Outlet, redirect, useLoaderData } from "react-router";

import { currentUser } from "#app/desk/api/session.ts";
import { withView } from "#app/desk/ui/panel-link.ts";

import { ChoosePassword } from "./choose-password.tsx";
import { forgetDeskOfOthers } from "./desk-storage.ts";
import { endSession } from "./leave-desk.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { tellTabs } from "./session-tabs.ts";
import { SignInDialog } from "./sign-in-dialog.tsx";
import { useSessionEnd } from "./use-session-end.ts";

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
