import { ChevronDown, Menu, X } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Logo } from "#app/shared/ui/logo.tsx";
import { PageLink } from "#app/shared/ui/page-link.tsx";
import { business } from "#domain/business.ts";

import { menuGroups, quotePage, type SiteLink } from "./navigation.ts";

export function Header() {
  const bar = useRef<HTMLElement>(null);
  useClosingMenus(bar);
  return (
    <header ref={bar} className="border-line bg-surface relative top-0 z-20 border-b min-[20rem]:sticky">
      <div className="column flex min-h-16 flex-wrap items-center gap-x-1 gap-y-1 py-1.5 min-[22rem]:gap-x-3">
        <PageLink
          to="/"
          className="mr-auto flex min-h-11 items-center no-underline"
          aria-label={`${business.name} home`}
        >
          <Logo />
        </PageLink>
        <nav aria-label="Site" className="hidden lg:block">
          <MenuGroups look="row" />
        </nav>
        <ButtonLink to={quotePage} className="px-3! min-[22rem]:px-5!">
          Get Quote
        </ButtonLink>
        <nav aria-label="Site menu" className="lg:hidden">
          <details className="group/menu" suppressHydrationWarning>
            <summary
              className="hover:bg-surface-sunken flex size-12 items-center justify-center rounded-sm"
              aria-label="Menu"
            >
              <Menu aria-hidden className="size-7 group-open/menu:hidden" />
              <X aria-hidden className="hidden size-7 group-open/menu:block" />
            </summary>
            <div className="border-line bg-surface absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-y px-5 py-2">
              <MenuGroups look="column" />
            </div>
          </details>
        </nav>
      </div>
    </header>
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

interface MenuGroupsProps {
  readonly look: keyof typeof looks;
}

/** The groups of the menu; opening one closes the others. Groups of one are plain links. */
function MenuGroups({ look }: MenuGroupsProps) {
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
            <details name={`menu-${look}`} className="group" suppressHydrationWarning>
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

/** Closes the menus in an element on Escape, on a press or focus outside it, and on navigation. */
function useClosingMenus(area: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  useEffect(() => {
    const closeAll = () => {
      for (const menu of area.current?.querySelectorAll("details") ?? []) menu.open = false;
    };
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && area.current?.contains(target) === false) closeAll();
    };
    const onKey = (event: KeyboardEvent) => {
      const open = document.activeElement?.closest("details[open]") ?? null;
      if (event.key !== "Escape" || open === null || area.current?.contains(open) !== true) return;
      closeAll();
      buttonOf(open)?.focus();
    };
    // Otherwise the open menu would cover what gets the focus next (WCAG 2.4.11).
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && area.current?.contains(target) === false) closeAll();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("keydown", onKey);
    // Only on cleanup: a menu that was opened before hydration stays open.
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("keydown", onKey);
      closeAll();
    };
  }, [area, key]);
}

/** The button of a menu or, if a closed menu around it hides that, of the outer one. */
function buttonOf(menu: Element): HTMLElement | null {
  const button = menu.querySelector("summary");
  const around = menu.parentElement?.closest("details") ?? null;
  return around === null || button?.checkVisibility() === true ? button : buttonOf(around);
}
