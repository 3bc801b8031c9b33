import { outboxDaysMax } from "./retention.ts";

const untilSignal = "Leave this page open, or come back when you have signal.";

/** About submissions that wait on the visitor's phone, on pages with a form and on all others. */
export const outboxText = {
  saved: "Saved on this phone. We send it as soon as there is signal.",
  untilSignal,
  howLong: `${untilSignal} It stays on this phone for up to ${outboxDaysMax} days.`,
  heldUp: "This phone is already sending, perhaps in another tab. Wait a moment, then press again.",
  backUnsent: "Back in the form. Nothing was sent.",
  backPerhapsSent:
    "Back in the form. It may have reached us already. Sent again unchanged, it still counts once. To withdraw it, ring",
  expired: `It was not sent for ${outboxDaysMax} days. We have removed it from this phone.`,
  expiredPerhapsSent: `It may have reached us, but this phone could not find out for ${outboxDaysMax} days. We have removed it from this phone.`,
} as const;
