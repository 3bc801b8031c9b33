import { Outlet } from "react-router";

import { useUser } from "#app/desk/ui/use-user.ts";

import { Section } from "./section.tsx";

/** Shows owners its sections, and tells everybody else whom to ask. */
export default function ForOwners() {
  const user = useUser();
  if (user.is_owner === true) return <Outlet context={user} />;
  return (
    <Section
      title="Only for owners"
      intro="Users and the audit list are for owners. If you need something changed there, or should be an owner yourself, ask one of them."
    >
      {null}
    </Section>
  );
}
