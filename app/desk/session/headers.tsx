import { ArrowLeft, ChartColumn, House, LogOut, RefreshCw, Settings } from "lucide-react";
import { Link } from "react-router";

import { toolClasses } from "#app/desk/ui/tool.ts";
import { useUser } from "#app/desk/ui/use-user.ts";
import { business } from "#domain/business.ts";

import { signOut } from "./session-end.ts";

interface DeskHeaderProps {
  /** Leaves only the title on phones, and only for screen readers: a record is open. */
  readonly isQuiet: boolean;
  readonly onRefresh: () => void;
}

/** The header of the desk's home page. */
export function DeskHeader({ isQuiet, onRefresh }: DeskHeaderProps) {
  return (
    <header className={`border-line bg-surface-raised border-b ${isQuiet ? "max-lg:border-0" : ""}`}>
      <div
        className={`mx-auto flex max-w-[120rem] flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 lg:px-8 ${isQuiet ? "max-lg:sr-only" : ""}`}
      >
        <Title title={`${business.name} desk`} />
        <div
          className={`grid ${isQuiet ? "max-lg:hidden" : ""} w-full grid-cols-5 gap-1.5 text-sm max-[24rem]:text-xs max-[22rem]:grid-cols-3 sm:w-auto sm:min-w-140 sm:gap-2`}
        >
          <a href="/" className={toolClasses}>
            <House aria-hidden className="size-4 shrink-0 max-sm:hidden" /> Back to Site
          </a>
          <button type="button" onClick={onRefresh} className={toolClasses}>
            <RefreshCw aria-hidden className="size-4 shrink-0 max-sm:hidden" /> Refresh
          </button>
          <Link to="/admin/figures" className={toolClasses}>
            <ChartColumn aria-hidden className="size-4 shrink-0 max-sm:hidden" /> Statistics
          </Link>
          <Link to="/admin/settings" className={toolClasses}>
            <Settings aria-hidden className="size-4 shrink-0 max-sm:hidden" /> Settings
          </Link>
          <button type="button" onClick={() => void signOut()} className={toolClasses}>
            <LogOut aria-hidden className="size-4 shrink-0 max-sm:hidden" /> Logout
          </button>
        </div>
      </div>
    </header>
  );
}

/** The header of the other staff pages. */
export function BackHeader({ title }: { readonly title: string }) {
  return (
    <header className="border-line bg-surface-raised border-b">
      <div className="mx-auto flex max-w-[74rem] flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 lg:px-8">
        <Title title={title} />
        <div className="grid w-full grid-cols-2 gap-2 text-sm sm:w-auto sm:min-w-72">
          <Link to="/admin" className={toolClasses}>
            <ArrowLeft aria-hidden className="size-4 shrink-0" /> Back to desk
          </Link>
          <button type="button" onClick={() => void signOut()} className={toolClasses}>
            <LogOut aria-hidden className="size-4 shrink-0" /> Logout
          </button>
        </div>
      </div>
    </header>
  );
}

function Title({ title }: { readonly title: string }) {
  const user = useUser();
  return (
    <div className="min-w-0 grow">
      <h1 className="text-2xl">{title}</h1>
      <p className="text-ink-muted text-sm wrap-anywhere">
        Signed in as <bdi>{user.full_name || user.email}</bdi>
      </p>
    </div>
  );
}
