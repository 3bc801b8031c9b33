import { visitCounter } from "#app/shared/api/analytics.ts";
import { followCookieConsent, readCookieConsent } from "#app/shared/document/cookie-consent.ts";

const scriptId = "analytics";

/** Loads the analytics script if this installation has one and the visitor has agreed. */
export function countVisits(): void {
  followCookieConsent(() => {
    const consent = readCookieConsent();
    if (consent?.analytics === true) void loadAnalytics();
    // A running script can only be removed by a reload.
    if (consent?.analytics === false && document.getElementById(scriptId) !== null) location.reload();
  });
}

async function loadAnalytics(): Promise<void> {
  const counter = await visitCounter().catch(() => undefined);
  if (counter === undefined || document.getElementById(scriptId) !== null) return;
  const script = document.createElement("script");
  script.id = scriptId;
  script.src = counter.src;
  // Plausible reads the first, Umami the second.
  script.dataset["domain"] = counter.siteId;
  script.dataset["websiteId"] = counter.siteId;
  document.head.append(script);
}
