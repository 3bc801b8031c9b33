import { type RefObject, type SubmitEvent, useId, useLayoutEffect, useRef } from "react";

import {
  readCookieConsent,
  storeCookieConsent,
  useCookieConsent,
} from "#app/shared/document/cookie-consent.ts";
import { Button } from "#app/shared/ui/button.tsx";

const small = "min-h-11! px-2! text-base! min-[22rem]:px-3!";

/** Asks for consent once (specification section 2). It overlays the page and shifts nothing. */
export function CookieBanner() {
  // Only the browser knows the choice: the prerendered page has no banner.
  return useCookieConsent() === null ? <Question /> : null;
}

function Question() {
  const settings = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const asked = box.current;
    return () => {
      // Choosing removes the focused button.
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

/** Shows the current choice and lets visitors change it. Before hydration it only takes up its space. */
export function CookieChoice() {
  const settings = useRef<HTMLDialogElement>(null);
  const consent = useCookieConsent();
  const visibility = consent === undefined ? "invisible" : "";
  return (
    <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 ${visibility}`}>
      <Button look="outline" onClick={() => settings.current?.showModal()}>
        Change Cookie Settings
      </Button>
      <p role="status">Analytics are {consent?.analytics === true ? "on" : "off"}.</p>
      <CookieSettings key={String(consent?.analytics)} dialog={settings} />
    </div>
  );
}

interface CookieSettingsProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
}

const checkboxClasses = "mt-0.5 size-6 shrink-0 accent-brand";

function CookieSettings({ dialog }: CookieSettingsProps) {
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const analytics = new FormData(event.currentTarget).has("analytics");
    dialog.current?.close();
    storeCookieConsent({ essential: true, analytics });
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={() => form.current?.reset()}
      className="border-line-strong bg-surface-raised text-ink backdrop:bg-deep/70 m-auto w-[min(28rem,calc(100%-2rem))] rounded-md border p-6"
    >
      <form ref={form} onSubmit={onSubmit} className="grid gap-5">
        <h2 id={titleId} className="text-2xl">
          Cookie settings
        </h2>
        <label className="flex gap-3">
          <input type="checkbox" checked disabled className={checkboxClasses} />
          <span>
            <strong>Essential</strong>
            <br />
            Keep the site working. Always on.
          </span>
        </label>
        <label className="flex gap-3">
          <input
            type="checkbox"
            name="analytics"
            defaultChecked={readCookieConsent()?.analytics}
            className={checkboxClasses}
          />
          <span>
            <strong>Analytics</strong>
            <br />
            Tell us which pages help.
          </span>
        </label>
        <div className="flex gap-3">
          <Button type="submit" className="grow">
            Save
          </Button>
          <Button look="outline" className="grow" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  );
}
