import type { ReactNode } from "react";
import { Meta, Outlet, Scripts, ScrollRestoration } from "react-router";

import { Arrival } from "./shared/document/arrival.tsx";
import { Canonical } from "./shared/document/canonical.tsx";
import { siteOrigin } from "./shared/document/site-origin.ts";
import { Styles } from "./styles.tsx";

export { ErrorPage as ErrorBoundary } from "./site/layout/error-page.tsx";

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-NZ" data-site-origin={siteOrigin()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f7f7f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#14180f" media="(prefers-color-scheme: dark)" />
        <Arrival />
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
