import {
  followCookieConsent,
  readCookieConsent,
  storeCookieConsent,
} from "#app/shared/document/cookie-consent.ts";

import { openCookieSettings } from "./cookie-settings.ts";
import { insertTemplate } from "./template.ts";

/** Shows the banner until the visitor has chosen (specification section 2). It overlays the page and shifts nothing. */
export function askForCookieConsent(): void {
  let banner: HTMLElement | null = null;
  followCookieConsent(() => {
    const isAnswered = readCookieConsent() !== null;
    if (isAnswered && banner !== null) banner = take(banner);
    if (!isAnswered) banner ??= show();
  });
}

function show(): HTMLElement | null {
  const banner = insertTemplate("cookie-banner");
  banner?.addEventListener("click", ({ target }) => {
    const { value } = target instanceof HTMLButtonElement ? target : {};
    if (value === "settings") openCookieSettings();
    else if (value !== undefined) storeCookieConsent({ essential: true, analytics: value === "all" });
  });
  return banner;
}

/** Removes the banner. A focused button in it would take the focus along. */
function take(banner: HTMLElement): null {
  const hadFocus = banner.contains(document.activeElement);
  banner.remove();
  if (hadFocus) document.querySelector("main")?.focus({ preventScroll: true });
  return null;
}
