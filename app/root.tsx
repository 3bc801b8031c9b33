import type { ReactNode } from "react";
import { Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from "react-router";

import { handleOf, siteOrigin } from "#app/shared/document/page-meta.ts";
import { colours, darkColours } from "#domain/colours.ts";
import { messages } from "#domain/messages.ts";

import { FirmOfPage } from "./shared/document/firm-of-page.tsx";
import { EarlyFont } from "./shared/document/inline-scripts.tsx";
import { LastResort } from "./shared/document/last-resort.tsx";

import admin from "./desk/desk.css?inline";
import site from "./site/site.css?inline";

/** Public pages get no script from here: those that they need, they name themselves. */
export function Layout({ children }: { children: ReactNode }) {
  const isStaff = handleOf(useMatches())?.isStaff === true;
  const { pathname } = useLocation();
  // The desk itself is drawn by scripts: its page holds nothing to wait for.
  const isDrawn = !isStaff || pathname.startsWith("/admin-login");
  return (
    <html lang="en-NZ" data-site-origin={siteOrigin()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={colours.surface} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={darkColours.surface} media="(prefers-color-scheme: dark)" />
        <Styles isStaff={isStaff} />
        <EarlyFont />
        {/* Half of it would be painted first, and then move. */}
        {isDrawn && <link rel="expect" href="#shown-first" blocking="render" />}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Canonical />
        <Meta />
      </head>
      <body>
        {children}
        {isStaff ? (
          <>
            <FirmOfPage />
            <ScrollRestoration />
            <Scripts />
          </>
        ) : (
          import.meta.env.DEV && <script type="module" src={hotReload} />
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** Inlines the whole style sheet, which saves a round trip before the first paint. */
function Styles({ isStaff }: { readonly isStaff: boolean }) {
  if (import.meta.env.DEV) return <link rel="stylesheet" href="/app/desk/desk.css" />;
  return <style dangerouslySetInnerHTML={{ __html: textOf(isStaff) }} />;
}

/** The module that React Router's scripts load first in development: components insist on it. */
const hotReload = "/@id/__x00__virtual:react-router/inject-hmr-runtime";

/** Returns the style sheet. The browser's build of this module has no CSS: it reads the text from the page. */
function textOf(isStaff: boolean): string {
  if (!import.meta.env.SSR) return document.querySelector("style")?.textContent ?? "";
  return isStaff ? admin : site;
}

/** The canonical URL. The build renders paths with a trailing slash, browsers without. */
function Canonical() {
  const { pathname } = useLocation();
  const matches = useMatches();
  const params = matches.at(-1)?.params ?? {};
  const path = handleOf(matches)?.canonicalPath?.(params) ?? pathname.replace(/(?<=.)\/+$/, "");
  return (
    <>
      <link rel="canonical" href={siteOrigin() + path} />
      <meta property="og:url" content={siteOrigin() + path} />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <main>
      <title>{messages.routing}</title>
      <LastResort />
    </main>
  );
}
