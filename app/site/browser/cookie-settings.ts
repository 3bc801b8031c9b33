import { readCookieConsent, storeCookieConsent } from "#app/shared/document/cookie-consent.ts";

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
