import { Menu, X } from "lucide-react";
import { useRef } from "react";

import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Logo } from "#app/shared/ui/logo.tsx";
import { PageLink } from "#app/shared/ui/page-link.tsx";
import { business } from "#domain/business.ts";

import { MenuGroups } from "./menu-groups.tsx";
import { quotePage } from "./navigation.ts";
import { useClosingMenus } from "./use-closing-menus.ts";

/** The bar that stays on top: brand, menu, and the way to a quote. */
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
