import { NavLink } from "react-router";

import { business } from "#domain/business.ts";
import { nzYear } from "#domain/nz-time.ts";

import { Logo } from "./logo.tsx";
import { footerLinks, moreLinks, type SiteLink } from "./navigation.ts";

/** The page may have been built last year: the year is set again when React starts. */
function showThisYear(element: HTMLElement | null): void {
  if (element !== null) element.textContent = String(nzYear(new Date()));
}

export function Footer() {
  return (
    <footer className="deep mt-auto">
      <div className="column grid gap-6 py-10 sm:grid-cols-[1fr_auto] sm:items-end">
        <div className="grid gap-3">
          <Logo />
          <p className="text-deep-muted max-w-md">{business.tagline}</p>
        </div>
        <nav aria-label="Footer">
          <FooterLinks links={footerLinks} />
        </nav>
        <nav aria-label="More parts" className="border-deep-line border-t pt-3 sm:col-span-2">
          <FooterLinks links={moreLinks} />
        </nav>
        <p className="border-deep-line text-deep-muted border-t pt-5 text-sm sm:col-span-2">
          ©{" "}
          <span suppressHydrationWarning ref={showThisYear}>
            {nzYear(new Date())}
          </span>{" "}
          {business.name} · {business.town}, {business.region} · {business.hours}
        </p>
      </div>
    </footer>
  );
}

function FooterLinks({ links }: { readonly links: readonly SiteLink[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6">
      {links.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} prefetch="intent" className="text-link inline-flex min-h-11 items-center">
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
