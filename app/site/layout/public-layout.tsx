import { Outlet } from "react-router";

import { LateScript, PrefetchedLinks } from "#app/shared/document/inline-scripts.tsx";

import { CookieTemplates } from "./cookies.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

export default function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="bg-ink text-surface fixed -top-24 left-4 z-30 rounded-sm px-4 py-3 font-semibold focus:top-2"
      >
        Skip to content
      </a>
      <CookieTemplates />
      <Header />
      <main id="main" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Footer />
      <PrefetchedLinks />
      <WaitingLine />
      <LateScript source="/app/site/browser/site.ts" />
    </div>
  );
}

/** Empty, unless a submission waits on this device: then `browser/site.ts` loads the script named here. */
function WaitingLine() {
  return (
    <p
      role="status"
      data-waiting-line="/app/site/submission/waiting-line.ts"
      className="border-info bg-info-soft text-ink sticky bottom-0 z-10 px-5 not-empty:border-t-2 not-empty:py-3"
    />
  );
}
