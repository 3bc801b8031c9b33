// All that runs on every public page. Pages work without it, so each part may come late or not at all.
import { countVisits } from "./analytics.ts";
import { showCallButton } from "./call-button.ts";
import { askForCookieConsent } from "./cookie-banner.ts";
import { showCookieChoice } from "./cookie-choice.ts";
import { sweepGauges } from "./gauges.ts";
import { closeMenus } from "./menus.ts";
import { handOverQuickQuote } from "./quick-quote.ts";
import { forgetSentDraft } from "./sent-draft.ts";
import { offerToCopyReference, showSentForm } from "./sent-form.ts";
import { showThisYear } from "./this-year.ts";
import { showWaiting } from "./waiting.ts";

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
