import { Outlet } from "react-router";

import { useUser } from "#app/desk/ui/use-user.ts";

import { Section } from "./section.tsx";

export default function OwnersLayout() {
  const user = useUser();
  if (user.is_owner === true) return <Outlet context={user} />;
  return (
    <Section
      title="Only for owners"
      intro="Users and the audit list are for owners. Ask an owner if you need something changed there, or need to become one."
    >
      {null}
    </Section>
  );
}
