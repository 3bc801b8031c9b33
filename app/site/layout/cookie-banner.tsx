import { useLayoutEffect, useRef } from "react";

import { storeCookieConsent, useCookieConsent } from "#app/shared/document/cookie-consent.ts";
import { Button } from "#app/shared/ui/button.tsx";

import { CookieSettings } from "./cookie-settings.tsx";

const small = "min-h-11! px-2! text-base! min-[22rem]:px-3!";

/** Asks once which cookies are fine (specification section 2). It lies over the page and moves nothing. */
export function CookieBanner() {
  // Only the browser knows: the prerendered page has no banner.
  return useCookieConsent() === null ? <Question /> : null;
}

function Question() {
  const settings = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const asked = box.current;
    return () => {
      // The answer removes the button that has the focus.
      if (asked?.contains(document.activeElement) !== true) return;
      document.querySelector("main")?.focus({ preventScroll: true });
    };
  }, []);
  const choose = (analytics: boolean) => storeCookieConsent({ essential: true, analytics });
  return (
    <section
      ref={box}
      aria-label="Cookies"
      className="cookie-banner border-line-strong bg-surface-raised fixed inset-x-0 bottom-0 z-30 border-t"
    >
      <div className="column flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-3">
        <p className="text-sm leading-snug">We use essential cookies. Analytics only with your OK.</p>
        <div className="flex flex-wrap gap-2">
          <Button look="outline" className={small} onClick={() => choose(true)}>
            Accept All
          </Button>
          <Button look="outline" className={small} onClick={() => choose(false)}>
            Essential Only
          </Button>
          <Button look="quiet" className={small} onClick={() => settings.current?.showModal()}>
            Settings
          </Button>
        </div>
      </div>
      <CookieSettings dialog={settings} />
    </section>
  );
}
