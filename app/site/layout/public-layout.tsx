import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";

import { useCookieConsent } from "#app/shared/document/cookie-consent.ts";

import { CookieBanner } from "./cookies.tsx";
import { FollowedLinks } from "./followed-links.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

export default function PublicLayout() {
  const main = useRef<HTMLElement>(null);
  useAnalytics();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  // Client-side navigation does not move the focus: screen readers would stay where they were.
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

const scriptId = "analytics";

/** Loads the analytics script if this installation has one and the visitor has agreed. */
function useAnalytics(): void {
  const consent = useCookieConsent();
  const isAllowed = consent?.analytics === true;
  const isRefused = consent?.analytics === false;
  useEffect(() => {
    if (isAllowed) void loadAnalytics();
    // A running script can only be removed by a reload.
    if (isRefused && document.getElementById(scriptId) !== null) location.reload();
  }, [isAllowed, isRefused]);
}

async function loadAnalytics(): Promise<void> {
  // Loaded on demand: most visitors never get here.
  const { siteConfig } = await import("#app/shared/api/site-config.ts");
  const config = await siteConfig().catch(() => null);
  if (config?.analytics === undefined || document.getElementById(scriptId) !== null) return;
  const script = document.createElement("script");
  script.id = scriptId;
  script.src = config.analytics.src;
  // Plausible reads the first, Umami the second.
  script.dataset["domain"] = config.analytics.siteId;
  script.dataset["websiteId"] = config.analytics.siteId;
  document.head.append(script);
}
