import {
  ArrowLeft,
  Banknote,
  ChartColumn,
  House,
  Inbox,
  LogOut,
  RefreshCw,
  Settings,
  Warehouse,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";

import { business } from "#domain/business.ts";
import { isNameless } from "#domain/reply-text.ts";

import { signOut } from "./session-end.ts";
import { useUser } from "./user.ts";

interface DeskHeaderProps {
  /** Leaves only the title on phones, and only for screen readers: a record is open. */
  readonly isQuiet: boolean;
  readonly onRefresh: () => void;
  /** How many mails wait in the inbox. */
  readonly unfiled: number;
}

/** The header of the desk's home page: where to go, and who is signed in. */
export function DeskHeader({ isQuiet, onRefresh, unfiled }: DeskHeaderProps) {
  return (
    <HeaderBar
      // On a phone, the icons need its room.
      title={<span className="max-sm:sr-only">{business.name} desk</span>}
      isQuiet={isQuiet}
      onRefresh={onRefresh}
    >
      <StaffPages unfiled={unfiled} />
      <a href="/" className={navClasses}>
        <House aria-hidden className="size-4 shrink-0" /> <NavLabel text="Back to Site" />
      </a>
    </HeaderBar>
  );
}

/** The header of the other staff pages. */
export function BackHeader({ title, unfiled = 0 }: { readonly title: string; readonly unfiled?: number }) {
  return (
    <HeaderBar title={title}>
      <Link to="/admin" className={navClasses}>
        <ArrowLeft aria-hidden className="size-4 shrink-0" /> <NavLabel text="Back to desk" />
      </Link>
      <StaffPages unfiled={unfiled} />
    </HeaderBar>
  );
}

interface HeaderBarProps {
  readonly title: ReactNode;
  readonly isQuiet?: boolean;
  readonly onRefresh?: () => void;
  /** The links of the navigation. */
  readonly children: ReactNode;
}

function HeaderBar({ title, isQuiet = false, onRefresh, children }: HeaderBarProps) {
  const user = useUser();
  return (
    <header className={`border-line bg-surface-raised border-b ${isQuiet ? "max-lg:border-0" : ""}`}>
      <div
        className={`mx-auto flex max-w-[120rem] flex-wrap items-center justify-end gap-x-1 px-4 max-sm:pr-1 lg:flex-nowrap lg:px-6 ${isQuiet ? "max-lg:sr-only" : ""}`}
      >
        <h1 className="mr-auto text-xl whitespace-nowrap lg:mr-4">{title}</h1>
        <nav
          aria-label="Desk"
          className={`flex flex-wrap items-center lg:mr-auto ${isQuiet ? "max-lg:hidden" : ""}`}
        >
          {children}
        </nav>
        <div className={`flex items-center ${isQuiet ? "max-lg:hidden" : ""}`}>
          <p className="text-ink-muted mr-2 max-w-72 truncate text-sm max-lg:sr-only">
            Signed in as <bdi>{user.full_name || user.email}</bdi>
          </p>
          {isNameless(user.full_name) && (
            <Link
              to="/admin/settings"
              className="text-link min-h-11 px-2 py-2.5 text-sm font-semibold whitespace-nowrap max-lg:hidden"
            >
              Add your name
            </Link>
          )}
          {onRefresh !== undefined && (
            <button type="button" onClick={onRefresh} className={navClasses}>
              <RefreshCw aria-hidden className="size-4 shrink-0" /> <NavLabel text="Refresh" />
            </button>
          )}
          <button type="button" onClick={() => void signOut()} className={navClasses}>
            <LogOut aria-hidden className="size-4 shrink-0" /> <NavLabel text="Logout" />
          </button>
        </div>
      </div>
    </header>
  );
}

const staffPages = [
  ["/admin/inbox", "Inbox", Inbox],
  ["/admin/figures", "Statistics", ChartColumn],
  ["/admin/money", "Money", Banknote],
  ["/admin/yard", "Yard", Warehouse],
  ["/admin/settings", "Settings", Settings],
] as const;

function StaffPages({ unfiled }: Pick<DeskHeaderProps, "unfiled">) {
  return staffPages.map(([path, text, Icon]) => (
    <NavLink key={path} to={path} className={navClasses}>
      <Icon aria-hidden className="size-4 shrink-0" /> <NavLabel text={text} />
      {text === "Inbox" && unfiled > 0 && (
        <span className="bg-info-soft text-info rounded-full px-1.5 text-xs leading-5 tabular-nums">
          {unfiled}
          <span className="sr-only"> to file</span>
        </span>
      )}
    </NavLink>
  ));
}

const navClasses =
  "text-ink-muted hover:bg-surface-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-ink inline-flex min-h-12 min-w-[44px] shrink-0 items-center justify-center gap-1.5 rounded-sm px-1 text-sm font-semibold focus-visible:-outline-offset-3 sm:px-3";

/** On phones, the icon is enough to look at. */
function NavLabel({ text }: { readonly text: string }) {
  return <span className="max-sm:sr-only">{text}</span>;
}
