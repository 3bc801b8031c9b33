import {
  BellRing,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  ScrollText,
  Store,
  Truck,
  UserRound,
  Users,
} from "lucide-react";
import { NavLink, Outlet } from "react-router";

import { BackHeader } from "#app/desk/session/headers.tsx";
import { closedToYard, useSignedIn, useUser } from "#app/desk/session/user.ts";
import { readyPage } from "#domain/ready.ts";

export default function SettingsLayout() {
  const context = useSignedIn();
  return (
    <>
      <BackHeader title="Settings" />
      <div className="mx-auto grid max-w-[74rem] gap-x-10 gap-y-6 px-4 pt-4 pb-16 lg:grid-cols-[13rem_minmax(0,1fr)] lg:px-8 lg:pt-8">
        <SettingsNav />
        <main>
          <Outlet context={context} />
        </main>
      </div>
    </>
  );
}

type SectionLink = readonly [path: string, title: string, icon: LucideIcon];

const userSections: readonly SectionLink[] = [
  ["/admin/settings", "Your account", UserRound],
  ["/admin/settings/alerts", "Alerts", BellRing],
  ["/admin/settings/replies", "Saved replies", MessageSquareText],
  ["/admin/settings/firm", "Your firm", Store],
];

const ownerSections: readonly SectionLink[] = [
  [readyPage, "Ready to open?", ListChecks],
  ["/admin/settings/users", "Users", Users],
  ["/admin/settings/quotes", "Quotes and freight", Truck],
  ["/admin/settings/audit", "Audit list", ScrollText],
];

function SettingsNav() {
  const { desk_role: role } = useUser();
  const all = role === "owner" ? [...userSections, ...ownerSections] : userSections;
  const sections = all.filter(([path]) => !(role === "yard" && closedToYard.includes(path)));
  return (
    <nav aria-label="Settings">
      <ul className="grid grid-cols-2 gap-1 min-[18rem]:grid-cols-3 lg:grid-cols-1">
        {sections.map(([path, title, Icon]) => (
          <li key={path}>
            <NavLink
              end={path === "/admin/settings"}
              to={path}
              className="text-ink-muted hover:bg-surface-sunken hover:text-ink aria-[current=page]:border-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-ink flex h-full min-h-12 items-center justify-center gap-2.5 rounded-sm border-b-4 border-transparent px-2 py-1 text-center text-sm leading-tight font-semibold lg:justify-start lg:border-b-0 lg:border-l-4 lg:px-3 lg:text-left lg:text-base"
            >
              <Icon aria-hidden className="size-5 shrink-0 max-lg:hidden" strokeWidth={1.75} />
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
