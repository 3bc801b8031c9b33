import { useEffect } from "react";

import { useCookieConsent } from "#app/shared/document/cookie-consent.ts";

const scriptId = "analytics";

/** Counts the visit where this installation has a tool for it and the visitor has said yes to it. */
export function useAnalytics(): void {
  const consent = useCookieConsent();
  const isAllowed = consent?.analytics === true;
  const isRefused = consent?.analytics === false;
  useEffect(() => {
    if (isAllowed) void loadAnalytics();
    // A script that runs cannot be taken back.
    if (isRefused && document.getElementById(scriptId) !== null) location.reload();
  }, [isAllowed, isRefused]);
}

async function loadAnalytics(): Promise<void> {
  // Most visitors never come here: what reads the configuration is fetched when they do.
  const { siteConfig } = await import("#app/shared/api/site-config.ts");
  const config = await siteConfig().catch(() => null);
  if (config?.analytics === undefined || document.getElementById(scriptId) !== null) return;
  const script = document.createElement("script");
  script.id = scriptId;
  script.src = config.analytics.src;
  // Plausible reads the one, Umami the other.
  script.dataset["domain"] = config.analytics.siteId;
  script.dataset["websiteId"] = config.analytics.siteId;
  document.head.append(script);
}
