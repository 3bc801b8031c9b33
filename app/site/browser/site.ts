import { draftKey, tryStorage } from "#app/shared/forms/draft.ts";
import { handOn } from "#app/site/quote/handed-on.ts";
import { waitingNameOf } from "#app/site/submission/waiting-store.ts";
import { withoutUnseen } from "#domain/plain-text.ts";

import { askForCookieConsent, countVisits, showCookieChoice } from "./cookies.ts";
import { closeMenus, showCallButton } from "./header.ts";

// Runs on every public page. Pages work without it, so each part may come late or not at all.

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
// Runs before React reads the value and the browser checks it, which would complain about a character that nobody sees.
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

/** Loads the script that sends submissions of other forms that wait on this device. Most visitors need none. */
function showWaiting(): void {
  const line = document.querySelector<HTMLElement>("[data-waiting-line]");
  const src = line?.dataset["waitingLine"];
  const own = waitingNameOf(document.querySelector<HTMLElement>("[data-form]")?.dataset["form"] ?? "");
  const isOther = (name: string) => name.startsWith(waitingNameOf("")) && name !== own;
  if (line === null || !src || !tryStorage(() => Object.keys(localStorage).some(isOther))) return;
  line.dataset["waitingLine"] = ""; // Loads it once.
  const script = Object.assign(document.createElement("script"), { type: "module", src });
  // Browsers never ask again for a module that failed: the next try needs another address.
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

/** On the thanks page: copies the reference, and removes the draft that a form leaves behind if the browser has posted it. */
function startThanks(): void {
  const form = document.querySelector<HTMLElement>("[data-sent]")?.dataset["sent"];
  const reference = new URLSearchParams(location.search).get("ref");
  if (form === undefined || reference === null) return;
  offerToCopy(reference);
  const [visit] = performance.getEntriesByType("navigation");
  // Somebody who comes back to this page may have begun another form.
  const isArrival = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
  if (isArrival) tryStorage(() => sessionStorage.removeItem(draftKey(form)));
}

function offerToCopy(reference: string): void {
  const button = document.querySelector("[data-copy]");
  if (button === null || !("clipboard" in navigator)) return;
  const status = button.parentElement?.querySelector("[role=status]");
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(reference).then(
      () => status?.replaceChildren("Copied"),
      () => status?.replaceChildren("Not copied: your browser does not allow it"),
    );
  });
  button.classList.remove("invisible");
}

/** Sweeps the needles of the home page to zero and back once they are in view, as gauges do at ignition. */
function sweepGauges(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        sweep(target);
      }
    },
    { threshold: 1 },
  );
  for (const needle of document.querySelectorAll(".dial-needle")) observer.observe(needle);
}

function sweep(needle: Element): void {
  const rest = "rotate(0deg)";
  const zero = `rotate(${-Number(needle.getAttribute("data-degrees"))}deg)`;
  needle.animate(
    [
      { transform: rest, easing: "ease-in" },
      { transform: zero, offset: 0.25, easing: "cubic-bezier(.3, 1.25, .5, 1)" },
      { transform: rest },
    ],
    { duration: 1600 },
  );
}
