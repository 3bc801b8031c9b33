import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";

import { CookieBanner } from "./cookie-banner.tsx";
import { FollowedLinks } from "./followed-links.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { useAnalytics } from "./use-analytics.ts";

/** What every public page has around it. */
export default function PublicLayout() {
  const main = useRef<HTMLElement>(null);
  useAnalytics();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  // A page change inside React moves no focus by itself: screen readers would stay where they were.
  useEffect(() => {
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="bg-ink text-surface fixed -top-24 left-4 z-30 rounded-sm px-4 py-3 font-semibold focus:top-2"
      >
        Skip to content
      </a>
      <CookieBanner />
      <FollowedLinks />
      <Header />
      <main ref={main} id="main" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
