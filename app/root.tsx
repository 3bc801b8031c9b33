import type { ReactNode } from "react";
import { Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from "react-router";

import { business } from "#domain/business.ts";
import { colours, darkColours } from "#domain/colours.ts";
import { messages } from "#domain/messages.ts";

import { MarkFirstVisit } from "./shared/document/late-start.tsx";
import { handleOf } from "./shared/document/page-handle.ts";
import { siteOrigin } from "./shared/document/site-origin.ts";
import semibold from "./shared/fonts/barlow-condensed-600.woff2?url";
import bold from "./shared/fonts/barlow-condensed-700.woff2?url";

import admin from "./desk/desk.css?inline";
import site from "./site/site.css?inline";

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-NZ" data-site-origin={siteOrigin()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={colours.surface} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={darkColours.surface} media="(prefers-color-scheme: dark)" />
        <MarkFirstVisit />
        <Styles />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Canonical />
        <Meta />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** Inlines the whole style sheet, which saves a round trip before the first paint. */
function Styles() {
  const isStaff = handleOf(useMatches())?.isStaff === true;
  if (import.meta.env.DEV) return <link rel="stylesheet" href="/app/desk/desk.css" />;
  return (
    <>
      {[bold, semibold].map((href) => (
        <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <style dangerouslySetInnerHTML={{ __html: textOf(isStaff) }} />
    </>
  );
}

/** In the browser this module has no CSS: it reads the text from the page. */
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
    <main className="mx-auto grid max-w-xl gap-4 px-5 py-24">
      <title>{messages.routing}</title>
      <h1 className="text-3xl">{messages.routing}</h1>
      <p>
        The page could not be shown.{" "}
        <a href="/" className="text-link font-semibold">
          Go to the home page
        </a>
        , or press reload to try again.
      </p>
      <p>
        Or ring{" "}
        <a href={business.phoneLink} className="text-link font-semibold whitespace-nowrap">
          {business.phone}
        </a>
        , {business.hours}.
      </p>
    </main>
  );
}
