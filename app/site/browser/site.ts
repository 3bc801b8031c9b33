// All that runs on every public page. Pages work without it, so each part may come late or not at all.
import { handOn } from "#app/site/quote/handed-on.ts";
import { hasOutbox } from "#app/site/submission/outbox-key.ts";
import { withoutUnseen } from "#domain/unseen-characters.ts";

import { countVisits } from "./analytics.ts";
import { showCallButton } from "./call-button.ts";
import { askForCookieConsent } from "./cookie-banner.ts";
import { showCookieChoice } from "./cookie-settings.ts";
import { sweepGauges } from "./gauges.ts";
import { closeMenus } from "./menus.ts";
import { forgetOrShowAgain, forgetSentDraft, offerToCopyReference, showSentForm } from "./sent-form.ts";

closeMenus();
askForCookieConsent();
showCookieChoice();
countVisits();
handOverQuickQuote();
forgetSentDraft();
showSentForm();
offerToCopyReference();
showWaiting();
showThisYear();
showCallButton();
sweepGauges();
// Before React reads it, and before the browser checks it: it would complain about a character that nobody sees.
addEventListener("input", cleanAddress, { capture: true });

// Other pages and tabs may have saved or forgotten something since this page was last on the screen.
addEventListener("pageshow", showWaiting);
addEventListener("pageshow", forgetOrShowAgain);
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

/** On pages without a form: loads the script that sends what waits on this device and says so. Most visitors need none. */
function showWaiting(): void {
  const line = document.querySelector<HTMLElement>("[data-outbox-line]");
  const src = line?.dataset["outboxLine"];
  const isOnPageWithForm = document.querySelector("[data-outbox]") !== null;
  if (line === null || !src || isOnPageWithForm || !hasOutbox()) return;
  line.dataset["outboxLine"] = ""; // Once.
  const script = Object.assign(document.createElement("script"), { type: "module", src });
  // Without signal: with the signal, under another address, as browsers do not ask for a failed module again.
  script.addEventListener("error", () => (line.dataset["outboxLine"] = `${src}#`));
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
