import { visitCounter } from "#app/shared/api/analytics.ts";
import {
  followCookieConsent,
  readCookieConsent,
  storeCookieConsent,
} from "#app/shared/document/cookie-consent.ts";

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

/** Opens the dialog with the present choice. */
function openCookieSettings(): void {
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

/** Inserts the content of a `<template>` after it; returns its first element. */
function insertTemplate(id: string): HTMLElement | null {
  const template = document.querySelector<HTMLTemplateElement>(`template#${id}`);
  template?.after(template.content.cloneNode(true));
  const inserted = template?.nextElementSibling;
  return inserted instanceof HTMLElement ? inserted : null;
}

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
