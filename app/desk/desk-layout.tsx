import { Outlet, useLocation } from "react-router";

import { earlyCalls } from "#app/desk/api/early-calls.ts";
import { newestPath } from "#app/desk/api/records.ts";
import { InlineScript } from "#app/shared/document/inline-scripts.tsx";
import { type PageHandle, pageMeta } from "#app/shared/document/page-meta.ts";
import { submissions } from "#domain/forms/submissions.ts";

export const handle: PageHandle = { isStaff: true };

export const meta = () => pageMeta({ title: "Staff", hidden: true });

/** Staff pages: no public header, hidden from search engines, and the router runs in the browser. */
export default function DeskLayout() {
  const pathname = useLocation().pathname.replace(/\/$/, "");
  const isSignedIn = pathname === "/admin" || pathname.startsWith("/admin/");
  const [first] = submissions;
  const list = pathname === "/admin" && first ? newestPath(first) : null;
  return (
    <>
      {isSignedIn && <InlineScript text={earlyCalls(list)} />}
      <p className="bg-surface-sunken hidden px-4 py-3 text-center font-semibold noscript:block">
        The desk needs JavaScript. Turn it on in the settings of this browser, then reload.
      </p>
      <Outlet />
    </>
  );
}
