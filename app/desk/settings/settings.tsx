import { Outlet } from "react-router";

import { BackHeader } from "#app/desk/session/back-header.tsx";
import { useUser } from "#app/desk/ui/use-user.ts";

import { SettingsNav } from "./settings-nav.tsx";

/** What surrounds every section of the settings. */
export default function Settings() {
  const user = useUser();
  return (
    <>
      <BackHeader title="Settings" />
      <div className="mx-auto grid max-w-[74rem] gap-x-10 gap-y-6 px-4 pt-4 pb-16 lg:grid-cols-[13rem_minmax(0,1fr)] lg:px-8 lg:pt-8">
        <SettingsNav />
        <main>
          <Outlet context={user} />
        </main>
      </div>
    </>
  );
}
