import { tryStorage } from "#app/shared/forms/draft.ts";
import { handOn } from "#app/site/quote/handed-on.ts";
import { waitingNameOf } from "#app/site/submission/waiting-store.ts";
import { withoutUnseen } from "#domain/plain-text.ts";

import { countVisits } from "./analytics.ts";
import { showCallButton } from "./call-button.ts";
import { askForCookieConsent } from "./cookie-banner.ts";
import { showCookieChoice } from "./cookie-settings.ts";
import { sweepGauges } from "./gauges.ts";
import { closeMenus } from "./menus.ts";
import { startThanks } from "./thanks.ts";

// All that runs on every public page. Pages work without it, so each part may come late or not at all.

closeMenus();
askForCookieConsent();
showCookieChoice();
countVisits();
handOverQuickQuote();
startThanks();
showWaiting();
showThisYear();
showCallButton();
sweepGauges();
// Before React reads it, and before the browser checks it: it would complain about a character that nobody sees.
addEventListener("input", cleanAddress, { capture: true });

// Other pages and tabs may have saved something since this page was last on the screen.
addEventListener("pageshow", showWaiting);
addEventListener("storage", showWaiting);
addEventListener("online", showWaiting);

function cleanAddress({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || target.type !== "email") return;
  const seen = withoutUnseen(target.value);
  if (seen !== target.value) target.value = seen;
}

/** Sets the year of the copyright line: the page may have been built last year. */
function showThisYear(): void {
  for (const year of document.querySelectorAll("[data-this-year]")) {
    year.textContent = String(new Date().getFullYear());
  }
}

/** Loads the script that sends what other forms have left waiting on this device, and says so. Most visitors need none. */
function showWaiting(): void {
  const line = document.querySelector<HTMLElement>("[data-waiting-line]");
  const src = line?.dataset["waitingLine"];
  const own = waitingNameOf(document.querySelector<HTMLElement>("[data-form]")?.dataset["form"] ?? "");
  const isOther = (name: string) => name.startsWith(waitingNameOf("")) && name !== own;
  if (line === null || !src || !tryStorage(() => Object.keys(localStorage).some(isOther))) return;
  line.dataset["waitingLine"] = ""; // Once.
  const script = Object.assign(document.createElement("script"), { type: "module", src });
  // Without signal: with the signal, under another address, as browsers do not ask for a failed module again.
  script.addEventListener("error", () => (line.dataset["waitingLine"] = `${src}#`));
  document.head.append(script);
}

/** On the home page: hands the quick quote on to the full form, so that its values stay out of the address. */
function handOverQuickQuote(): void {
  const form = document.querySelector<HTMLFormElement>("[data-quick-quote]");
  form?.addEventListener("submit", (event) => {
    // Otherwise the browser sends the form itself, with its values in the address.
    if (!handOn(Object.fromEntries(new FormData(form)))) return;
    event.preventDefault();
    location.assign(form.action);
  });
}
