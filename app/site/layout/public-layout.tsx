import { Fragment } from "react";
import { Outlet } from "react-router";

import { LateScript, PrefetchedLinks } from "#app/shared/document/inline-scripts.tsx";
import { Logo } from "#app/shared/ui/logo.tsx";
import { PageLink } from "#app/shared/ui/page-link.tsx";
import { IfStock } from "#app/site/stock/if-stock.tsx";
import { business } from "#domain/business.ts";
import { addressLine, firm, phoneLink } from "#domain/firm.ts";
import { factMarker } from "#domain/firm/page-facts.ts";
import { nzYear } from "#domain/nz-time.ts";

import { CookieTemplates } from "./cookies.tsx";
import { Header } from "./header.tsx";
import { footerGroups, legalLinks, type SiteLink } from "./navigation.ts";

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

function Footer() {
  return (
    <footer className="deep border-brand mt-auto border-t-3">
      <div className="column grid gap-x-12 gap-y-8 pt-12 pb-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <ShopSign />
        <nav
          aria-label="Footer"
          className="columns-[8rem] gap-x-6 sm:columns-[11rem] lg:flex lg:justify-between"
        >
          {footerGroups.map(({ title, links }) => (
            <section key={title} aria-label={title} className="break-inside-avoid pb-6">
              <p className="font-sign text-deep-accent pb-1 text-xl font-semibold">{title}</p>
              <FooterLinks links={links} />
            </section>
          ))}
        </nav>
        <div className="border-deep-line text-deep-muted flex flex-wrap items-center justify-between gap-x-8 border-t pt-4 text-sm lg:col-span-2">
          <p>
            © <span data-this-year="">{nzYear(new Date())}</span> {firm.trading_name}
          </p>
          <nav aria-label="Legal">
            <FooterLinks links={legalLinks} row />
          </nav>
        </div>
      </div>
    </footer>
  );
}

function ShopSign() {
  const { phone, email, hours_text: hours } = firm;
  const link = "text-link inline-flex min-h-11 items-center font-semibold";
  return (
    <div className="grid content-start gap-x-12 gap-y-3 md:grid-cols-2 lg:grid-cols-1">
      <div className="grid content-start gap-3">
        <Logo />
        <p className="text-deep-muted max-w-md">{business.tagline}</p>
      </div>
      <address className="[overflow-wrap:anywhere] not-italic">
        <a href={phoneLink()} className={link}>
          {phone}
        </a>
        <br />
        <a href={`mailto:${email}`} className={link}>
          {email}
        </a>
        <p className="text-deep-muted pt-2">
          {addressLine()}
          <br />
          {hours}
          <br />
          <strong className="text-deep-ink">{factMarker("closed_note")}</strong>
        </p>
      </address>
    </div>
  );
}

interface FooterLinksProps {
  readonly links: readonly SiteLink[];
  readonly row?: boolean;
}

function FooterLinks({ links, row = false }: FooterLinksProps) {
  return (
    <ul className={row ? "flex gap-x-6" : "grid"}>
      {links.map(({ to, label, inStock = false }) => {
        const item = (
          <li>
            <PageLink
              to={to}
              className="inline-flex min-h-11 items-center leading-tight hover:underline aria-[current=page]:underline lg:min-h-9"
            >
              {label}
            </PageLink>
          </li>
        );
        return <Fragment key={to}>{inStock ? <IfStock>{item}</IfStock> : item}</Fragment>;
      })}
    </ul>
  );
}
