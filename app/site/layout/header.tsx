import { ChevronDown, Menu, Phone, X } from "lucide-react";

import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Logo } from "#app/shared/ui/logo.tsx";
import { PageLink } from "#app/shared/ui/page-link.tsx";
import { firm, phoneLink } from "#domain/firm.ts";
import { factMarker } from "#domain/firm/page-facts.ts";

import { menuGroups, quotePage, type SiteLink } from "./navigation.ts";

/** The menus open without scripts; app/site/browser/header.ts closes them. */
export function Header() {
  return (
    <header
      id="shown-first"
      data-menus=""
      className="border-line bg-surface relative top-0 z-20 border-b min-[20rem]:sticky"
    >
      <div className="column flex min-h-16 flex-wrap items-center gap-x-1 gap-y-1 py-1.5 min-[25rem]:gap-x-3">
        <PageLink
          to="/"
          className="mr-auto flex min-h-11 items-center no-underline"
          aria-label={`${firm.trading_name} home`}
        >
          <Logo />
        </PageLink>
        <nav aria-label="Site" className="hidden lg:block">
          <MenuGroups look="row" />
        </nav>
        <CallButton />
        <ButtonLink to={quotePage} className="w-[5.75rem] px-0! min-[25rem]:w-28">
          Get Quote
        </ButtonLink>
        <nav aria-label="Site menu" className="lg:hidden">
          <details className="group/menu">
            <summary
              className="hover:bg-surface-sunken flex size-11 items-center justify-center rounded-sm min-[25rem]:size-12"
              aria-label="Menu"
            >
              <Menu aria-hidden className="size-7 group-open/menu:hidden" />
              <X aria-hidden className="hidden size-7 group-open/menu:block" />
            </summary>
            <div className="border-line bg-surface absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-y px-5 py-2">
              <MenuGroups look="column" />
              <a href={phoneLink()} className="border-line flex min-h-13 items-center gap-3 border-t py-2">
                <Phone aria-hidden strokeWidth={1.5} className="size-5 shrink-0" />
                <span>
                  <span className="font-semibold whitespace-nowrap">{firm.phone}</span>, {firm.hours_text}
                </span>
              </a>
            </div>
          </details>
        </nav>
      </div>
    </header>
  );
}

/** The call button on phones. app/site/browser/header.ts shows it while we are open; its place is kept until then. */
function CallButton() {
  return (
    <a
      data-call=""
      data-hours={factMarker("week_hours")}
      data-closed={factMarker("closed_days")}
      href={phoneLink()}
      aria-label={`Ring ${firm.phone}`}
      className="text-brand hover:bg-surface-sunken invisible hidden size-11 items-center justify-center rounded-sm min-[22.5rem]:max-lg:flex min-[25rem]:size-12"
    >
      <Phone aria-hidden className="size-6" />
    </a>
  );
}

const looks = {
  column: {
    list: "divide-y divide-line",
    title:
      "flex min-h-13 items-center justify-between font-sign text-xl font-semibold no-underline aria-[current=page]:text-brand",
    panel: "pb-3",
    link: "flex min-h-11 items-center border-l-2 border-line pl-4 hover:border-brand aria-[current=page]:border-brand aria-[current=page]:font-semibold",
  },
  row: {
    list: "flex items-stretch gap-1",
    title:
      "flex min-h-11 items-center gap-1 rounded-sm px-3 font-sign text-lg font-semibold whitespace-nowrap no-underline hover:bg-surface-sunken aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-6",
    panel: "absolute top-full z-10 mt-1 min-w-56 rounded-md border border-line-strong bg-surface-raised p-2",
    link: "flex min-h-11 items-center rounded-sm px-3 hover:bg-surface-sunken aria-[current=page]:font-semibold aria-[current=page]:underline",
  },
} as const;

/** The groups of the menu; opening one closes the others. Groups of one are plain links. */
function MenuGroups({ look }: { readonly look: keyof typeof looks }) {
  const classes = looks[look];
  const item = ({ to, label }: SiteLink, className: string) => (
    <PageLink to={to} className={className}>
      {label}
    </PageLink>
  );
  return (
    <ul className={classes.list}>
      {menuGroups.map(({ title, links }) => (
        <li key={title} className="relative">
          {links.length === 1 ? (
            links.map((link) => <div key={link.to}>{item(link, classes.title)}</div>)
          ) : (
            <details name={`menu-${look}`} className="group">
              <summary className={classes.title}>
                {title}
                <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
              </summary>
              <ul className={classes.panel}>
                {links.map((link) => (
                  <li key={link.to}>{item(link, classes.link)}</li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
