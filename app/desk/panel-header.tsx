import { ChartColumn, House, LogOut, RefreshCw, Settings } from "lucide-react";
import { Link } from "react-router";

import { business } from "#domain/business.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { toolClasses } from "./ui/tool.ts";

interface PanelHeaderProps {
  readonly user: CurrentUser;
  /** On a phone, a record stands open: only the page's name stays, for who hears it. */
  readonly isQuiet: boolean;
  readonly onRefresh: () => void;
  readonly onLogout: () => void;
}

/** Who is here, and what is always at hand. */
export function PanelHeader({ user, isQuiet, onRefresh, onLogout }: PanelHeaderProps) {
  return (
    <header className={`border-line bg-surface-raised border-b ${isQuiet ? "max-lg:border-0" : ""}`}>
      <div
        className={`mx-auto flex max-w-[120rem] flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 lg:px-8 ${isQuiet ? "max-lg:sr-only" : ""}`}
      >
        <div className="min-w-0 grow">
          <h1 className="text-2xl">{business.name} desk</h1>
          <p className="text-ink-muted text-sm wrap-anywhere">
            Signed in as <bdi>{user.full_name || user.email}</bdi>
          </p>
        </div>
        <div
          className={`grid ${isQuiet ? "max-lg:hidden" : ""} w-full grid-cols-5 gap-1.5 text-sm max-[22rem]:grid-cols-3 sm:w-auto sm:min-w-140 sm:gap-2`}
        >
          <a href="/" className={toolClasses}>
            <House aria-hidden className="size-4 shrink-0 max-sm:hidden" /> Back to Site
          </a>
          <button type="button" onClick={onRefresh} className={toolClasses}>
            <RefreshCw aria-hidden className="size-4 shrink-0 max-sm:hidden" /> Refresh
          </button>
          <Link to="/admin/figures" className={toolClasses}>
            <ChartColumn aria-hidden className="size-4 shrink-0 max-sm:hidden" /> Figures
          </Link>
          <Link to="/admin/settings" className={toolClasses}>
            <Settings aria-hidden className="size-4 shrink-0 max-sm:hidden" /> Settings
          </Link>
          <button type="button" onClick={onLogout} className={toolClasses}>
            <LogOut aria-hidden className="size-4 shrink-0 max-sm:hidden" /> Logout
          </button>
        </div>
      </div>
    </header>
  );
}
