import { followCookieConsent, readCookieConsent } from "#app/shared/document/cookie-consent.ts";

import { openCookieSettings } from "./cookie-settings.ts";

/** On the privacy page: shows the present choice and lets visitors change it. */
export function showCookieChoice(): void {
  const box = document.querySelector("[data-cookie-choice]");
  const status = box?.querySelector("[role=status]");
  if (!box || !status) return;
  box.querySelector("button")?.addEventListener("click", openCookieSettings);
  followCookieConsent(() => {
    status.textContent = `Analytics are ${readCookieConsent()?.analytics === true ? "on" : "off"}.`;
  });
  box.classList.remove("invisible");
}
