import { ArrowLeft, LogOut } from "lucide-react";
import { Link } from "react-router";

import { toolClasses } from "#app/desk/ui/tool.ts";
import { useUser } from "#app/desk/ui/use-user.ts";

import { signOut } from "./leave-desk.ts";

/** The top of a staff page beside the desk: what it is, who is here, and the ways out. */
export function BackHeader({ title }: { readonly title: string }) {
  const user = useUser();
  return (
    <header className="border-line bg-surface-raised border-b">
      <div className="mx-auto flex max-w-[74rem] flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 lg:px-8">
        <div className="min-w-0 grow">
          <h1 className="text-2xl">{title}</h1>
          <p className="text-ink-muted text-sm wrap-anywhere">
            Signed in as <bdi>{user.full_name || user.email}</bdi>
          </p>
        </div>
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
