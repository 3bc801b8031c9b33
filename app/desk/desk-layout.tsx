import { Outlet } from "react-router";

import { type PageHandle, pageMeta } from "#app/shared/document/page-meta.ts";

export const handle: PageHandle = { isStaff: true };

export const meta = () => pageMeta({ title: "Staff", hidden: true });

/** Staff pages: no public header, hidden from search engines, and the router runs in the browser. */
export default function DeskLayout() {
  return (
    <>
      <p className="bg-surface-sunken hidden px-4 py-3 text-center font-semibold noscript:block">
        The desk needs JavaScript. Turn it on in the settings of this browser, then reload.
      </p>
      <Outlet />
    </>
  );
}
