// Apart from the schemas of the calls: what pages load for their forms needs no valibot.
import { minuteMs } from "./durations.ts";

/** Paths of the calls (design.md section 3). */
export const endpoints = {
  sendMail: "/send-mail.php",
  records: "/rest/v1",
  login: "/functions/v1/auth-login",
  logout: "/functions/v1/auth-logout",
  refresh: "/functions/v1/auth-refresh",
  currentUser: "/functions/v1/auth-me",
  forms: "/forms",
  config: "/config.json",
} as const;

/** How long an identical payload counts as the same submission (design.md section 8.16). */
export const sameFieldsWindowMs = 10 * minuteMs;

/**
 * Header of mail calls from a page, which keeps the Idempotency-Key with a submission for up to `outboxDaysMax` days: the
 * response to its first call may have been lost. Without it, a key counts for a day (design.md section 8.16).
 */
export const keptKeyHeader = "x-key-kept";

/** The header of the mail call that carries a solved challenge: base64 of JSON (proof-of-work.ts). */
export const proofHeader = "altcha";
