import { useRef } from "react";

import { useCookieConsent } from "#app/shared/document/cookie-consent.ts";
import { Button } from "#app/shared/ui/button.tsx";

import { CookieSettings } from "./cookie-settings.tsx";

/** The present choice, and the way to change it. It works with scripts only: until then its place is kept. */
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
