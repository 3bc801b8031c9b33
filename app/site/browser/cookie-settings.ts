import {
  readCookieConsent,
  storeCookieConsent,
  followCookieConsent,
} from "#app/shared/document/cookie-consent.ts";

import { insertTemplate } from "./template.ts";

/** Opens the dialog with the present choice. */
export function openCookieSettings(): void {
  const dialog = insertTemplate("cookie-settings");
  const analytics = dialog?.querySelector<HTMLInputElement>("[name=analytics]");
  if (!(dialog instanceof HTMLDialogElement) || !analytics) return;
  analytics.checked = readCookieConsent()?.analytics === true;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "save") {
      storeCookieConsent({ essential: true, analytics: analytics.checked });
    }
  });
  dialog.showModal();
}

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
