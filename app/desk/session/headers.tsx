import {
  ArrowLeft,
  Banknote,
  Boxes,
  ChartColumn,
  ChevronDown,
  House,
  Inbox,
  LogOut,
  PackageCheck,
  RefreshCw,
  Settings,
  Warehouse,
} from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link, NavLink } from "react-router";

import { closeMenu, MenuPanel } from "#app/desk/ui/menu.tsx";
import { firm } from "#domain/firm.ts";
import { isNameless } from "#domain/reply-text.ts";

import { signOut } from "./session-end.ts";
import { closedToYard, useIsYard, useUser } from "./user.ts";

interface DeskHeaderProps {
  /** Leaves only the title on phones, and only for screen readers: a record is open. */
  readonly isQuiet: boolean;
  readonly onRefresh: () => void;
  /** The number of mails in the inbox. */
  readonly unfiled: number;
}

/** The header of the desk's home page: where to go, and who is signed in. */
export function DeskHeader({ isQuiet, onRefresh, unfiled }: DeskHeaderProps) {
  const title = <span className="max-sm:sr-only">{firm.trading_name} desk</span>; // On a phone, the names need its room.
  return (
    <HeaderBar title={title} isHome isQuiet={isQuiet} unfiled={unfiled} onRefresh={onRefresh}>
      <a href="/" className={navClasses}>
        <House aria-hidden className="size-4 shrink-0" /> Back to Site
      </a>
    </HeaderBar>
  );
}

/** The header of the other staff pages. */
export function BackHeader({ title, unfiled = 0 }: { readonly title: string; readonly unfiled?: number }) {
  return <HeaderBar title={title} unfiled={unfiled} />;
}

interface HeaderBarProps {
  readonly title: ReactNode;
  readonly unfiled: number;
  readonly isHome?: boolean;
  readonly isQuiet?: boolean;
  readonly onRefresh?: () => void;
  /** The last of the links. */
  readonly children?: ReactNode;
}

/** A phone has room for four names; the others are behind a fifth. */
function HeaderBar(props: HeaderBarProps) {
  const { title, unfiled, isHome = false, isQuiet = false, onRefresh, children } = props;
  const user = useUser();
  const shown = isHome ? 4 : 3; // The link to the desk takes one place on other pages.
  const isYard = useIsYard();
  const pages = staffPages.filter(([path]) => !(isYard && closedToYard.includes(path)));
  const places = (
    <>
      {pages.slice(shown).map((page) => (
        <StaffPage key={page[0]} page={page} unfiled={0} />
      ))}
      {children}
    </>
  );
  const acts = (
    <>
      {onRefresh !== undefined && (
        <button
          type="button"
          onClick={({ currentTarget }) => (closeMenu(currentTarget), onRefresh())}
          className={navClasses}
        >
          <RefreshCw aria-hidden className="size-4 shrink-0" /> Refresh
        </button>
      )}
      <button type="button" onClick={() => void signOut()} className={navClasses}>
        <LogOut aria-hidden className="size-4 shrink-0" /> Logout
      </button>
    </>
  );
  const quiet = isQuiet ? "max-lg:hidden" : "";
  return (
    <header className={`border-line bg-surface-raised border-b ${isQuiet ? "max-lg:border-0" : ""}`}>
      <div
        className={`mx-auto flex max-w-[120rem] flex-wrap items-center justify-end gap-x-1 px-4 max-sm:px-2 lg:flex-nowrap lg:px-6 ${isQuiet ? "max-lg:sr-only" : ""}`}
      >
        <h1 className="mr-auto text-xl whitespace-nowrap max-sm:pl-2 lg:mr-4">{title}</h1>
        <nav
          aria-label="Desk"
          className={`flex flex-wrap items-center max-sm:w-full max-sm:justify-between lg:mr-auto ${quiet}`}
        >
          {!isHome && (
            <Link to="/admin" className={navClasses}>
              <ArrowLeft aria-hidden className="size-4 shrink-0 max-sm:hidden" />
              <span className="max-sm:capitalize">
                <span className="max-sm:sr-only">Back to</span> desk
              </span>
            </Link>
          )}
          {pages.slice(0, shown).map((page) => (
            <StaffPage key={page[0]} page={page} unfiled={unfiled} isShort />
          ))}
          <span className="contents max-sm:hidden max-lg:[&_svg]:hidden">{places}</span>
          <More>
            {places}
            {acts}
          </More>
        </nav>
        <div className={`flex items-center ${quiet}`}>
          <p className="text-ink-muted mr-2 max-w-72 truncate text-sm max-2xl:max-w-36 max-lg:sr-only">
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
          <span className="contents max-sm:hidden max-lg:[&_svg]:hidden">{acts}</span>
        </div>
      </div>
    </header>
  );
}

function More({ children }: { readonly children: ReactNode }) {
  const id = useId();
  return (
    <span className="sm:hidden">
      <button type="button" popoverTarget={id} className={navClasses}>
        More <ChevronDown aria-hidden className="size-4 shrink-0" />
      </button>
      <MenuPanel id={id} label="More" className="w-60">
        <span className="grid justify-items-start">{children}</span>
      </MenuPanel>
    </span>
  );
}

/** A phone shows the first ones. */
const staffPages = [
  ["/admin/inbox", "Inbox", Inbox],
  ["/admin/money", "Money", Banknote],
  ["/admin/pack", "Pack", PackageCheck],
  ["/admin/yard", "Yard", Warehouse],
  ["/admin/stock", "Stock", Boxes],
  ["/admin/figures", "Statistics", ChartColumn],
  ["/admin/settings", "Settings", Settings],
] as const;

interface StaffPageProps {
  readonly page: (typeof staffPages)[number];
  readonly unfiled: number;
  /** Leaves out the icon unless there is room. */
  readonly isShort?: boolean;
}

function StaffPage({ page: [path, text, Icon], unfiled, isShort = false }: StaffPageProps) {
  return (
    <NavLink to={path} className={navClasses}>
      <Icon aria-hidden className={`size-4 shrink-0 ${isShort ? "max-lg:hidden" : ""}`} /> {text}
      {text === "Inbox" && unfiled > 0 && (
        <span className="bg-info-soft text-info rounded-full px-1.5 text-xs leading-5 tabular-nums">
          {unfiled}
          <span className="sr-only"> to file</span>
        </span>
      )}
    </NavLink>
  );
}

const navClasses =
  "text-ink-muted hover:bg-surface-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-ink inline-flex min-h-12 min-w-[44px] shrink-0 items-center justify-center gap-1.5 rounded-sm px-1 text-sm font-semibold focus-visible:-outline-offset-3 sm:px-1.5 lg:px-2 2xl:px-3";
